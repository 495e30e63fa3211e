import { bounds } from '#lambdas/spreadsheets/bounds.ts';
import { FileRefused } from '#lambdas/spreadsheets/refusal.ts';
import { readXml } from './xml.ts';

/** How a number shows: as a date, with zeros in front up to so many digits, or as it is; `isPlain` where nothing but its own digits shows. */
export type NumberFormat = { readonly isDate: boolean; readonly digits: number; readonly isPlain: boolean };

export const plain: NumberFormat = { isDate: false, digits: 0, isPlain: true };

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
