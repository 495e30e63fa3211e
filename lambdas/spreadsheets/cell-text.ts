import type { Cell } from './table.ts';

/** Excel keeps fifteen digits of a number and shows the rest as zeros. */
const exactDigits = 15;

/** The noise that a sum or a division leaves behind the fifteenth digit isn't shown, and doesn't count. */
const numberText = (value: number) => String(Number(value.toPrecision(exactDigits)));

/** What a cell shows, about; empty for a blank one. */
export const cellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell.kind === 'date') return cell.date;
  if (cell.kind === 'formatted') return numberText(cell.value);
  if (cell.kind === 'long') return `${cell.begin}…`;
  return cell.kind === 'formula' ? (cell.shown ?? '') : cell.text;
};

/** A text of a file for a report: cut, and of signs that can be seen. */
export const shownText = (text: string, length: number): string =>
  text
    .slice(0, 2 * length)
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, length);

/** 4.54965E+12 and 4,54965E+12: what is left of a code once a spreadsheet has taken it for a number and shortened it. */
const isScientific = (text: string) => /^[+-]?\d{1,15}(?:[.,]\d{1,15})?E\+?\d{1,3}$/i.test(text) && /[.,+]/.test(text);

/** Why it isn't known any more what somebody typed into a cell: `notText` is a date, a truth value or a number that shows as something else by now, `numberMangled` a number without its end. */
export type LostText = 'formula' | 'errorValue' | 'notText' | 'numberMangled' | 'tooLong';

/** What somebody typed into a cell for text, trimmed; or why that isn't known any more. */
export const typedText = (cell: Cell | undefined): { readonly text: string } | { readonly wrong: LostText } => {
  if (typeof cell === 'object' && cell !== null) {
    if (cell.kind === 'formula') return { wrong: 'formula' };
    if (cell.kind === 'long') return { wrong: 'tooLong' };
    return { wrong: cell.kind === 'error' ? 'errorValue' : 'notText' };
  }
  if (typeof cell === 'boolean') return { wrong: 'notText' };
  if (typeof cell === 'number' && Math.abs(cell) >= 10 ** exactDigits) return { wrong: 'numberMangled' };
  const text = cellText(cell).trim().normalize('NFC');
  return isScientific(text) ? { wrong: 'numberMangled' } : { text };
};
