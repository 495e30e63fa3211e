import { FileRejectedError, bounds } from '#lambdas/lib/spreadsheets/bounds.ts';
import { memoize, toTextCell } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import { readXml } from './xml.ts';

/**
 * Display format of a number: whether it shows a date, to how many `digits` it pads the number with zeros (0 for none),
 * and whether it shows nothing but the number (`isPlain`), apart from decimals, thousands separators and padding.
 */
type NumberFormat = { readonly isDate: boolean; readonly digits: number; readonly isPlain: boolean };

const plainFormat: NumberFormat = { isDate: false, digits: 0, isPlain: true };

/** Built-in Excel formats that show only a number's own digits: General, text, decimals, thousands. */
const plainBuiltInIds: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 37, 38, 39, 40, 49]);

/** Returns a format code's section for positive numbers, without locale and spacing. */
const findPositiveSection = (code: string): string =>
  (code.split(';')[0] ?? '').replaceAll(/\[\$-[0-9A-Fa-f]{1,8}\]|_./g, '').trim();

const isPlainCode = (code: string): boolean => /^(?:General|@|(?:0|#|#,##[0#])(?:\.[0#]{1,30})?)$/i.test(code);

/** Built-in Excel date formats, including those of East Asia. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Checks whether a format code such as dd/mm/yyyy;@ shows a date; ignores literal texts and colors. */
export const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(
    code
      .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
      .replaceAll(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
      .split(';')[0] ?? '',
  );

/** Excel's own limit; a longer code was made to cause harm. */
const maxCodeLength = 255;

const toNumberFormat = (id: number, formatCode: string | undefined): NumberFormat => {
  // ClosedXML writes General as an empty code.
  if (formatCode === '') return plainFormat;
  if (formatCode === undefined) return { isDate: isBuiltInDate(id), digits: 0, isPlain: plainBuiltInIds.has(id) };
  const code = formatCode.slice(0, maxCodeLength);
  const positiveSection = findPositiveSection(code);
  const digits = /^0{2,30}$/.test(positiveSection) ? positiveSection.length : 0;
  return { isDate: isDateCode(code), digits, isPlain: digits > 0 || isPlainCode(positiveSection) };
};

/**
 * Reads a workbook's cell formats, in the order in which cells reference them. Throws FileRejectedError if there are
 * more than Excel allows.
 */
export const readNumberFormats = (xml: string): NumberFormat[] => {
  const codeById = new Map<number, string>();
  const ids: number[] = [];
  let isInCellFormats = false;
  readXml(xml, {
    onOpen: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt') codeById.set(Number(numFmtId), formatCode ?? '');
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats) ids.push(Number(numFmtId ?? 0));
      if (Math.max(ids.length, codeById.size) > bounds.formats) throw new FileRejectedError('FileTooLarge');
    },
    onClose: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return ids.map((id) => toNumberFormat(id, codeById.get(id)));
};

/** Decodes characters that XML can't contain, which workbooks write as _x000D_. */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/**
 * Reads the shared strings that cells reference by number; rich text without formatting and without phonetic hints
 * (<rPh>).
 */
export const readSharedStrings = (xml: string, maxTextLength?: number): Cell[] => {
  const strings: Cell[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  readXml(xml, {
    onOpen: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    onText: (part) => {
      if (isText) text += part;
    },
    onClose: (name) => {
      if (name === 'si') strings.push(toTextCell(unescapeText(text), maxTextLength));
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
    },
  });
  return strings;
};

export type Workbook = {
  readonly strings: readonly Cell[];
  readonly formats: readonly NumberFormat[];
  /** Days count from 1904, as on old Macs. */
  readonly is1904: boolean;
  readonly maxTextLength?: number | undefined;
};

/** January 1, 1970 in Excel's day numbers. */
const epoch = { 1900: 25_569, 1904: 24_107 } as const;

// Rounds to milliseconds, so that floating-point noise never yields the day before.
const toDateCell = (days: number, is1904: boolean): Cell => {
  const date = new Date(Math.round((days - epoch[is1904 ? 1904 : 1900]) * 86_400_000));
  const year = date.getUTCFullYear();
  // Excel shows dates out of its range as #####.
  return year >= 1900 && year <= 9999
    ? { kind: 'date', date: date.toISOString().slice(0, 10) }
    : { kind: 'error', text: '#####' };
};

/** A number as XML writes it; `Number` would accept more, such as 0x10. */
const xmlNumber = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:E[+-]?\d{1,4})?$/i;

const toNumberCell = (
  text: string,
  { isDate, digits, isPlain }: NumberFormat,
  toDate: (days: number) => Cell,
): Cell => {
  const number = text.trim();
  if (number === '') return null;
  const value = xmlNumber.test(number) ? Number(number) : Number.NaN;
  if (!Number.isFinite(value)) throw new FileRejectedError('FileDamaged');
  if (isDate) return toDate(value);
  if (digits > 0 && Number.isSafeInteger(value) && value >= 0) return String(value).padStart(digits, '0');
  return isPlain ? value : { kind: 'formatted', value };
};

/**
 * Returns a function that converts a cell's type, style number and text to a cell. It throws FileRejectedError for
 * anything that no program writes.
 */
export const createCellReader = ({ strings, formats, is1904, maxTextLength }: Workbook) => {
  // Purchase dates repeat within a file.
  const toDate = memoize((days: number) => toDateCell(days, is1904));

  return (type: string | undefined, style: string | undefined, text: string): Cell => {
    if (text === '') return null;
    switch (type) {
      case 's': {
        const string = /^\d+$/.test(text) ? strings[Number(text)] : undefined;
        if (string === undefined) throw new FileRejectedError('FileDamaged');
        return string;
      }
      case 'str':
      case 'inlineStr':
        return toTextCell(unescapeText(text), maxTextLength);
      // An ISO date, parsed later like any typed date.
      case 'd':
        return toTextCell(text);
      case 'b':
        return text === '1' || text === 'true';
      case 'e':
        return { kind: 'error', text: text.slice(0, 20) };
      case 'n':
      case undefined:
        return toNumberCell(text, formats[Number(style ?? 0)] ?? plainFormat, toDate);
      default:
        throw new FileRejectedError('FileDamaged');
    }
  };
};
