import Icon from '@cloudscape-design/components/icon';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { isNarrow } from '#web/browser/narrow.ts';
import { useIsPrinting } from '#web/browser/use-is-printing.ts';
import { rowKey } from './load-rows.ts';
import type { Row } from './load-rows.ts';
import type { Selection } from './row-choice.tsx';
import { ChooseAll, ChooseRow, choiceWidth } from './row-choice.tsx';
import type { OrderOf, Sort } from './sort-rows.ts';
import './data-table.css';

/** A column of a list, as its feature declares it. */
export type ListColumn<Item> = {
  readonly id: string;
  readonly header: string;
  /** What it says in words: shown where `cell` shows nothing else, sorted by where there is no other `order`. */
  readonly text: (item: Item) => string;
  readonly cell?: (item: Item) => ReactNode;
  readonly order?: OrderOf<Item>;
  /** In pixels; what is left over is shared out in the same proportions, first to those that have a most. */
  readonly minWidth: number;
  /** In pixels, where what it holds is never longer: a date, an identifier. */
  readonly maxWidth?: number;
  /** The one that names the row: it is always shown. */
  readonly isRowHeader?: boolean;
  /** It only shows once somebody chooses it. */
  readonly isOffAtFirst?: boolean;
  /** Where there is no room for all columns, the one of the least worth goes first; one without stays. */
  readonly worth?: number;
  /** Its place in the two lines that a row has on a phone; without any, it is a line of its own that begins with the header. */
  readonly onPhone?: 'title' | 'tag' | 'line' | 'end' | 'hidden';
};

type HeaderProps = {
  readonly header: string;
  readonly className: string | undefined;
  /** Undefined while another column decides. */
  readonly direction: 'ascending' | 'descending' | undefined;
  readonly onSort: () => void;
};

const icons = { ascending: 'caret-up-filled', descending: 'caret-down-filled' } as const;

/** A column's name, which sorts by it; once more sorts the other way round. */
const ColumnHeader = ({ header, className, direction, onSort }: HeaderProps) => (
  <th scope="col" className={className} aria-sort={direction ?? 'none'}>
    <button type="button" onClick={onSort}>
      {header}
      <Icon name={direction ? icons[direction] : 'caret-down'} size="small" variant={direction ? 'normal' : 'subtle'} />
    </button>
  </th>
);

/** Words: no more than a line in a row, the rest on hover and in the details. */
const Prose = ({ text }: { readonly text: string }) => (
  <span className="data-table-prose" title={text.length > 24 ? text : undefined}>
    {text}
  </span>
);

/** What of a column a row needs. */
type CellColumn<Item> = {
  readonly id: string;
  readonly header: string;
  readonly isRowHeader: boolean;
  readonly onPhone: ListColumn<Item>['onPhone'];
  readonly className: string | undefined;
  readonly content: (item: Item) => ReactNode;
};

type CellsProps<Item> = { readonly item: Item; readonly columns: readonly CellColumn<Item>[] };

const PlainCells = <Item,>({ item, columns }: CellsProps<Item>) => (
  <>
    {columns.map(({ id, header, isRowHeader, onPhone, className, content }) =>
      isRowHeader ? (
        <th key={id} scope="row" data-phone={onPhone ?? 'title'} className={className}>
          {content(item)}
        </th>
      ) : (
        <td key={id} data-label={onPhone ? undefined : header} data-phone={onPhone} className={className}>
          {content(item)}
        </td>
      ),
    )}
  </>
);

/** Cells stay as they are when their row is only chosen. */
const Cells = memo(PlainCells) as typeof PlainCells;

type RowProps<Item> = CellsProps<Item> & {
  /** Counted from the headings on, which are row 1; undefined where all rows are there to be counted. */
  readonly position: number | undefined;
  /** Undefined where rows can't be chosen. */
  readonly isChosen: boolean | undefined;
  readonly choose: Selection<Item>['choose'] | undefined;
  readonly labelOf: Selection<Item>['labelOf'] | undefined;
};

const PlainTableRow = <Item extends Row>({
  item,
  columns,
  position,
  isChosen = false,
  choose,
  labelOf,
}: RowProps<Item>) => (
  <tr aria-rowindex={position}>
    {choose && labelOf && <ChooseRow id={item.id} label={labelOf(item)} isChosen={isChosen} choose={choose} />}
    <Cells item={item} columns={columns} />
  </tr>
);

/** A row is only made anew when it changes itself: there may be thousands. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

type RowsProps<Item extends Row> = {
  readonly items: readonly Item[];
  readonly columns: readonly CellColumn<Item>[];
  readonly selection: Selection<Item> | undefined;
  /** Rows before these; undefined where these are all. */
  readonly before: number | undefined;
};

const Rows = <Item extends Row>({ items, columns, selection, before }: RowsProps<Item>) =>
  items.map((item, index) => (
    <TableRow
      key={rowKey(item)}
      item={item}
      columns={columns}
      position={before === undefined ? undefined : before + index + 2}
      isChosen={selection?.chosen.has(item.id)}
      choose={selection?.choose}
      labelOf={selection?.labelOf}
    />
  ));

/** In pixels: what a row is taken for that nobody has scrolled to, on a phone or elsewhere. */
const usualHeight = () => (isNarrow() ? 69 : 41);

/** A stretch of a long list: its rows are there while they are near what is in view, printed or hold the focus. */
const Stretch = <Item extends Row>({ isPrinted, ...rows }: RowsProps<Item> & { readonly isPrinted: boolean }) => {
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

/** Rows of a stretch. */
const stretch = 25;

/** The longest list whose rows are all there, whatever is in view. */
const shortList = 100;

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
const useStretches = <Item extends Row>(items: readonly Item[], sort: Sort) => {
  const [anchor, setAnchor] = useState({ id: items[0]?.id, sort });
  const at = anchor.sort === sort ? items.findIndex(({ id }) => id === anchor.id) : -1;
  if (at < 0 && items[0]) setAnchor({ id: items[0].id, sort });
  return useMemo(() => (items.length > shortList ? inStretches(items, Math.max(0, at)) : []), [items, at]);
};

type Props<Item extends Row> = {
  readonly label: string;
  /** With less room around each row. */
  readonly isCompact?: boolean;
  /** The same array as long as they are the same columns. */
  readonly columns: readonly ListColumn<Item>[];
  /** The same object as long as it is the same columns that only show on paper and phones, for want of room. */
  readonly noRoom?: ReadonlySet<string>;
  readonly items: readonly Item[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly selection?: Selection<Item> | undefined;
  /** What stands in the place of rows. */
  readonly instead: ReactNode;
};

const none: ReadonlySet<string> = new Set();

type Widths = CSSProperties & { readonly '--columns': string; readonly '--width': string };

const widthsOf = (columns: readonly ListColumn<never>[], isSelectable: boolean): Widths => ({
  '--columns': [
    ...(isSelectable ? [`${choiceWidth}px`] : []),
    ...columns.map(
      ({ minWidth, maxWidth }) =>
        `minmax(${minWidth}px, ${maxWidth === undefined ? `${minWidth}fr` : `${maxWidth}px`})`,
    ),
  ].join(' '),
  '--width': `${columns.reduce((sum, { minWidth }) => sum + minWidth, isSelectable ? choiceWidth : 0)}px`,
});

/**
 * Rows in columns that sort. Not Cloudscape's table, which takes ten seconds for the five thousand rows that "All" may show:
 * of a long list only the rows near what is in view are there (docs/decisions/22-why-a-table-of-our-own-for-lists.md).
 */
export const DataTable = <Item extends Row>({
  label,
  isCompact = false,
  columns,
  noRoom = none,
  items,
  sort,
  onSort,
  selection,
  instead,
}: Props<Item>) => {
  const ids = useMemo(() => (instead ? [] : items.map(({ id }) => id)), [instead, items]);
  const cells = useMemo(
    () =>
      columns.map(
        ({ id, header, isRowHeader = false, onPhone, text, cell = (item) => <Prose text={text(item)} /> }) => ({
          id,
          header,
          isRowHeader,
          onPhone,
          className: noRoom.has(id) ? 'no-room' : undefined,
          content: cell,
        }),
      ),
    [columns, noRoom],
  );
  const isPrinted = useIsPrinting();
  const isLong = items.length > shortList;
  const stretches = useStretches(items, sort);
  return (
    <div className={isCompact ? 'data-table is-compact' : 'data-table'}>
      <table
        aria-label={label}
        aria-rowcount={isLong && !instead ? items.length + 1 : undefined}
        style={widthsOf(
          columns.filter(({ id }) => !noRoom.has(id)),
          selection !== undefined,
        )}
      >
        <thead>
          <tr>
            {selection && (
              <ChooseAll ids={ids} label={selection.allLabel} chosen={selection.chosen} choose={selection.choose} />
            )}
            {cells.map(({ id, header, className }) => {
              const isSorted = id === sort.column;
              const direction = sort.isDescending ? 'descending' : 'ascending';
              return (
                <ColumnHeader
                  key={id}
                  header={header}
                  className={className}
                  direction={isSorted ? direction : undefined}
                  onSort={() => onSort({ column: id, isDescending: isSorted && !sort.isDescending })}
                />
              );
            })}
          </tr>
        </thead>
        {instead && (
          <tbody>
            <tr className="data-table-instead">
              <td colSpan={columns.length + (selection ? 1 : 0)}>{instead}</td>
            </tr>
          </tbody>
        )}
        {!instead && !isLong && (
          <tbody>
            <Rows items={items} columns={cells} selection={selection} before={undefined} />
          </tbody>
        )}
        {!instead &&
          stretches.map(({ key, start, rows }) => (
            <Stretch
              key={key}
              items={rows}
              columns={cells}
              selection={selection}
              before={start}
              isPrinted={isPrinted}
            />
          ))}
      </table>
    </div>
  );
};
