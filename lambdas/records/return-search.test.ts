import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bookedReturn, storedLines, withRma } from '#lambdas/testing/return-row.ts';
import { exactPrefix, foldTerm, searchOwner, searchPrefix } from '#shared/records/search.ts';
import { foundReturn, returnSearchItems } from './return.ts';
import { byBytes } from './search.ts';

const [ofStore, ofRegion] = [searchOwner('returns', 'nuk', 'UK-1'), searchOwner('returns', 'nuk')];
const hash = 'a1'.repeat(32);

describe('what a return is found by', () => {
  const row = withRma(bookedReturn({ lines: storedLines(2, { serialNumber: 'XKW1' }), files: [hash, hash] }), 'UK7');
  const items = returnSearchItems(row);
  const found = (owner: string, prefix: string) =>
    items.filter((item) => item.owner === owner && item.term.startsWith(prefix));

  test.each(['uk7', ' RET', 'xkw1', '9521234567899'])('%s, once for its store and once for its region', (text) => {
    for (const owner of [ofStore, ofRegion]) {
      const { store, reference, id, storeRefNo, createdAt } = row;
      expect(found(owner, searchPrefix(text))).toEqual([
        expect.objectContaining({ store, reference, id, storeRefNo, createdAt }),
      ]);
    }
  });

  test('the file that it came from, for its store only, and never by a search', () => {
    expect(found(ofStore, exactPrefix('file', hash))).toHaveLength(1);
    expect(found(ofRegion, exactPrefix('file', hash))).toEqual([]);
    expect(found(ofStore, searchPrefix(hash))).toEqual([]);
  });

  test('nothing else, and each item is one that the index reads', () => {
    expect(items).toHaveLength(4 + 1 + 4);
    for (const { owner: _, ...item } of items) expect(foundReturn.parse(item)).toEqual(item);
  });
});

test('a return of a thousand lines of one product is two thousand items', () =>
  expect(returnSearchItems(bookedReturn({ lines: storedLines(1000) }))).toHaveLength(2 * (1000 + 1 + 1)));

test('of the terms that begin alike exactly one is the first, whatever is looked for', () => {
  const values = fc.stringMatching(/^[AB\u{1F600}\uFF21]{1,3}$/u);
  const facts = fc.record({
    rma: fc.option(values, { nil: undefined }),
    reference: values,
    serials: fc.array(values, { minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(facts, values, ({ rma, reference, serials }, text) => {
      const lines = serials.flatMap((serialNumber) => storedLines(1, { serialNumber }));
      const booked = bookedReturn({ storeRefNo: reference, lines });
      const items = returnSearchItems(rma === undefined ? booked : withRma(booked, rma)).filter(
        ({ owner }) => owner === ofStore,
      );
      expect(items.map(({ term }) => term)).toEqual(items.map(({ term }) => term).toSorted(byBytes));
      const prefix = searchPrefix(text);
      const firsts = items.filter(
        ({ term, previous }) => term.startsWith(prefix) && previous?.startsWith(prefix) !== true,
      );
      const isFound = [rma ?? '', reference, ...serials].some((value) => foldTerm(value).startsWith(foldTerm(text)));
      expect(firsts).toHaveLength(isFound ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});
