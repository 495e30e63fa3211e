/** Width in pixels of the column with the checkboxes. */
export const checkboxWidth = 52;

export type Selection<Item> = {
  readonly selectedIds: ReadonlySet<string>;
  readonly select: (ids: readonly string[], isSelected: boolean) => void;
  /** Returns the accessible name of an item's checkbox. */
  readonly toLabel: (item: Item) => string;
  /** Accessible name of the checkbox that selects all items. */
  readonly allLabel: string;
};

type Props = Pick<Selection<never>, 'selectedIds' | 'select' | 'allLabel'> & { readonly ids: readonly string[] };

export const SelectAll = ({ ids, selectedIds, select, allLabel }: Props) => {
  const selectedCount = ids.filter((id) => selectedIds.has(id)).length;
  const areAllSelected = selectedCount > 0 && selectedCount === ids.length;
  return (
    <th scope="col" className="data-table-choice">
      <label data-label={allLabel}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = selectedCount > 0 && !areAllSelected;
          }}
          type="checkbox"
          aria-label={allLabel}
          checked={areAllSelected}
          disabled={ids.length === 0}
          onChange={() => select(ids, !areAllSelected)}
        />
      </label>
    </th>
  );
};
