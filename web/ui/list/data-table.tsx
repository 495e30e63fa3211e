import { useMemo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { ColumnHeader } from './column-header.tsx';
import type { ListColumn } from './list-column.ts';
import type { Row } from './load-rows.ts';
import type { Sort } from './sort-rows.ts';
import { TableRow } from './table-row.tsx';
import './data-table.css';

type Props<Item extends Row> = {
  readonly label: string;
  /** The same array as long as they are the same columns. */
  readonly columns: readonly ListColumn<Item>[];
  readonly items: readonly Item[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** What stands in the place of rows. */
  readonly instead: ReactNode;
};

type Widths = CSSProperties & { readonly '--columns': string; readonly '--width': string };

const widthsOf = (columns: readonly ListColumn<never>[]): Widths => ({
  '--columns': columns.map(({ minWidth }) => `minmax(${minWidth}px, ${minWidth}fr)`).join(' '),
  '--width': `${columns.reduce((sum, { minWidth }) => sum + minWidth, 0)}px`,
});

/**
 * Rows in columns that sort. Not Cloudscape's table, which takes ten seconds for the five thousand rows that "All" may show:
 * here the browser only lays out the rows in view, which it can't within a table's own layout (data-table.css).
 */
export const DataTable = <Item extends Row>({ label, columns, items, sort, onSort, instead }: Props<Item>) => {
  const cells = useMemo(
    () => columns.map(({ id, isRowHeader = false, text, cell = text }) => ({ id, isRowHeader, content: cell })),
    [columns],
  );
  return (
    <div className="data-table">
      <table aria-label={label} style={widthsOf(columns)}>
        <thead>
          <tr>
            {columns.map(({ id, header }) => {
              const isSorted = id === sort.column;
              const direction = sort.isDescending ? 'descending' : 'ascending';
              return (
                <ColumnHeader
                  key={id}
                  header={header}
                  direction={isSorted ? direction : undefined}
                  onSort={() => onSort({ column: id, isDescending: isSorted && !sort.isDescending })}
                />
              );
            })}
          </tr>
        </thead>
        <tbody>
          {instead ? (
            <tr className="data-table-instead">
              <td colSpan={columns.length}>{instead}</td>
            </tr>
          ) : (
            items.map((item) => <TableRow key={item.id} item={item} columns={cells} />)
          )}
        </tbody>
      </table>
    </div>
  );
};
