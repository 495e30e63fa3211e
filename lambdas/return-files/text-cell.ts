import { bounds } from './bounds.ts';
import type { Cell } from './table.ts';
import { isBlank } from './table.ts';

/** The cell that a text is: a blank one holds nothing, and of one too long for any column the beginning stays, however often the file repeats it. */
export const textCell = (text: string): Cell => {
  if (isBlank(text)) return null;
  return text.length > bounds.text.length ? { kind: 'long', begin: text.slice(0, bounds.text.begin) } : text;
};
