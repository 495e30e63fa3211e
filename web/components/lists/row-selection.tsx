export const choiceWidth = 52;

export type Selection<Item> = {
  /** Ids of the chosen rows. */
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
  readonly labelOf: (item: Item) => string;
  readonly allLabel: string;
};

type Props = Pick<Selection<never>, 'chosen' | 'choose' | 'allLabel'> & { readonly ids: readonly string[] };

export const ChooseAll = ({ ids, chosen, choose, allLabel }: Props) => {
  const count = ids.filter((id) => chosen.has(id)).length;
  const isAll = count > 0 && count === ids.length;
  return (
    <th scope="col" className="data-table-choice">
      <label data-label={allLabel}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAll;
          }}
          type="checkbox"
          aria-label={allLabel}
          checked={isAll}
          disabled={ids.length === 0}
          onChange={() => choose(ids, !isAll)}
        />
      </label>
    </th>
  );
};
