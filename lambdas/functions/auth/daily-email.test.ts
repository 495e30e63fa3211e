import { describe, expect, jest, test } from '@jest/globals';
import type { Subscription } from '#lambdas/lib/daily-email/subscriptions.ts';
import { admin, buildContext, now, staff } from '#lambdas/testing/callers.ts';
import { createDailyEmailHandlers } from './daily-email.ts';

type Collaborators = Parameters<typeof createDailyEmailHandlers>[0];
type Subscriptions = NonNullable<Collaborators['subscriptions']>;

const region = 'nuk';
const context = buildContext(staff);
const storedSubscription: Subscription = {
  region,
  sub: staff.sub,
  since: now.toISOString(),
  day: '2026-11-21',
  repairs: now.toISOString(),
  returns: now.toISOString(),
};

const createHandlers = (existingSubscription?: Subscription) => {
  const subscriptions = {
    find: jest.fn<Subscriptions['find']>(async () => existingSubscription),
    start: jest.fn<Subscriptions['start']>(async () => {}),
    remove: jest.fn<Subscriptions['remove']>(async () => {}),
  };
  const handlers = createDailyEmailHandlers({
    subscriptions,
    stores: { findMatching: async (_, id) => (id === 'uk-2' ? { storeId: 'UK-2', storeName: 'Two' } : undefined) },
    sign: async (signingRegion, text) => `${signingRegion} ${text}`,
  });
  return { handlers, ...subscriptions };
};

describe('showDailyEmail', () => {
  test.each<[string, Subscription | undefined, object]>([
    ['off', undefined, { state: 'off' }],
    ['on', storedSubscription, { state: 'on' }],
    ['on for a store', { ...storedSubscription, storeId: 'UK-2' }, { state: 'on', storeId: 'UK-2' }],
    [
      'stopped',
      { ...storedSubscription, stopped: { reason: 'bounce', at: now.toISOString() } },
      { state: 'stopped', reason: 'bounce', at: now.toISOString() },
    ],
  ])('returns the state: %s', async (_, stored, body) => {
    expect(await createHandlers(stored).handlers.showDailyEmail({ region }, context)).toEqual({ body });
  });
});

describe('startDailyEmail', () => {
  test('uses the store of a staff member', async () => {
    const { handlers, start } = createHandlers();
    await handlers.startDailyEmail({ region }, context);
    expect(start.mock.calls).toEqual([[region, staff.sub, undefined, now]]);
  });

  test('uses the store that an admin chooses', async () => {
    const { handlers, start } = createHandlers();
    await handlers.startDailyEmail({ region, storeId: 'uk-2' }, buildContext(admin));
    expect(start.mock.calls).toEqual([[region, admin.sub, 'UK-2', now]]);
  });

  test('rejects an unknown store', async () => {
    const { handlers, start } = createHandlers();
    await expect(handlers.startDailyEmail({ region, storeId: 'UK-404' }, buildContext(admin))).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });
    expect(start).not.toHaveBeenCalled();
  });
});

test('stopDailyEmail removes the subscription', async () => {
  const { handlers, remove } = createHandlers(storedSubscription);
  expect(await handlers.stopDailyEmail({ region }, context)).toEqual({ body: { state: 'off' } });
  expect(remove.mock.calls).toEqual([[region, staff.sub]]);
});

describe('unsubscribe', () => {
  const unsubscribe = async (sub: string, signature: string) => {
    const { handlers, remove } = createHandlers(storedSubscription);
    const response = await handlers.unsubscribe({ region, sub, signature }, context);
    return { response, removeCalls: remove.mock.calls };
  };

  test('removes the subscription of the signed user', async () => {
    expect(await unsubscribe('sub-1', 'nuk unsubscribe sub-1')).toEqual({
      response: { body: {} },
      removeCalls: [[region, 'sub-1']],
    });
  });

  test.each(['nuk unsubscribe sub-2', 'ndach unsubscribe sub-1', 'nuk session sub-1', ''])(
    'keeps the subscription for the wrong signature %j, with the same response',
    async (signature) => {
      expect(await unsubscribe('sub-1', signature)).toEqual({ response: { body: {} }, removeCalls: [] });
    },
  );
});

test('a stage without an email sender has no daily email', async () => {
  const handlers = createDailyEmailHandlers({
    subscriptions: undefined,
    stores: { findMatching: async () => undefined },
    sign: async () => 'signature',
  });
  const notFound = { code: 'NotFound' };
  await expect(handlers.showDailyEmail({ region }, context)).rejects.toMatchObject(notFound);
  await expect(handlers.startDailyEmail({ region }, context)).rejects.toMatchObject(notFound);
  await expect(handlers.stopDailyEmail({ region }, context)).rejects.toMatchObject(notFound);
  expect(await handlers.unsubscribe({ region, sub: '1', signature: 'signature' }, context)).toEqual({ body: {} });
});
