import { memo } from 'react';
import type { ReactNode } from 'react';

/** What of a column a row needs. */
export type CellColumn<Item> = {
  readonly id: string;
  readonly isRowHeader: boolean;
  readonly content: (item: Item) => ReactNode;
};

type Props<Item> = { readonly item: Item; readonly columns: readonly CellColumn<Item>[] };

const Row = <Item,>({ item, columns }: Props<Item>) => (
  <tr>
    {columns.map(({ id, isRowHeader, content }) =>
      isRowHeader ? (
        <th key={id} scope="row">
          {content(item)}
        </th>
      ) : (
        <td key={id}>{content(item)}</td>
      ),
    )}
  </tr>
);

/** A row is only made anew when it changes itself: there may be thousands. */
export const TableRow = memo(Row) as typeof Row;
