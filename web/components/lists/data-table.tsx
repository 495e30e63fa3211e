import Icon from '@cloudscape-design/components/icon';
import { memo, useMemo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useIsPrinting } from '#web/browser/use-is-printing.ts';
import { maximumUnsplitRows, RowBlock, useRowBlocks } from './data-rows.tsx';
import type { ListColumn } from './list-column.ts';
import type { Row } from './load-rows.ts';
import type { Selection } from './row-selection.tsx';
import { SelectAll, checkboxWidth } from './row-selection.tsx';
import type { Sort } from './sort-rows.ts';
import './data-table.css';
import './data-table-print.css';

type Props<Item extends Row> = {
  readonly label: string;
  readonly isCompact?: boolean;
  /** True if the columns are wider than the page, so that the table scrolls sideways and its head cannot stay in view. */
  readonly isScrollable?: boolean;
  /** Must be referentially stable while the columns are unchanged. */
  readonly columns: readonly ListColumn<Item>[];
  readonly items: readonly Item[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly selection?: Selection<Item> | undefined;
  /** Shown in place of the rows; null to show the rows. */
  readonly placeholder: ReactNode;
};

type Widths = CSSProperties & { readonly '--columns': string; readonly '--width': string };

const toWidths = (columns: readonly ListColumn<never>[], isSelectable: boolean): Widths => ({
  '--columns': [
    ...(isSelectable ? [`${checkboxWidth}px`] : []),
    ...columns.map(
      ({ minWidth, maxWidth }) =>
        `minmax(${minWidth}px, ${maxWidth === undefined ? `${minWidth}fr` : `${maxWidth}px`})`,
    ),
  ].join(' '),
  '--width': `${columns.reduce((sum, { minWidth }) => sum + minWidth, isSelectable ? checkboxWidth : 0)}px`,
});

const PlainDataTable = <Item extends Row>(props: Props<Item>) => {
  const {
    label,
    isCompact = false,
    isScrollable = false,
    columns,
    items,
    sort,
    onSort,
    selection,
    placeholder,
  } = props;
  const ids = useMemo(() => (placeholder ? [] : items.map(({ id }) => id)), [placeholder, items]);
  const isPrinting = useIsPrinting();
  const isLong = items.length > maximumUnsplitRows;
  const blocks = useRowBlocks(items, sort);
  return (
    <div
      className={['data-table', ...(isCompact ? ['is-compact'] : []), ...(isScrollable ? ['is-scrollable'] : [])].join(
        ' ',
      )}
    >
      <table
        aria-label={label}
        aria-rowcount={isLong && !placeholder ? items.length + 1 : undefined}
        style={toWidths(
          columns.filter(({ isHidden }) => !isHidden),
          selection !== undefined,
        )}
      >
        <thead>
          <tr>
            {selection && <SelectAll ids={ids} {...selection} />}
            {columns.map(({ id, header, shortHeader, isHidden }) => {
              const isSorted = id === sort.column;
              const direction = sort.isDescending ? 'descending' : 'ascending';
              const icon = sort.isDescending ? 'caret-down-filled' : 'caret-up-filled';
              return (
                <th
                  key={id}
                  scope="col"
                  className={isHidden ? 'no-room' : undefined}
                  aria-sort={isSorted ? direction : 'none'}
                >
                  <button
                    type="button"
                    title={shortHeader && header}
                    onClick={() => onSort({ column: id, isDescending: isSorted && !sort.isDescending })}
                  >
                    {shortHeader ?? header}
                    {isSorted && <Icon name={icon} size="small" />}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        {placeholder && (
          <tbody>
            <tr className="data-table-instead">
              <td colSpan={columns.length + (selection ? 1 : 0)}>{placeholder}</td>
            </tr>
          </tbody>
        )}
        {!placeholder &&
          blocks.map(({ key, start, rows }) => (
            <RowBlock
              key={key}
              items={rows}
              columns={columns}
              selection={selection}
              precedingRowCount={start}
              isAlwaysRendered={isPrinting || !isLong}
            />
          ))}
      </table>
    </div>
  );
};

/**
 * Custom table, because Cloudscape's takes ten seconds for five thousand rows
 * (docs/decisions/22-why-a-table-of-our-own-for-lists.md). Memoized, so that input elsewhere on the page does not
 * render it.
 */
export const DataTable = memo(PlainDataTable) as typeof PlainDataTable;
