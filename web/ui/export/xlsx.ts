import excel from 'exceljs';
import type { Cell } from 'exceljs';
import { dayPattern } from './date-order.ts';
import type { ExportColumn, Sheet } from './export-column.ts';
import { wallClock } from './wall-clock.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** In characters: room for a header, and no column that fills the screen. */
const width = { min: 10, max: 60, padding: 2 };

/** A cell knows no time zone: it holds what the region's clocks showed. */
const clockTime = (iso: string, timeZone: string) => {
  const { year, month, day, hour, minute } = wallClock(iso, timeZone);
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
};

// In a workbook _x0041_ means A: what looks like that, but is meant to the letter, gets its underscore written so itself.
const toTheLetter = (text: string) => text.replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_');

const valueOf = <Item>(column: ExportColumn<Item>, item: Item, timeZone: string) => {
  if (column.kind === 'number') return column.value(item);
  const text = column.value(item);
  if (text === null) return null;
  if (column.kind === 'date') return new Date(`${text}T00:00:00Z`);
  return column.kind === 'text' ? toTheLetter(text) : clockTime(text, timeZone);
};

const shownLength = ({ value }: Cell) =>
  value instanceof Date ? 'dd/mm/yyyy hh:mm'.length : String(value ?? '').length;

/** A workbook of one sheet with types: texts are texts, so that nothing is computed or rounded, and dates are dates. */
export const writeXlsx = async <Item>({ title, columns, items, locale, timeZone }: Sheet<Item>): Promise<Blob> => {
  const workbook = new excel.Workbook();
  const sheet = workbook.addWorksheet(title, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRow(columns.map(({ header }) => header));
  sheet.addRows(items.map((item) => columns.map((column) => valueOf(column, item, timeZone))));
  const formats = {
    text: '@',
    number: 'General',
    date: dayPattern(locale),
    instant: `${dayPattern(locale)} hh:mm`,
  } as const;
  columns.forEach(({ kind }, index) => {
    const column = sheet.getColumn(index + 1);
    let longest = width.min;
    column.numFmt = formats[kind];
    column.eachCell((cell) => (longest = Math.max(longest, shownLength(cell))));
    column.width = Math.min(width.max, longest + width.padding);
  });
  const head = sheet.getRow(1);
  head.font = { bold: true };
  head.numFmt = '@';
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: Math.max(1, columns.length) } };
  return new Blob([await workbook.xlsx.writeBuffer()], { type: mediaType });
};
