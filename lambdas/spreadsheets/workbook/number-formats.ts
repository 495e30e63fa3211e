import { readXml } from './xml.ts';

/** How a number shows: as a date, with zeros in front up to so many digits, or as it is. */
export type NumberFormat = { readonly isDate: boolean; readonly digits: number };

export const plain: NumberFormat = { isDate: false, digits: 0 };

/** The dates among the formats that Excel knows by number only: Western, and those of East Asia. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format's code, like dd/mm/yyyy;@, shows a date; texts and colours within it don't count. */
export const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(
    code
      .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
      .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
      .split(';')[0] ?? '',
  );

const formatOf = (id: number, code: string | undefined): NumberFormat => ({
  isDate: code === undefined ? isBuiltInDate(id) : isDateCode(code),
  digits: code !== undefined && /^0{2,30}$/.test(code) ? code.length : 0,
});

/** A workbook's formats, in the order in which cells refer to them. */
export const numberFormats = (xml: string): NumberFormat[] => {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isCells = false;
  readXml(xml, {
    onOpen: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) ids.push(Number(numFmtId ?? 0));
    },
    onClose: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return ids.map((id) => formatOf(id, codes.get(id)));
};
