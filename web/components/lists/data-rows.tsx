import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { isNarrow } from '#web/browser/window-width.ts';
import type { ListColumn } from './list-column.ts';
import { toRowKey } from './load-rows.ts';
import type { Row } from './load-rows.ts';
import type { Selection } from './row-selection.tsx';
import type { Sort } from './sort-rows.ts';

const CellText = ({ text }: { readonly text: string }) => (
  <span className="data-table-prose" title={text.length > 24 ? text : undefined}>
    {text}
  </span>
);

type CellsProps<Item> = {
  readonly item: Item;
  readonly columns: readonly ListColumn<Item>[];
};

const PlainCells = <Item,>({ item, columns }: CellsProps<Item>) => (
  <>
    {columns.map(({ id, header, isRowHeader, phoneLayout, isHidden, text, cell }) => {
      const className = isHidden ? 'no-room' : undefined;
      const content = cell ? cell(item) : <CellText text={text(item)} />;
      return isRowHeader ? (
        <th key={id} scope="row" data-phone={phoneLayout ?? 'title'} className={className}>
          {content}
        </th>
      ) : (
        <td key={id} data-label={phoneLayout ? undefined : header} data-phone={phoneLayout} className={className}>
          {content}
        </td>
      );
    })}
  </>
);

/** Memoized: with thousands of rows, cells must render only when their content changes. */
const Cells = memo(PlainCells) as typeof PlainCells;

type RowsProps<Item extends Row> = Omit<CellsProps<Item>, 'item'> & {
  readonly items: readonly Item[];
  readonly selection: Selection<Item> | undefined;
  /** Number of rows before the first of these rows; undefined if these are all rows. */
  readonly precedingRowCount: number | undefined;
};

type RowProps<Item extends Row> = CellsProps<Item> & {
  readonly rowIndex: number | undefined;
  readonly isSelected: boolean;
  readonly select: Selection<Item>['select'] | undefined;
  readonly toLabel: Selection<Item>['toLabel'] | undefined;
};

const PlainTableRow = <Item extends Row>({ rowIndex, isSelected, select, toLabel, ...cells }: RowProps<Item>) => (
  <tr aria-rowindex={rowIndex}>
    {select && (
      <td className="data-table-choice">
        <label>
          {/* The checkbox is a native one, because thousands of Cloudscape's would take seconds to render. */}
          <input
            type="checkbox"
            aria-label={toLabel?.(cells.item)}
            checked={isSelected}
            onChange={() => select([cells.item.id], !isSelected)}
          />
        </label>
      </td>
    )}
    <Cells {...cells} />
  </tr>
);

/** Memoized, so that a checkbox renders only its own row. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

const Rows = <Item extends Row>({ items, columns, selection, precedingRowCount }: RowsProps<Item>) =>
  items.map((item, index) => (
    <TableRow
      key={toRowKey(item)}
      item={item}
      columns={columns}
      // Row 1 is the header.
      rowIndex={precedingRowCount === undefined ? undefined : precedingRowCount + index + 2}
      isSelected={selection?.selectedIds.has(item.id) ?? false}
      select={selection?.select}
      toLabel={selection?.toLabel}
    />
  ));

/** Estimates the height in pixels of a row that has not been rendered yet, by layout. */
const estimateRowHeight = () => (isNarrow() ? 69 : 40);

/** Block of rows, rendered while it is near the viewport or contains the focus, or if `isAlwaysRendered` is set. */
export const RowBlock = <Item extends Row>({
  isAlwaysRendered,
  ...rows
}: RowsProps<Item> & { readonly isAlwaysRendered: boolean }) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState<number | undefined>(() => rows.items.length * estimateRowHeight());
  useEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting = true, boundingClientRect } = entries.at(-1) ?? {};
        if (isIntersecting) setHeight(undefined);
        else if (!element.contains(document.activeElement)) setHeight(boundingClientRect?.height);
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isRendered = isAlwaysRendered || height === undefined;
  return (
    <tbody ref={body} style={isRendered ? undefined : { blockSize: height }}>
      {isRendered && <Rows {...rows} />}
    </tbody>
  );
};

/** Number of rows in a block. */
const blockSize = 25;

/** Maximum number of rows of a list that is rendered as one block. */
export const maximumUnsplitRows = 100;

/**
 * Splits the items into blocks. Block 0 starts with the item at `anchor`; the first and the last block may be shorter.
 */
const splitIntoBlocks = <Item,>(items: readonly Item[], anchor: number) => {
  const precedingBlockCount = Math.ceil(anchor / blockSize);
  return Array.from({ length: precedingBlockCount + Math.ceil((items.length - anchor) / blockSize) }, (_, index) => {
    const key = index - precedingBlockCount;
    const start = Math.max(0, anchor + key * blockSize);
    return { key, start, rows: items.slice(start, anchor + (key + 1) * blockSize) };
  });
};

/**
 * Splits a long list into blocks; a short list is one block. Rows added at the start or end do not move other rows to
 * another block, which would remount the row with the focus.
 */
export const useRowBlocks = <Item extends Row>(items: readonly Item[], sort: Sort) => {
  const [anchor, setAnchor] = useState({ id: items[0]?.id, sort });
  const anchorIndex = anchor.sort === sort ? items.findIndex(({ id }) => id === anchor.id) : -1;
  if (anchorIndex < 0 && items[0]) setAnchor({ id: items[0].id, sort });
  return useMemo(
    () =>
      items.length > maximumUnsplitRows
        ? splitIntoBlocks(items, Math.max(0, anchorIndex))
        : [{ key: 0, start: undefined, rows: items }],
    [items, anchorIndex],
  );
};
