import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as field from '#shared/api/fields.ts';
import { createStoreFinder } from './store-match.ts';

const toStores = (...ids: readonly string[]) => ids.map((storeId) => ({ storeId }));
const matchIds = (ids: readonly string[], typed: string): readonly string[] => {
  const match = createStoreFinder(toStores(...ids))(typed);
  if (match.kind === 'unknown') return [];
  return (match.kind === 'known' ? [match.store] : match.stores).map(({ storeId }) => storeId);
};

describe('createStoreFinder', () => {
  test.each([
    ['0042', ['42', '042', '0042', '00042', ' 42 ', '42.0', '4 2', '\uFF14\uFF12', '\u200B42']],
    ['1001', ['1.001', '1 001', '1\u00A0001', '01001']],
    ['UK-1001', ['uk-1001', 'UK 1001', 'uk1001', 'UK\u20111001', 'UK–1001', 'UK - 1001', 'UK_1001', 'Uk-01001']],
    ['UK-042', ['uk-42', 'UK42', 'UK-0042']],
    ['1002-0006', ['10020006', '1002 0006', '1002\u20130006']],
    ['FR1', ['fr-1', 'FR-01']],
  ])('finds the only matching store %s by %j', (storeId, spellings) => {
    const ids = [storeId, 'UK-2', '7', '8-08'];
    for (const typed of spellings) expect([typed, matchIds(ids, typed)]).toEqual([typed, [storeId]]);
  });

  test('prefers the exact id over similar ones', () => {
    const ids = ['42', '042', '0042', 'uk-1', 'UK-1'];
    for (const storeId of ids) expect(matchIds(ids, storeId)).toEqual([storeId]);
  });
});

test.each([
  [['0042', '042'], '42'],
  [['UK-1', 'uk1'], 'Uk 1'],
])('returns all candidates of %j for %s', (ids, typed) => expect(matchIds(ids, typed)).toEqual(ids));

test.each([
  ['0042', '420'],
  ['0042', '4200'],
  ['UK-1001', '1001'],
  ['UK-1001', 'DE-1001'],
  ['1-11', '11-1'],
  ['01-11', '11-1'],
  ['UK-1', 'UK-1-1'],
])('does not match %s with %s', (storeId, typed) => expect(matchIds([storeId], typed)).toEqual([]));

test('matches any spelling of an id, and no other id', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[A-Z]{0,2}-?[1-9]\d{0,4}$/), {
        selector: (storeId) => storeId.replace('-', ''),
        minLength: 1,
        maxLength: 20,
      }),
      fc.nat(),
      fc.constantFrom<(storeId: string) => string>(
        (storeId) => storeId.toLowerCase(),
        (storeId) => storeId.replace('-', ''),
        (storeId) => storeId.replace('-', ' '),
        (storeId) => storeId.replace(/\d/, '00$&'),
        (storeId) => ` ${storeId}\u200B`,
      ),
      (ids, index, spell) => {
        const storeId = ids[index % ids.length] ?? '';
        expect(matchIds(ids, spell(storeId))).toEqual([storeId]);
      },
    ),
  ));

test('field.storeId trims an id and keeps zeros and case', () => {
  expect(field.storeId.parse(' UK\u2011 0042\u200B')).toBe('UK-0042');
  for (const invalid of ['0042\n0043', 'a/b', 'UK#1', ' ', 'x'.repeat(21)])
    expect([invalid, field.storeId.safeParse(invalid).success]).toEqual([invalid, false]);
});
