import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { users } from '#shared/api/routes/users.ts';
import { parseDate, parseTypedDate } from '#shared/dates/parse-date.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { tidyText, removeInvisible } from './invisible-characters.ts';
import { requiredProse, multilineProse } from './prose.ts';

/** Named for the test titles, since editors do not show these characters. */
const invisible: readonly (readonly [name: string, character: string])[] = [
  ['a zero-width space', '\u200B'],
  ['a zero-width non-joiner', '\u200C'],
  ['a zero-width joiner', '\u200D'],
  ['a left-to-right mark', '\u200E'],
  ['a right-to-left mark', '\u200F'],
  ['an embedding', '\u202A'],
  ['an override', '\u202E'],
  ['a word joiner', '\u2060'],
  ['an isolate', '\u2066'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['an Arabic letter mark', '\u061C'],
  ['a Mongolian vowel separator', '\u180E'],
  ['a variation selector', '\uFE0F'],
];

/** Sample value for each type of field. */
const fields: readonly (readonly [name: string, schema: z.ZodMiniType, typed: string])[] = [
  ['email', field.email, 'anna@store.example'],
  ['verificationCode', field.verificationCode, '123456'],
  ['oneTimeCode', field.oneTimeCode, '123456'],
  ['storeId', field.storeId, 'UK-1001'],
  ['storeName', field.storeName, 'London Oxford Street'],
  ['storeRefNo', field.storeRefNo, 'REF 7'],
  ['serialNumber', serialNumberField, 'XKW10000001'],
  ['a line', field.line(40), 'UK59000151'],
  ['prose', requiredProse(40), 'Screen is dark'],
  ['text', multilineProse(40), 'Screen is dark'],
  ['a search for users', users.listUsers.input.shape.search, 'anna@store.example'],
];

describe.each(invisible)('%s', (_, character) => {
  test('is removed at any position', () => {
    expect(removeInvisible(`${character}a${character}b${character}`)).toBe('ab');
    expect(tidyText(`${character} a b\u00A0${character}`)).toBe('a b');
  });

  test.each(fields)('is ignored in %s', (name, schema, typed) => {
    const isKeptInProse = ['prose', 'text'].includes(name) && ['\u200C', '\u200D', '\uFE0F'].includes(character);
    const expected = schema.safeParse(typed).data;
    expect(expected).toBeDefined();
    const pastedInside = `${typed.slice(0, 3)}${character}${typed.slice(3)}`;
    for (const pastedText of [`${character}${typed}`, ...(isKeptInProse ? [] : [`${typed}${character}`, pastedInside])])
      expect(schema.safeParse(pastedText)).toEqual({ success: true, data: expected });
  });

  test.each(['20/11/2026', '2026-11-20', '20 Nov 2026', '201126'])('is ignored in the date %s', (date) => {
    const pastedText = `${character}${date.slice(0, 2)}${character}${date.slice(2)}${character}`;
    expect(parseTypedDate(pastedText)).toBe('2026-11-20');
    expect(parseDate(pastedText)).toBe(parseDate(date));
  });
});

test.each(['\n', '\t', '\u0000', '\u001D'])('keeps the control character %j', (character) =>
  expect(removeInvisible(`a${character}b`)).toBe(`a${character}b`),
);
