import * as z from 'zod/mini';
import { catalogueKey, requiredLine } from '#shared/fields.ts';
import type { Row } from './read-rows.ts';

/** As much as a list or a slip shows on two lines. */
const labelLength = 120;
const codeLength = 30;

const key = catalogueKey.check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
const code = z.string().check(z.maxLength(codeLength), z.regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/));
const label = requiredLine(labelLength);

const read = (row: Row, column: string, schema: z.ZodMiniType<string, string>, rule: string): string => {
  const text = row.text(column);
  // What a cell holds that cannot be read has been said already.
  if (!row.isKnown(column)) return text;
  if (text === '') row.refuse(column, 'is missing');
  else if (!schema.safeParse(text).success) row.refuse(column, `${JSON.stringify(text)}: ${rule}`);
  return text;
};

/** A key: what records carry for ever. */
export const readKey = (row: Row, column = 'key') =>
  read(row, column, key, 'small letters and digits with single hyphens between, at most 60 signs');

export const readCode = (row: Row, column = 'code') =>
  read(row, column, code, `capital letters and digits, perhaps with hyphens between, at most ${codeLength} signs`);

export const readLabel = (row: Row, column: string) =>
  read(row, column, label, `at most ${labelLength} signs, all of them visible`);

const flags = new Map([
  ...['yes', 'true', '1', 'x'].map((text) => [text, true] as const),
  ...['', 'no', 'false', '0'].map((text) => [text, false] as const),
]);

/** yes or no; blank is no. */
export const readFlag = (row: Row, column: string): boolean => {
  const flag = flags.get(row.text(column).toLowerCase());
  if (flag === undefined) row.refuse(column, `${JSON.stringify(row.text(column))}: yes or no`);
  return flag ?? false;
};
