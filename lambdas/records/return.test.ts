import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bookedReturn, storedLines, withRma, bookedRow } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/limits.ts';
import { searchKey } from '#shared/records/search-key.ts';
import { searchOwner, searchPrefixes } from '#shared/records/search.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import { returnTimelineEntries } from '#shared/returns/return.ts';
import { fieldsOf, itemOf } from './item.ts';
import { newRepairRow, repairKind } from './repair.ts';
import { itemBytes, mostItemBytes, returnSearchItems, newReturnRow } from './return.ts';
import { byBytes } from './search.ts';

test('the largest row there can be is one item of DynamoDB, after all that may happen to it', () => {
  const wide = (length: number) => '任'.repeat(length);
  const line = {
    product: 'p'.repeat(limits.text.catalogueKey),
    productDescription: 'd'.repeat(returnLimits.productDescription.bytes),
    serialNumber: 'X'.repeat(limits.text.serialNumber),
  };
  const at = '2026-11-21T08:00:00.000Z';
  const assigned = Array.from({ length: returnTimelineEntries - 1 }, (_, index): ReturnEntry => ({
    type: 'rmaAssigned',
    at,
    eventId: `${wide(97)}${100 + index}`,
    rma: wide(limits.text.rma),
  }));
  const row = bookedReturn({
    storeId: 'S'.repeat(limits.text.storeId),
    storeName: wide(limits.text.storeName),
    storeRefNo: wide(limits.text.storeRefNo),
    files: Array.from({ length: limits.filesPerReturn }, () => '0'.repeat(64)),
    lines: storedLines(returnLimits.lines, line),
    timeline: [{ type: 'booked', at, by: 'a'.repeat(limits.text.email) }, ...assigned],
  });
  const size = itemBytes(row);
  expect(size).toBeGreaterThan(390_000);
  expect(size).toBeLessThan(mostItemBytes);
});

const [ofStore, ofRegion] = [searchOwner('returns', 'nuk', 'UK-1'), searchOwner('returns', 'nuk')];

const row = withRma(bookedReturn({ lines: storedLines(2, { serialNumber: 'XKW1' }) }), 'UK7');
const items = returnSearchItems(row);
const isMatch = (text: string) => (term: string) =>
  searchPrefixes('returns', text).some((prefix) => term.startsWith(prefix));
const found = (owner: string, text: string) => items.filter((item) => item.owner === owner && isMatch(text)(item.term));

test.each(['uk7', 'UK-7', ' RET', 'ret1', 'xkw1', 'XK W1', '9521234567899', '09521234567899'])(
  'a return is found by %s, once for its store and once for its region',
  (text) => {
    for (const owner of [ofStore, ofRegion]) {
      const { store, reference, id, storeRefNo, createdAt } = row;
      expect(found(owner, text)).toEqual([expect.objectContaining({ store, reference, id, storeRefNo, createdAt })]);
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
      const isOne = isMatch(text);
      const firsts = own.filter(({ term, previous = '' }) => isOne(term) && !isOne(previous));
      const isFound = [rma ?? '', reference, ...serials].some((value) => searchKey(value).startsWith(searchKey(text)));
      expect(firsts).toHaveLength(isFound ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});

const repair = bookedRow();
const returned = bookedReturn();

test('what lists show of a record stands in one map, and nothing else, beside what others ask for by name', () => {
  const item = itemOf('repairs', repair);
  expect(item['listed']).not.toHaveProperty('purchaseDate');
  expect(item).toMatchObject({
    store: 'nuk#UK001',
    reference: 'ref-1',
    region: 'nuk',
    id: repair.id,
    storeRefNo: 'REF-1',
    createdAt: repair.createdAt,
    stateAt: repair.stateAt,
    version: 1,
    listed: { rma: null, state: 'submitted', storeId: 'UK001', storeName: 'Oxford Street', product: 'switch-2' },
  });
  // What the provider may read of a return (docs/back-office.md).
  expect(itemOf('returns', returned)).toMatchObject({ id: returned.id, storeRefNo: 'Ret 1', lines: returned.lines });
});

test('a list names the three products that a return has most of, and counts all', () => {
  const lines = ['d', 'a', 'b', 'c', 'b', 'a', 'a'].flatMap((product) => storedLines(1, { product }));
  expect(itemOf('returns', bookedReturn({ lines }))).toMatchObject({
    listed: { products: ['a', 'b', 'd'], kindsOfProducts: 4, numberOfProducts: 7 },
  });
});

test('a row takes nothing over that it does not have, and no key that somebody made up', () => {
  const madeUp = { store: 'nfr#FR-1', reference: 'other', rma: 'MINE', state: 'registered', groups: ['admin'] };
  const others = { customerPresence: true, numberOfProducts: 0 };
  expect(newRepairRow({ ...repair, ...madeUp, ...others })).toStrictEqual(repair);
  expect(newReturnRow({ ...returned, ...madeUp, ...others })).toStrictEqual(returned);
});

test('a record that was written when a column was none yet, or was one still, is read all the same', () => {
  const { listed, ...others } = itemOf('repairs', repair);
  const { product, ...fewer } = listed as Record<string, unknown>;
  expect(repairKind.parse({ ...others, product, listed: fewer })).toEqual(repair);
  const { purchaseDate, ...rest } = others;
  expect(repairKind.parse({ ...rest, listed: { ...fewer, product, purchaseDate } })).toEqual(repair);
});

test('what is no item is left to the schema', () => expect(fieldsOf(undefined)).toBeUndefined());
