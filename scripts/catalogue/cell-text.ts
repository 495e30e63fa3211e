import type { CellValue } from 'exceljs';

/** What a cell says, or why that isn't known. */
export type CellText = { readonly text: string } | { readonly wrong: string };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * What a reader sees in a cell: of rich text the text, of a link what it shows, of a formula its last result.
 * Numbers keep all their digits. Dates and errors are no text: whatever was typed there is lost.
 */
export const cellText = (value: CellValue | undefined): CellText => {
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'string') return { text: value.trim() };
  if (typeof value === 'number') {
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? { text: String(value) }
      : { wrong: 'is a number with more digits than Excel keeps: format the column as text and type it again' };
  }
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' };
  if (value instanceof Date) return { wrong: 'has become a date: format the column as text and type it again' };
  if ('error' in value) return { wrong: `is an error (${value.error})` };
  if ('richText' in value)
    return {
      text: value.richText
        .map(({ text }) => text)
        .join('')
        .trim(),
    };
  // The text of a link may be rich, whatever its type says.
  if ('text' in value)
    return isObject(value.text) ? cellText(value.text as CellValue) : { text: String(value.text).trim() };
  return cellText(value.result);
};
