import type * as z from 'zod/mini';
import { invisibleCharacterPattern } from '#shared/api/fields.ts';
import type { LostTextReason, Cell, Table } from './table.ts';
import { readTypedText } from './table.ts';

/**
 * Valid text of a cell, or the key of its problem. `length` is the maximum length of the column, and `signs` names the
 * invisible characters (key `unseen`), such as `U+200B`.
 */
export type CheckResult<Key extends string> =
  | { readonly text: string }
  | {
      readonly problem: { readonly key: Key | 'tooLong' | 'unseen'; readonly length?: number; readonly signs?: string };
    };

/** Collapses line breaks and runs of spaces into one space; keeps the no-break spaces that French needs. */
export const toSingleLine = (text: string): string =>
  /[\t\n\v\f\r]| {2}/.test(text) ? text.replaceAll(/[^\S\u00A0\u202F]+/g, ' ').trim() : text;

const toCodePointName = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const findInvisibleCharacters = (text: string): string =>
  [...new Set(text.match(invisibleCharacterPattern))].slice(0, 3).map(toCodePointName).join(', ');

/**
 * Validates a text against a field's schema; `malformedKey` is the key of the problem for anything but excess length. `isTooLong`
 * replaces the character count where other limits apply.
 */
export const checkText = <Key extends string>(
  text: string,
  schema: z.ZodMiniType<string, string>,
  maxLength: number,
  malformedKey: Key,
  isTooLong = text.length > maxLength,
): CheckResult<Key> => {
  const result = schema.safeParse(text);
  if (result.success) return { text: result.data };
  const signs = findInvisibleCharacters(text);
  if (signs !== '' && schema.safeParse(text.replaceAll(invisibleCharacterPattern, '')).success)
    return { problem: { key: 'unseen', signs } };
  return { problem: isTooLong ? { key: 'tooLong', length: maxLength } : { key: malformedKey } };
};

/** Creates a function that reads a cell as text and passes the text to `check`. */
export const createTextColumnReader =
  <Key extends string = never>(maxLength: number, check: (text: string) => CheckResult<Key>) =>
  (cell: Cell): CheckResult<Key | LostTextReason> => {
    const typed = readTypedText(cell);
    if ('text' in typed) return check(typed.text);
    return { problem: { key: typed.wrong, ...(typed.wrong === 'tooLong' && { length: maxLength }) } };
  };

/** Matches an ISO date, which LibreOffice and databases write for a code that became a date. */
export const isIsoDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Returns true if leading zeros may be lost: the cell is a number, or digits in a text file that a spreadsheet may have saved. */
export const mayLackLeadingZeros = (
  cell: Cell,
  text: string,
  { isTextFile = false }: Pick<Table, 'isTextFile'>,
): boolean => typeof cell === 'number' || (isTextFile && /^[1-9]\d*$/.test(text));
