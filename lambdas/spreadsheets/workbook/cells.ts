import { FileRefused, bounds } from '#lambdas/spreadsheets/bounds.ts';
import { memoize, textCell } from '#lambdas/spreadsheets/table.ts';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { readXml } from './xml.ts';

/** How a number shows: as a date, with zeros in front up to so many digits, or as it is; `isPlain` where nothing but its own digits shows. */
type NumberFormat = { readonly isDate: boolean; readonly digits: number; readonly isPlain: boolean };

const plain: NumberFormat = { isDate: false, digits: 0, isPlain: true };

/** Of the formats that Excel knows by number only those that show a number's own digits: General, text, with decimals, with thousands. */
const plainBuiltIn: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 37, 38, 39, 40, 49]);

/** What a format's code says of positive numbers, without the language, the room for a bracket and the part for texts. */
const positivePart = (code: string): string =>
  (code.split(';')[0] ?? '').replaceAll(/\[\$-[0-9A-Fa-f]{1,8}\]|_./g, '').trim();

const isPlainCode = (code: string): boolean => /^(?:General|@|(?:0|#|#,##[0#])(?:\.[0#]{1,30})?)$/i.test(code);

/** The dates among the formats that Excel knows by number only: Western, and those of East Asia. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format's code, like dd/mm/yyyy;@, shows a date; texts and colours within it don't count. */
export const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(
    code
      .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
      .replaceAll(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
      .split(';')[0] ?? '',
  );

/** Excel's own limit; what is longer was written to do harm. */
const longestCode = 255;

const formatOf = (id: number, given: string | undefined): NumberFormat => {
  // As ClosedXML writes it: an empty code is General.
  if (given === '') return plain;
  if (given === undefined) return { isDate: isBuiltInDate(id), digits: 0, isPlain: plainBuiltIn.has(id) };
  const code = given.slice(0, longestCode);
  const shown = positivePart(code);
  const digits = /^0{2,30}$/.test(shown) ? shown.length : 0;
  return { isDate: isDateCode(code), digits, isPlain: digits > 0 || isPlainCode(shown) };
};

/** A workbook's formats, in the order in which cells refer to them. Throws FileRefused when there are more than Excel has. */
export const numberFormats = (xml: string): NumberFormat[] => {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isCells = false;
  readXml(xml, {
    onOpen: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) ids.push(Number(numFmtId ?? 0));
      if (Math.max(ids.length, codes.size) > bounds.formats) throw new FileRefused('FileTooLarge');
    },
    onClose: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return ids.map((id) => formatOf(id, codes.get(id)));
};

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

export type Workbook = {
  readonly strings: readonly Cell[];
  readonly formats: readonly NumberFormat[];
  /** Days count from 1904, as old Macs had it. */
  readonly is1904: boolean;
  readonly longest?: number | undefined;
};

/** The 1st of January 1970, in Excel's days. */
const epoch = { 1900: 25_569, 1904: 24_107 } as const;

// To the millisecond, so that the noise of a fraction never makes it the day before.
const dateOf = (days: number, is1904: boolean): Cell => {
  const date = new Date(Math.round((days - epoch[is1904 ? 1904 : 1900]) * 86_400_000));
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
