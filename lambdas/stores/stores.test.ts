import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import { serve } from '#lambdas/http/serve.ts';
import { requestTo, send, testSettings } from '#lambdas/testing/request.ts';
import { limits } from '#shared/limits.ts';
import { stores } from '#shared/routes/stores.ts';
import { storeHandlers } from './stores.ts';

const caller: Caller = {
  sub: 'sub-1',
  email: 'anna@store.example',
  storeId: 'UK-1',
  storeName: 'One',
  userGroups: ['NUK', 'register-returns'],
  tokenExpiresAt: '2026-11-02T09:40:00.000Z',
};
let groups = caller.userGroups;
const page = jest.fn<StoresStore['page']>();
const handler = serve(stores, storeHandlers({ page }), {
  originSecrets: async () => ['from-our-cloudfront'],
  authenticate: async () => ({ ...caller, userGroups: groups }),
  settings: testSettings,
  now: () => new Date('2026-11-02T09:30:00Z'),
  log: () => undefined,
});

beforeEach(() => {
  page.mockReset();
  groups = caller.userGroups;
});

describe('GET /stores/{region}', () => {
  const all = ['UK-1', 'UK-2', 'UK-3'].map((storeId) => ({ storeId, storeName: `Store ${storeId}` }));
  const ask = async (cursor?: unknown, region = 'nuk') => {
    const request = requestTo(stores.listStores, {
      region,
      ...(cursor !== undefined && { queryStringParameters: { cursor: String(cursor) } }),
    });
    return (await send(handler, request)).json;
  };

  beforeEach(() => {
    groups = ['NUK', 'NDACH', 'admin'];
    // Two at a time, whatever is asked for.
    page.mockImplementation(async (_, _limit, after) => {
      const begin = all.findIndex(({ storeId }) => storeId === after) + 1;
      return { items: all.slice(begin, begin + 2), hasMore: begin + 2 < all.length };
    });
  });

  test('answers a page, and where the next one begins, until there is none', async () => {
    const first = await ask();
    expect(first).toEqual({ items: all.slice(0, 2), cursor: expect.any(String) });
    expect(await ask(first['cursor'])).toEqual({ items: all.slice(2) });
    expect(page.mock.calls).toEqual([
      ['nuk', limits.storesPerPage, undefined],
      ['nuk', limits.storesPerPage, 'UK-2'],
    ]);
  });

  test('a page of another region begins nowhere here', async () => {
    const { cursor } = await ask();
    expect(await ask(cursor, 'ndach')).toMatchObject({ error: { code: 'InvalidParameterException' } });
  });
});

describe('GET /stores/{region}/own', () => {
  test('answers the store of whoever asks, and nothing else of the user; no table is read', async () => {
    const { statusCode, json } = await send(handler, requestTo(stores.ownStore));
    expect([statusCode, json]).toEqual([200, { storeId: 'UK-1', storeName: 'One' }]);
    expect(page).not.toHaveBeenCalled();
  });

  test('tells no other store’s name', async () => {
    const { statusCode } = await send(
      handler,
      requestTo(stores.ownStore, { queryStringParameters: { storeId: 'UK-2' } }),
    );
    expect(statusCode).toBe(400);
  });
});
