import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as field from './fields.ts';
import { storeFinder } from './meant-store.ts';

const storesOf = (...ids: readonly string[]) => ids.map((storeId) => ({ storeId }));
const idsMeant = (ids: readonly string[], typed: string): readonly string[] => {
  const meant = storeFinder(storesOf(...ids))(typed);
  if (meant.kind === 'unknown') return [];
  return (meant.kind === 'known' ? [meant.store] : meant.stores).map(({ storeId }) => storeId);
};

describe('the only store that can be meant is found', () => {
  test.each([
    ['0042', ['42', '042', '0042', '00042', ' 42 ', '42.0', '4 2', '\uFF14\uFF12', '\u200B42']],
    ['1001', ['1.001', '1 001', '1\u00A0001', '01001']],
    ['UK-1001', ['uk-1001', 'UK 1001', 'uk1001', 'UK\u20111001', 'UK–1001', 'UK - 1001', 'UK_1001', 'Uk-01001']],
    ['UK-042', ['uk-42', 'UK42', 'UK-0042']],
    ['1002-0006', ['10020006', '1002 0006', '1002\u20130006']],
    ['FR1', ['fr-1', 'FR-01']],
  ])('%s by %j', (storeId, spellings) => {
    const ids = [storeId, 'UK-2', '7', '8-08'];
    for (const typed of spellings) expect([typed, idsMeant(ids, typed)]).toEqual([typed, [storeId]]);
  });

  test('as it is spelled, whatever others are alike', () => {
    const ids = ['42', '042', '0042', 'uk-1', 'UK-1'];
    for (const storeId of ids) expect(idsMeant(ids, storeId)).toEqual([storeId]);
  });
});

test.each([
  [['0042', '042'], '42'],
  [['UK-1', 'uk1'], 'Uk 1'],
])('of %j more than one can be meant by %s', (ids, typed) => expect(idsMeant(ids, typed)).toEqual(ids));

test.each([
  ['0042', '420'],
  ['0042', '4200'],
  ['UK-1001', '1001'],
  ['UK-1001', 'DE-1001'],
  ['1-11', '11-1'],
  ['01-11', '11-1'],
  ['UK-1', 'UK-1-1'],
])('%s is not meant by %s', (storeId, typed) => expect(idsMeant([storeId], typed)).toEqual([]));

test('any spelling of an id means it, and never another one', () =>
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
      (ids, at, spell) => {
        const storeId = ids[at % ids.length] ?? '';
        expect(idsMeant(ids, spell(storeId))).toEqual([storeId]);
      },
    ),
  ));

test('an id that a form takes is tidied, and keeps its zeros and its case', () => {
  expect(field.storeId.parse(' UK\u2011 0042\u200B')).toBe('UK-0042');
  for (const refused of ['0042\n0043', 'a/b', 'UK#1', ' ', 'x'.repeat(21)])
    expect([refused, field.storeId.safeParse(refused).success]).toEqual([refused, false]);
});
