import type { ListColumn } from './list-column.ts';

export type Sort = { readonly column: string; readonly isDescending: boolean };

/** Puts blank values last, whatever the direction. */
const compareBlanks = (left: string | number, right: string | number) => Number(left === '') - Number(right === '');

type Column<Item> = Pick<ListColumn<Item>, 'id' | 'text' | 'order'>;

/** Sorts rows by a column, texts as in the locale. Returns the rows unchanged for an unknown column. */
export const sortRows = <Item>(
  rows: readonly Item[],
  columns: readonly Column<Item>[],
  { column, isDescending }: Sort,
  locale: string,
): readonly Item[] => {
  const sortColumn = columns.find(({ id }) => id === column);
  if (!sortColumn) return rows;
  const getOrder = sortColumn.order ?? sortColumn.text;
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const compare = (left: string | number, right: string | number) =>
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : collator.compare(String(left), String(right));
  const direction = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, order: getOrder(row) }))
    .sort((left, right) => compareBlanks(left.order, right.order) || direction * compare(left.order, right.order))
    .map(({ row }) => row);
};
