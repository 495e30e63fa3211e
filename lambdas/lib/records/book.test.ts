import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { admin, buildContext, now, staff } from '#lambdas/testing/callers.ts';
import { kinds } from '#lambdas/testing/kinds.ts';
import { createByRegion } from '#shared/config/regions.ts';

const book = jest.fn(async (row: { timeline: [] }) => row);
const findMatchingStore = jest.fn();
const settings = createByRegion((region) => ({ termsLastUpdated: `terms of ${region}` }));

beforeEach(() => {
  jest.clearAllMocks();
});

describe.each(kinds)('booking $name', ({ name, createHandlers, buildContent }) => {
  const handler = createHandlers({ [name]: { book }, stores: { findMatching: findMatchingStore }, settings }).book;
  const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
  const booking = { ...buildContent(), region: 'nuk', id, storeRefNo: ' Ref 1', files: [] };

  test.each(['nuk', 'nfr'])('writes store, user, time and the terms of %s', async (region) => {
    await handler({ ...booking, region }, buildContext(staff));
    const at = now.toISOString();
    expect(book).toHaveBeenCalledWith(
      expect.objectContaining({
        ...buildContent(),
        store: `${region}#UK-1`,
        reference: 'ref 1',
        storeRefNo: ' Ref 1',
        storeName: 'One',
        rma: null,
        stateAt: `submitted#${at}`,
        createdAt: at,
        createdBy: 'sub-1',
        version: 1,
        // 27 months later.
        expiresAt: Date.parse('2029-02-21T10:00:00.000Z') / 1000,
        timeline: [{ type: 'booked', at, by: 'anna@store.example' }],
        ...(name === 'repairs' && { termsAccepted: `terms of ${region}` }),
      }),
    );
  });

  test.each([
    ['staff', staff, undefined],
    ['an admin for their own store', admin, 'UK-1'],
  ])('stores the booking without looking up a store for %s', async (_, caller, storeId) => {
    await handler({ ...booking, storeId }, buildContext(caller));
    expect([findMatchingStore.mock.calls.length, book.mock.calls.length]).toEqual([0, 1]);
  });
});
