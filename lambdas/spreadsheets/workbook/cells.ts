import { memoize } from '#lambdas/spreadsheets/memoize.ts';
import { FileRefused } from '#lambdas/spreadsheets/refusal.ts';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { textCell } from '#lambdas/spreadsheets/table.ts';
import type { NumberFormat } from './number-formats.ts';
import { plain } from './number-formats.ts';
import { readXml } from './xml.ts';

/** In a workbook's texts _x000D_ is a sign by its number, where XML can't have it. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The texts that cells refer to by number; of rich text the text, without readings aloud (<rPh>). */
export const sharedStrings = (xml: string, longest?: number): Cell[] => {
  const strings: Cell[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  readXml(xml, {
    onOpen: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    onText: (part) => {
      if (isText) text += part;
    },
    onClose: (name) => {
      if (name === 'si') strings.push(textCell(unescaped(text), longest));
      else if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
  });
  return strings;
};

/** What the cells of a sheet refer to. */
export type Workbook = {
  readonly strings: readonly Cell[];
  readonly formats: readonly NumberFormat[];
  /** Days count from 1904, as old Macs had it. */
  readonly is1904: boolean;
  /** Characters of a text; those that any column of a file asks for, if nothing is said. */
  readonly longest?: number | undefined;
};

const dayMs = 86_400_000;
/** The 1st of January 1970, in Excel's days. */
const epoch = { 1900: 25_569, 1904: 24_107 } as const;

// To the millisecond, so that the noise of a fraction never makes it the day before.
const dateOf = (days: number, is1904: boolean): Cell => {
  const date = new Date(Math.round((days - epoch[is1904 ? 1904 : 1900]) * dayMs));
  const year = date.getUTCFullYear();
  // What Excel can't show as a date it shows as this.
  return year >= 1900 && year <= 9999
    ? { kind: 'date', date: date.toISOString().slice(0, 10) }
    : { kind: 'error', text: '#####' };
};

/** As XML writes a number; JavaScript would take more for one, like 0x10. */
const written = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:E[+-]?\d{1,4})?$/i;

const numberOf = (text: string, { isDate, digits, isPlain }: NumberFormat, dates: (days: number) => Cell): Cell => {
  const number = text.trim();
  if (number === '') return null;
  const value = written.test(number) ? Number(number) : Number.NaN;
  if (!Number.isFinite(value)) throw new FileRefused('FileDamaged');
  if (isDate) return dates(value);
  if (digits > 0 && Number.isSafeInteger(value) && value >= 0) return String(value).padStart(digits, '0');
  return isPlain ? value : { kind: 'formatted', value };
};

/** Makes a cell from its type, its style's number and its text, as they stand in a sheet. Throws FileRefused for what no program writes. */
export const sheetCell = ({ strings, formats, is1904, longest }: Workbook) => {
  // Rows were bought on the same few days.
  const dates = memoize((days: number) => dateOf(days, is1904));

  return (type: string | undefined, style: string | undefined, text: string): Cell => {
    if (text === '') return null;
    switch (type) {
      case 's': {
        const string = /^\d+$/.test(text) ? strings[Number(text)] : undefined;
        if (string === undefined) throw new FileRefused('FileDamaged');
        return string;
      }
      case 'str':
      case 'inlineStr':
        return textCell(unescaped(text), longest);
      // A date written out; read as any text that is one.
      case 'd':
        return textCell(text);
      case 'b':
        return text === '1' || text === 'true';
      case 'e':
        return { kind: 'error', text: text.slice(0, 20) };
      case 'n':
      case undefined:
        return numberOf(text, formats[Number(style ?? 0)] ?? plain, dates);
      default:
        throw new FileRefused('FileDamaged');
    }
  };
};
