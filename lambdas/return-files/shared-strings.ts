import type { Cell } from './table.ts';
import { textCell } from './text-cell.ts';
import { readXml } from './xml.ts';

/** In a workbook's texts _x000D_ is a sign by its number, where XML can't have it. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The texts that cells refer to by number; of rich text the text, without readings aloud (<rPh>). */
export const sharedStrings = (xml: string): Cell[] => {
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
      if (name === 'si') strings.push(textCell(unescaped(text)));
      else if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
  });
  return strings;
};
