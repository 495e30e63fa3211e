import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { isNarrow } from '#web/browser/narrow.ts';
import type { ListColumn } from './list-column.ts';
import { rowKey } from './load-rows.ts';
import type { Row } from './load-rows.ts';
import type { Selection } from './row-choice.tsx';
import { ChooseRow } from './row-choice.tsx';
import type { Sort } from './sort-rows.ts';

const Prose = ({ text }: { readonly text: string }) => (
  <span className="data-table-prose" title={text.length > 24 ? text : undefined}>
    {text}
  </span>
);

type CellsProps<Item> = {
  readonly item: Item;
  readonly columns: readonly ListColumn<Item>[];
  readonly noRoom: ReadonlySet<string>;
};

const PlainCells = <Item,>({ item, columns, noRoom }: CellsProps<Item>) => (
  <>
    {columns.map(({ id, header, isRowHeader, onPhone, text, cell }) => {
      const className = noRoom.has(id) ? 'no-room' : undefined;
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

/** Cells stay as they are when their row is only chosen. */
const Cells = memo(PlainCells) as typeof PlainCells;

type RowProps<Item> = CellsProps<Item> & {
  /** Counted from the headings on, which are row 1; undefined where all rows are there to be counted. */
  readonly position: number | undefined;
  readonly isChosen: boolean | undefined;
  readonly choose: Selection<Item>['choose'] | undefined;
  readonly labelOf: Selection<Item>['labelOf'] | undefined;
};

const PlainTableRow = <Item extends Row>({
  item,
  columns,
  noRoom,
  position,
  isChosen = false,
  choose,
  labelOf,
}: RowProps<Item>) => (
  <tr aria-rowindex={position}>
    {choose && labelOf && <ChooseRow id={item.id} label={labelOf(item)} isChosen={isChosen} choose={choose} />}
    <Cells item={item} columns={columns} noRoom={noRoom} />
  </tr>
);

/** A row is only made anew when it changes itself: there may be thousands. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

type RowsProps<Item extends Row> = Omit<CellsProps<Item>, 'item'> & {
  readonly items: readonly Item[];
  readonly selection: Selection<Item> | undefined;
  readonly before: number | undefined;
};

export const Rows = <Item extends Row>({ items, columns, noRoom, selection, before }: RowsProps<Item>) =>
  items.map((item, index) => (
    <TableRow
      key={rowKey(item)}
      item={item}
      columns={columns}
      noRoom={noRoom}
      position={before === undefined ? undefined : before + index + 2}
      isChosen={selection?.chosen.has(item.id)}
      choose={selection?.choose}
      labelOf={selection?.labelOf}
    />
  ));

/** In pixels: what a row is taken for that nobody has scrolled to, on a phone or elsewhere. */
const usualHeight = () => (isNarrow() ? 69 : 41);

export const Stretch = <Item extends Row>({
  isPrinted,
  ...rows
}: RowsProps<Item> & { readonly isPrinted: boolean }) => {
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
  const isThere = isPrinted || height === undefined;
  return (
    <tbody ref={body} style={isThere ? undefined : { blockSize: height }}>
      {isThere && <Rows {...rows} />}
    </tbody>
  );
};

const stretch = 25;

export const shortList = 100;

type Cut<Item> = { readonly key: number; readonly start: number; readonly rows: readonly Item[] };

/** The items in stretches, of which stretch 0 begins with the item at `anchor`; the first and the last may be shorter. */
const inStretches = <Item,>(items: readonly Item[], anchor: number): readonly Cut<Item>[] => {
  const first = Math.ceil(anchor / stretch);
  const keys = Array.from(
    { length: first + Math.ceil((items.length - anchor) / stretch) },
    (_, index) => index - first,
  );
  return keys.map((key) => {
    const start = Math.max(0, anchor + key * stretch);
    return { key, start, rows: items.slice(start, anchor + (key + 1) * stretch) };
  });
};

/** The stretches of a long list. Rows that come on top or at the end change no other row's stretch, which would take the focus from it. */
export const useStretches = <Item extends Row>(items: readonly Item[], sort: Sort) => {
  const [anchor, setAnchor] = useState({ id: items[0]?.id, sort });
  const at = anchor.sort === sort ? items.findIndex(({ id }) => id === anchor.id) : -1;
  if (at < 0 && items[0]) setAnchor({ id: items[0].id, sort });
  return useMemo(() => (items.length > shortList ? inStretches(items, Math.max(0, at)) : []), [items, at]);
};
