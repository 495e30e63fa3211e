import { describe, expect, jest, test } from '@jest/globals';
import type { Subscription } from '#lambdas/lib/daily-email/subscriptions.ts';
import { admin, contextFor, now, staff } from '#lambdas/testing/callers.ts';
import { dailyEmailHandlers } from './daily-email.ts';

type Collaborators = Parameters<typeof dailyEmailHandlers>[0];
type Subscriptions = NonNullable<Collaborators['subscriptions']>;

const region = 'nuk';
const anyone = contextFor(staff);
const row: Subscription = {
  region,
  sub: staff.sub,
  since: now.toISOString(),
  day: '2026-11-21',
  repairs: now.toISOString(),
  returns: now.toISOString(),
};

const open = (stored?: Subscription) => {
  const subscriptions = {
    find: jest.fn<Subscriptions['find']>(async () => stored),
    start: jest.fn<Subscriptions['start']>(async () => {}),
    remove: jest.fn<Subscriptions['remove']>(async () => {}),
  };
  const handlers = dailyEmailHandlers({
    subscriptions,
    stores: { findMatching: async (_, id) => (id === 'uk-2' ? { storeId: 'UK-2', storeName: 'Two' } : undefined) },
    sign: async (signed, text) => `${signed} ${text}`,
  });
  return { handlers, ...subscriptions };
};

describe('state of the daily email', () => {
  test.each<[string, Subscription | undefined, object]>([
    ['off', undefined, { state: 'off' }],
    ['on', row, { state: 'on' }],
    ['on for a store', { ...row, storeId: 'UK-2' }, { state: 'on', storeId: 'UK-2' }],
    [
      'stopped',
      { ...row, stopped: { reason: 'bounce', at: now.toISOString() } },
      { state: 'stopped', reason: 'bounce', at: now.toISOString() },
    ],
  ])('is %s', async (_, stored, body) => {
    expect(await open(stored).handlers.showDailyEmail({ region }, anyone)).toEqual({ body });
  });
});

describe('switching the daily email on', () => {
  test('is for the own store of staff', async () => {
    const { handlers, start } = open();
    await handlers.startDailyEmail({ region }, anyone);
    expect(start.mock.calls).toEqual([[region, staff.sub, undefined, now]]);
  });

  test('is for the store that an admin chooses', async () => {
    const { handlers, start } = open();
    await handlers.startDailyEmail({ region, storeId: 'uk-2' }, contextFor(admin));
    expect(start.mock.calls).toEqual([[region, admin.sub, 'UK-2', now]]);
  });

  test('rejects an unknown store', async () => {
    const { handlers, start } = open();
    await expect(handlers.startDailyEmail({ region, storeId: 'UK-404' }, contextFor(admin))).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });
    expect(start).not.toHaveBeenCalled();
  });
});

test('switching the daily email off removes it', async () => {
  const { handlers, remove } = open(row);
  expect(await handlers.stopDailyEmail({ region }, anyone)).toEqual({ body: { state: 'off' } });
  expect(remove.mock.calls).toEqual([[region, staff.sub]]);
});

describe('unsubscribing', () => {
  const unsubscribe = async (sub: string, signature: string) => {
    const { handlers, remove } = open(row);
    const answer = await handlers.unsubscribe({ region, sub, signature }, anyone);
    return { answer, removed: remove.mock.calls };
  };

  test('removes the subscription of the signed user', async () => {
    expect(await unsubscribe('sub-1', 'nuk unsubscribe sub-1')).toEqual({
      answer: { body: {} },
      removed: [[region, 'sub-1']],
    });
  });

  test.each(['nuk unsubscribe sub-2', 'ndach unsubscribe sub-1', 'nuk session sub-1', ''])(
    'with the signature %j changes nothing and returns the same',
    async (signature) => {
      expect(await unsubscribe('sub-1', signature)).toEqual({ answer: { body: {} }, removed: [] });
    },
  );
});

test('a stage without a sender has no daily email', async () => {
  const handlers = dailyEmailHandlers({
    subscriptions: undefined,
    stores: { findMatching: async () => undefined },
    sign: async () => 'signature',
  });
  const notFound = { code: 'NotFound' };
  await expect(handlers.showDailyEmail({ region }, anyone)).rejects.toMatchObject(notFound);
  await expect(handlers.startDailyEmail({ region }, anyone)).rejects.toMatchObject(notFound);
  await expect(handlers.stopDailyEmail({ region }, anyone)).rejects.toMatchObject(notFound);
  expect(await handlers.unsubscribe({ region, sub: '1', signature: 'signature' }, anyone)).toEqual({ body: {} });
});
