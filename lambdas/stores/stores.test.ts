import { describe, expect, jest, test } from '@jest/globals';
import type { Caller } from '#lambdas/http/caller.ts';
import { serve } from '#lambdas/http/serve.ts';
import { requestTo, send, testSettings } from '#lambdas/testing/request.ts';
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
const list = jest.fn(async () => []);
const handler = serve(stores, storeHandlers({ list }), {
  originSecrets: async () => ['from-our-cloudfront'],
  authenticate: async () => caller,
  settings: testSettings,
  now: () => new Date('2026-11-02T09:30:00Z'),
  log: () => undefined,
});

describe('GET /stores/{region}/own', () => {
  test('answers the store of whoever asks, and nothing else of the user; no table is read', async () => {
    const { statusCode, json } = await send(handler, requestTo(stores.ownStore));
    expect([statusCode, json]).toEqual([200, { storeId: 'UK-1', storeName: 'One' }]);
    expect(list).not.toHaveBeenCalled();
  });

  test('tells no other store’s name', async () => {
    const { statusCode } = await send(
      handler,
      requestTo(stores.ownStore, { queryStringParameters: { storeId: 'UK-2' } }),
    );
    expect(statusCode).toBe(400);
  });
});
