import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildStoredReturn, buildLines, addRma, buildStoredRepair } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/config/limits.ts';
import { toSearchKey } from '#shared/records/search-key.ts';
import { toSearchOwner, findSearchPrefixes } from '#shared/records/search.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import { maxReturnTimelineEntries } from '#shared/returns/return.ts';
import { fromItem, toItem } from './item.ts';
import { buildRepairRow, repairKind } from './repair.ts';
import { countItemBytes, maxItemBytes, buildReturnSearchItems, buildReturnRow } from './return.ts';
import { compareBytes } from './search.ts';

test('the largest possible row fits into one DynamoDB item', () => {
  // This character has three bytes in UTF-8, the most of any UTF-16 code unit.
  const buildWideText = (length: number) => '任'.repeat(length);
  const line = {
    product: 'p'.repeat(limits.text.catalogueKey),
    productDescription: 'd'.repeat(returnLimits.productDescription.bytes),
    serialNumber: 'X'.repeat(limits.text.serialNumber),
  };
  const at = '2026-11-21T08:00:00.000Z';
  const rmaEntries = Array.from({ length: maxReturnTimelineEntries - 1 }, (_, index): ReturnEntry => ({
    type: 'rmaAssigned',
    at,
    // Event ids have at most 100 characters.
    eventId: `${buildWideText(97)}${100 + index}`,
    rma: buildWideText(limits.text.rma),
  }));
  const row = buildStoredReturn({
    storeId: 'S'.repeat(limits.text.storeId),
    storeName: buildWideText(limits.text.storeName),
    storeRefNo: buildWideText(limits.text.storeRefNo),
    files: Array.from({ length: limits.filesPerReturn }, () => '0'.repeat(64)),
    lines: buildLines(returnLimits.lines, line),
    timeline: [{ type: 'booked', at, by: 'a'.repeat(limits.text.email) }, ...rmaEntries],
  });
  const size = countItemBytes(row);
  expect(size).toBeGreaterThan(390_000);
  expect(size).toBeLessThan(maxItemBytes);
});

const storeOwner = toSearchOwner('returns', 'nuk', 'UK-1');
const regionOwner = toSearchOwner('returns', 'nuk');

const row = addRma(buildStoredReturn({ lines: buildLines(2, { serialNumber: 'XKW1' }) }), 'UK7');
const items = buildReturnSearchItems(row);
const createMatcher = (text: string) => (term: string) =>
  findSearchPrefixes('returns', text).some((prefix) => term.startsWith(prefix));
const findItems = (owner: string, text: string) =>
  items.filter((item) => item.owner === owner && createMatcher(text)(item.term));

test.each(['uk7', 'UK-7', ' RET', 'ret1', 'xkw1', 'XK W1', '9521234567899', '09521234567899'])(
  'finds a return by %s once per owner',
  (text) => {
    for (const owner of [storeOwner, regionOwner]) {
      const { store, reference, id, storeRefNo, createdAt } = row;
      expect(findItems(owner, text)).toEqual([
        expect.objectContaining({ store, reference, id, storeRefNo, createdAt }),
      ]);
    }
  },
);

// A search counts an item as a hit only if the term before it (`previous`) does not match, too.
test('a search hits a return once, at the first of its matching terms', () => {
  // Includes an emoji (a surrogate pair) and a full-width A, which normalization turns into A.
  const values = fc.stringMatching(/^[AB\u{1F600}\uFF21]{1,3}$/u);
  const recordFields = fc.record({
    rma: fc.option(values, { nil: undefined }),
    reference: values,
    serials: fc.array(values, { minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(recordFields, values, ({ rma, reference, serials }, text) => {
      const lines = serials.flatMap((serialNumber) => buildLines(1, { serialNumber }));
      const booked = buildStoredReturn({ storeRefNo: reference, lines });
      const storeItems = buildReturnSearchItems(rma === undefined ? booked : addRma(booked, rma)).filter(
        ({ owner }) => owner === storeOwner,
      );
      expect(storeItems.map(({ term }) => term)).toEqual(storeItems.map(({ term }) => term).toSorted(compareBytes));
      const matchesText = createMatcher(text);
      const hits = storeItems.filter(({ term, previous = '' }) => matchesText(term) && !matchesText(previous));
      const isFound = [rma ?? '', reference, ...serials].some((value) =>
        toSearchKey(value).startsWith(toSearchKey(text)),
      );
      expect(hits).toHaveLength(isFound ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});

const repair = buildStoredRepair();
const returned = buildStoredReturn();

test('toItem groups exactly the list fields in one map', () => {
  const item = toItem('repairs', repair);
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
  // The provider may read these attributes of a return (docs/back-office.md).
  expect(toItem('returns', returned)).toMatchObject({ id: returned.id, storeRefNo: 'Ret 1', lines: returned.lines });
});

test('lists the three most frequent products and counts all', () => {
  const lines = ['d', 'a', 'b', 'c', 'b', 'a', 'a'].flatMap((product) => buildLines(1, { product }));
  expect(toItem('returns', buildStoredReturn({ lines }))).toMatchObject({
    listed: { products: ['a', 'b', 'd'], kindsOfProducts: 4, numberOfProducts: 7 },
  });
});

test('buildRepairRow and buildReturnRow ignore unknown fields and recompute derived ones', () => {
  const derivedFields = { store: 'nfr#FR-1', reference: 'other', rma: 'MINE', state: 'registered', groups: ['admin'] };
  const unknownFields = { customerPresence: true, numberOfProducts: 0 };
  expect(buildRepairRow({ ...repair, ...derivedFields, ...unknownFields })).toStrictEqual(repair);
  expect(buildReturnRow({ ...returned, ...derivedFields, ...unknownFields })).toStrictEqual(returned);
});

test('parses items written before a field moved into or out of the map of list fields', () => {
  const { listed, ...unlisted } = toItem('repairs', repair);
  const { product, ...otherListed } = listed as Record<string, unknown>;
  expect(repairKind.parse({ ...unlisted, product, listed: otherListed })).toEqual(repair);
  const { purchaseDate, ...otherUnlisted } = unlisted;
  expect(repairKind.parse({ ...otherUnlisted, listed: { ...otherListed, product, purchaseDate } })).toEqual(repair);
});

test('fromItem returns a non-object unchanged', () => expect(fromItem(undefined)).toBeUndefined());
