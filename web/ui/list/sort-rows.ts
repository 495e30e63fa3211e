/** By which column rows are sorted. */
export type Sort = { readonly column: string; readonly isDescending: boolean };

/** What a row is sorted by: words in the language's order, numbers by size; blank ones come last. */
export type OrderOf<Item> = (item: Item) => string | number;

const blanksLast = (one: string | number, other: string | number) => Number(one === '') - Number(other === '');

/** The rows in another order. Rows that are equal in it keep the order they had. `locale` is BCP 47. */
export const sortRows = <Item>(
  rows: readonly Item[],
  orderOf: OrderOf<Item>,
  isDescending: boolean,
  locale: string,
): readonly Item[] => {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other));
  const direction = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, order: orderOf(row) }))
    .sort((one, other) => blanksLast(one.order, other.order) || direction * compare(one.order, other.order))
    .map(({ row }) => row);
};
