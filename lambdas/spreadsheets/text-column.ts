import type * as z from 'zod/mini';
import { unseen } from '#shared/fields.ts';
import type { LostText, Cell } from './table.ts';
import { typedText } from './table.ts';

export type Checked<Key extends string> =
  | { readonly text: string }
  | { readonly fault: { readonly key: Key | 'tooLong' | 'unseen'; readonly length?: number; readonly signs?: string } };

/** Line breaks in a cell, and spaces in a row, are one space; French needs its no-break ones. */
export const oneLine = (text: string): string =>
  /[\t\n\v\f\r]| {2}/.test(text) ? text.replaceAll(/[^\S\u00A0\u202F]+/g, ' ').trim() : text;

const nameOf = (sign: string) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const unseenSigns = (text: string): string => [...new Set(text.match(unseen))].slice(0, 3).map(nameOf).join(', ');

/** A text as a field takes it; `malformed` is what is wrong with one that isn't only too long, which `isTooLong` may say of more than its characters. */
export const checked = <Key extends string>(
  text: string,
  schema: z.ZodMiniType<string, string>,
  length: number,
  malformed: Key,
  isTooLong = text.length > length,
): Checked<Key> => {
  const parsed = schema.safeParse(text);
  if (parsed.success) return { text: parsed.data };
  const signs = unseenSigns(text);
  if (signs !== '' && schema.safeParse(text.replaceAll(unseen, '')).success) return { fault: { key: 'unseen', signs } };
  return { fault: isTooLong ? { key: 'tooLong', length } : { key: malformed } };
};

export const textColumn =
  <Key extends string = never>(length: number, check: (text: string) => Checked<Key>) =>
  (cell: Cell): Checked<Key | LostText> => {
    const typed = typedText(cell);
    if ('text' in typed) return check(typed.text);
    return { fault: { key: typed.wrong, ...(typed.wrong === 'tooLong' && { length }) } };
  };

/** What LibreOffice and databases write where a code has become a date. */
export const isIsoDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
