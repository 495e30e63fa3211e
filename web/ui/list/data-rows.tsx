import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { isNarrow } from '#web/browser/narrow.ts';
import type { ListColumn } from './list-column.ts';
import { rowKey } from './load-rows.ts';
import type { Row } from './load-rows.ts';
import type { Selection } from './row-choice.tsx';
import type { Sort } from './sort-rows.ts';

const Prose = ({ text }: { readonly text: string }) => (
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
    {columns.map(({ id, header, isRowHeader, onPhone, hasNoRoom, text, cell }) => {
      const className = hasNoRoom ? 'no-room' : undefined;
      const content = cell ? cell(item) : <Prose text={text(item)} />;
      return isRowHeader ? (
        <th key={id} scope="row" data-phone={onPhone ?? 'title'} className={className}>
          {content}
        </th>
      ) : (
        <td key={id} data-label={onPhone ? undefined : header} data-phone={onPhone} className={className}>
          {content}
        </td>
      );
    })}
  </>
);

/** There may be thousands of rows: cells are only made anew when what they show changes. */
const Cells = memo(PlainCells) as typeof PlainCells;

type RowsProps<Item extends Row> = Omit<CellsProps<Item>, 'item'> & {
  readonly items: readonly Item[];
  readonly selection: Selection<Item> | undefined;
  /** Rows before these, where they are not all; the headings are row 1. */
  readonly before: number | undefined;
};

type RowProps<Item extends Row> = CellsProps<Item> & {
  readonly rowIndex: number | undefined;
  readonly isChosen: boolean;
  readonly choose: Selection<Item>['choose'] | undefined;
  readonly labelOf: Selection<Item>['labelOf'] | undefined;
};

const PlainTableRow = <Item extends Row>({ rowIndex, isChosen, choose, labelOf, ...cells }: RowProps<Item>) => (
  <tr aria-rowindex={rowIndex}>
    {choose && (
      <td className="data-table-choice">
        <label>
          {/* The browser's own checkbox: thousands of Cloudscape's would take seconds. */}
          <input
            type="checkbox"
            aria-label={labelOf?.(cells.item)}
            checked={isChosen}
            onChange={() => choose([cells.item.id], !isChosen)}
          />
        </label>
      </td>
    )}
    <Cells {...cells} />
  </tr>
);

/** Memoized, so that a checkbox renders its own row only. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

const Rows = <Item extends Row>({ items, columns, selection, before }: RowsProps<Item>) =>
  items.map((item, index) => (
    <TableRow
      key={rowKey(item)}
      item={item}
      columns={columns}
      rowIndex={before === undefined ? undefined : before + index + 2}
      isChosen={selection?.chosen.has(item.id) ?? false}
      choose={selection?.choose}
      labelOf={selection?.labelOf}
    />
  ));

/** In pixels: what a row is taken for that nobody has scrolled to, on a phone or elsewhere. */
const usualHeight = () => (isNarrow() ? 69 : 41);

/** Rows that are there while they are kept, near what is in view, or hold the focus. */
export const Stretch = <Item extends Row>({ isKept, ...rows }: RowsProps<Item> & { readonly isKept: boolean }) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState<number | undefined>(() => rows.items.length * usualHeight());
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
  const isThere = isKept || height === undefined;
  return (
    <tbody ref={body} style={isThere ? undefined : { blockSize: height }}>
      {isThere && <Rows {...rows} />}
    </tbody>
  );
};

const stretch = 25;

export const shortList = 100;

/** Stretch 0 begins with the item at `anchor`; the first and the last may be shorter. */
const inStretches = <Item,>(items: readonly Item[], anchor: number) => {
  const first = Math.ceil(anchor / stretch);
  return Array.from({ length: first + Math.ceil((items.length - anchor) / stretch) }, (_, index) => {
    const key = index - first;
    const start = Math.max(0, anchor + key * stretch);
    return { key, start, rows: items.slice(start, anchor + (key + 1) * stretch) };
  });
};

/** A short list is one. Rows that come on top or at the end change no other row's stretch, which would take the focus from it. */
export const useStretches = <Item extends Row>(items: readonly Item[], sort: Sort) => {
  const [anchor, setAnchor] = useState({ id: items[0]?.id, sort });
  const at = anchor.sort === sort ? items.findIndex(({ id }) => id === anchor.id) : -1;
  if (at < 0 && items[0]) setAnchor({ id: items[0].id, sort });
  return useMemo(
    () =>
      items.length > shortList ? inStretches(items, Math.max(0, at)) : [{ key: 0, start: undefined, rows: items }],
    [items, at],
  );
};
