import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bookedReturn, storedLines, withRma } from '#lambdas/testing/return-row.ts';
import { foldTerm } from '#shared/records/record.ts';
import { searchOwner, searchPrefix } from '#shared/records/search.ts';
import { returnSearchItems } from './return.ts';
import { byBytes } from './search.ts';

const [ofStore, ofRegion] = [searchOwner('returns', 'nuk', 'UK-1'), searchOwner('returns', 'nuk')];

const row = withRma(bookedReturn({ lines: storedLines(2, { serialNumber: 'XKW1' }) }), 'UK7');
const items = returnSearchItems(row);
const found = (owner: string, prefix: string) =>
  items.filter((item) => item.owner === owner && item.term.startsWith(prefix));

test.each(['uk7', ' RET', 'xkw1', '9521234567899'])(
  'a return is found by %s, once for its store and once for its region',
  (text) => {
    for (const owner of [ofStore, ofRegion]) {
      const { store, reference, id, storeRefNo, createdAt } = row;
      expect(found(owner, searchPrefix(text))).toEqual([
        expect.objectContaining({ store, reference, id, storeRefNo, createdAt }),
      ]);
    }
  },
);

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
      const own = returnSearchItems(rma === undefined ? booked : withRma(booked, rma)).filter(
        ({ owner }) => owner === ofStore,
      );
      expect(own.map(({ term }) => term)).toEqual(own.map(({ term }) => term).toSorted(byBytes));
      const prefix = searchPrefix(text);
      const firsts = own.filter(
        ({ term, previous }) => term.startsWith(prefix) && previous?.startsWith(prefix) !== true,
      );
      const isFound = [rma ?? '', reference, ...serials].some((value) => foldTerm(value).startsWith(foldTerm(text)));
      expect(firsts).toHaveLength(isFound ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});
