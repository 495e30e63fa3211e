import type { ListColumn } from './list-column.ts';

export type Sort = { readonly column: string; readonly isDescending: boolean };

const blanksLast = (one: string | number, other: string | number) => Number(one === '') - Number(other === '');

type Column<Item> = Pick<ListColumn<Item>, 'id' | 'text' | 'order'>;

export const sortRows = <Item>(
  rows: readonly Item[],
  columns: readonly Column<Item>[],
  { column, isDescending }: Sort,
  locale: string,
): readonly Item[] => {
  const by = columns.find(({ id }) => id === column);
  if (!by) return rows;
  const orderOf = by.order ?? by.text;
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other));
  const direction = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, order: orderOf(row) }))
    .sort((one, other) => blanksLast(one.order, other.order) || direction * compare(one.order, other.order))
    .map(({ row }) => row);
};
