import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as field from '#shared/api/fields.ts';
import { tidyEmail } from './email-address.ts';

const parseEmail = (typed: string) => field.email.safeParse(typed).data;

describe('the email field with a valid address', () => {
  test.each([
    [' Anna@Store.Example ', 'anna@store.example'],
    ['anna@müller.example', 'anna@xn--mller-kva.example'],
    ['anna@MÜLLER.example', 'anna@xn--mller-kva.example'],
    ['anna@mu\u0308ller.example', 'anna@xn--mller-kva.example'],
    ['anna@xn--mller-kva.example', 'anna@xn--mller-kva.example'],
    ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@店。example', 'anna@xn--hxt.example'],
    ['ａｎｎａ＠store.example', 'anna@store.example'],
    ['mailto:anna@store.example', 'anna@store.example'],
    ['Anna Smith <anna@store.example>', 'anna@store.example'],
    ['"Smith, Anna" <anna@store.example>;', 'anna@store.example'],
    ["'anna@store.example'", 'anna@store.example'],
    ['anna@store.example;', 'anna@store.example'],
    ['anna @ store.example', 'anna@store.example'],
    ['\u200Banna@\u00ADstore.example\uFEFF', 'anna@store.example'],
    [`${'l'.repeat(64)}@store.example`, `${'l'.repeat(64)}@store.example`],
    ["o'neil+till-1@store.example", "o'neil+till-1@store.example"],
  ])('normalizes %j to %s', (typed, email) => expect(parseEmail(typed)).toBe(email));

  test('is idempotent', () =>
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const parsed = parseEmail(email);
        if (parsed !== undefined) expect(parseEmail(parsed)).toBe(parsed);
      }),
    ));
});

describe('the email field with an invalid address', () => {
  test.each([
    `${'l'.repeat(65)}@store.example`,
    `anna@${'d'.repeat(64)}.example`,
    `anna@${'ü'.repeat(64)}.example`,
    'bën@store.example',
    'anna smith@store.example',
    'anna@store.example, ben@store.example',
    'anna@store',
    'anna@-store.example',
    'anna@store..example',
    'anna@@store.example',
    'anna@sto/re.example',
    'anna@müller.example:80',
    '<anna>@store.example',
    'anna',
  ])('rejects %j', (typed) => {
    const issue = field.email.safeParse(typed).error?.issues[0];
    expect(issue).toMatchObject({ code: 'invalid_format', format: 'email' });
  });
});

test.each(['anna', 'anna.', '*store', ''])('tidyEmail only trims and lower-cases %j', (typed) =>
  expect(tidyEmail(`\u200B${typed.toUpperCase()} `)).toBe(typed),
);
