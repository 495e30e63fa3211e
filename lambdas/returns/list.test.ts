import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { admin, by, staff } from '#lambdas/testing/callers.ts';
import { bookedReturn } from '#lambdas/testing/return-row.ts';
import { returnHandlers } from './returns.ts';
import type { ReturnsStore } from './store.ts';

type Collaborators = Parameters<typeof returnHandlers>[0];

const row = bookedReturn();
const list = jest.fn<ReturnsStore['list']>();
const { listReturns } = returnHandlers({ returns: { list } } as unknown as Collaborators);
const ask = async (query: Partial<Parameters<typeof listReturns>[0]> = {}, caller = staff) =>
  (await listReturns({ region: 'nuk', limit: 25, ...query }, by(caller))).body;

beforeEach(() => {
  list.mockReset();
  list.mockResolvedValue({ items: [row], hasMore: true });
});

describe('listing returns', () => {
  test.each([
    ['staff: their own store', staff, {}, { region: 'nuk', storeId: 'UK-1' }],
    ['an admin: the region', admin, {}, { region: 'nuk' }],
    ['an admin: the store they name', admin, { storeId: 'UK-9' }, { region: 'nuk', storeId: 'UK-9' }],
  ])('is for %s', async (_, caller, query, owner) => {
    await ask(query, caller);
    expect(list.mock.lastCall?.[0]).toEqual(owner);
  });

  test('by days and state asks for the region’s days, in that state', async () => {
    await ask({ region: 'ndach', from: '2026-03-29', to: '2026-03-29', state: 'registered' });
    expect(list.mock.lastCall?.[1]).toEqual({
      state: 'registered',
      period: { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T21:59:59.999Z' },
    });
  });

  test('goes on where the last page ended, in the same list only', async () => {
    const { cursor } = await ask();
    await ask({ cursor });
    expect(list.mock.lastCall?.[3]).toEqual({ createdAt: row.createdAt, storeId: 'UK-1', reference: 'ret 1' });
    await expect(ask({ cursor, state: 'submitted' })).rejects.toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'cursor', rule: 'pattern' }],
    });
  });

  test('has no cursor on its last page', async () => {
    list.mockResolvedValue({ items: [row], hasMore: false });
    expect(await ask()).not.toHaveProperty('cursor');
  });
});
