import * as z from 'zod/mini';
import { catalogueKey, requiredLine } from '#shared/fields.ts';

/** As much as a list or a slip shows on two lines. */
const labelLength = 120;
const codeLength = 30;

const keySchema = catalogueKey.check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
const codeSchema = z.string().check(z.maxLength(codeLength), z.regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/));
const labelSchema = requiredLine(labelLength);

const unless = (schema: z.ZodMiniType<string, string>, rule: string) => (text: string) =>
  schema.safeParse(text).success ? undefined : rule;

const key = unless(keySchema, 'small letters and digits with single hyphens between, at most 60 signs');
const code = unless(
  codeSchema,
  `capital letters and digits, perhaps with hyphens between, at most ${codeLength} signs`,
);

/** What records carry for ever. */
export const keyColumn = { name: 'key', isRequired: true, wrong: key } as const;
export const codeColumn = { name: 'code', width: 14, isRequired: true, wrong: code } as const;

/** What an entry is called in a language. */
export const labelColumn = { wrong: unless(labelSchema, `at most ${labelLength} signs, all of them visible`) };

/** Refuses what is none of some words, in whichever letters. */
export const oneOf =
  (words: readonly string[], more = '') =>
  (text: string) =>
    words.includes(text.toLowerCase()) ? undefined : `one of ${words.join(', ')}${more}`;
