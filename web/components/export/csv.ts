import { escapeCsvCell } from '#shared/text/csv-cell.ts';
import { dateText, findDatePattern, createLocalTimeConverter } from './date-order.ts';
import type { ExportColumn, Sheet } from './export-column.ts';

/** Mark at the start of the file, without which Excel reads UTF-8 as Windows-1252. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Returns the list separator of Excel in a locale: a semicolon if the decimal separator is a comma. */
const findSeparator = (locale: string) => (new Intl.NumberFormat(locale).format(0.5).includes(',') ? ';' : ',');

const quote = (text: string, isRoundTrip = false) => `"${escapeCsvCell(text, isRoundTrip).replaceAll('"', '""')}"`;

export const toCsvText = <Item>({
  columns,
  items,
  locale,
  timeZone,
  isRoundTrip,
}: Omit<Sheet<Item>, 'title'>): string => {
  const separator = findSeparator(locale);
  const pattern = findDatePattern(locale);
  const toLocalTime = createLocalTimeConverter(timeZone);
  const numberFormat = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  const toCell = (column: ExportColumn<Item>, item: Item): string => {
    if (column.kind === 'number') {
      const number = column.value(item);
      return number === null ? '' : numberFormat.format(number);
    }
    const text = column.value(item);
    if (text === null) return '';
    if (column.kind === 'date') return dateText(text, pattern);
    if (column.kind === 'text') return quote(text, isRoundTrip);
    const { date, time } = toLocalTime(text);
    // `formatInstant` puts a comma between date and time, which no spreadsheet recognizes as a date.
    return `${dateText(date, pattern)} ${time}`;
  };
  const lines = [
    columns.map(({ header }) => quote(header)),
    ...items.map((item) => columns.map((column) => toCell(column, item))),
  ];
  return byteOrderMark + lines.map((cells) => cells.join(separator) + lineEnd).join('');
};

export const writeCsv = async <Item>(sheet: Sheet<Item>): Promise<Blob> =>
  new Blob([toCsvText(sheet)], { type: 'text/csv;charset=utf-8' });
