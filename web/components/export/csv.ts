import { escapeCsvCell } from '#shared/text/csv-cell.ts';
import { dateText, dayPattern, wallClock } from './date-order.ts';
import type { ExportColumn, Sheet } from './export-column.ts';

/** Without it, Excel reads UTF-8 as Windows-1252. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Returns the list separator of Excel in a locale: a semicolon if the decimal separator is a comma. */
const findSeparator = (locale: string) => (new Intl.NumberFormat(locale).format(0.5).includes(',') ? ';' : ',');

const quote = (text: string, comesBack = false) => `"${escapeCsvCell(text, comesBack).replaceAll('"', '""')}"`;

export const csvText = <Item>({
  columns,
  items,
  locale,
  timeZone,
  isRoundTrip,
}: Omit<Sheet<Item>, 'title'>): string => {
  const separator = findSeparator(locale);
  const pattern = dayPattern(locale);
  const clock = wallClock(timeZone);
  const numbers = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  const cell = (column: ExportColumn<Item>, item: Item): string => {
    if (column.kind === 'number') {
      const number = column.value(item);
      return number === null ? '' : numbers.format(number);
    }
    const text = column.value(item);
    if (text === null) return '';
    if (column.kind === 'date') return dateText(text, pattern);
    if (column.kind === 'text') return quote(text, isRoundTrip);
    const { date, time } = clock(text);
    // Without the comma of `formatInstant`, because no spreadsheet recognizes a date with it.
    return `${dateText(date, pattern)} ${time}`;
  };
  const lines = [
    columns.map(({ header }) => quote(header)),
    ...items.map((item) => columns.map((column) => cell(column, item))),
  ];
  return byteOrderMark + lines.map((cells) => cells.join(separator) + lineEnd).join('');
};

export const writeCsv = async <Item>(sheet: Sheet<Item>): Promise<Blob> =>
  new Blob([csvText(sheet)], { type: 'text/csv;charset=utf-8' });
