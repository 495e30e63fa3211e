import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { createQueuedDays } from './queued-days.ts';
import { createSubscriptions } from './subscriptions.ts';

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['attempts', 'subscriptions']);
});
afterAll(() => database.stop());

const openSubscriptions = () => createSubscriptions(database.db, 'subscriptions');
const now = new Date('2026-11-29T10:00:00.000Z');
const startedAt = now.toISOString();
/** Times of the latest reports that an email contained, and the day of that email. */
const seenMarks = { repairs: '2026-11-30T05:00:00.000Z', returns: '2026-11-30T06:00:00.000Z', day: '2026-11-30' };

/** Starts a subscription of the user `sub` and returns it. */
const startSubscription = async (sub: string, storeId?: string) => {
  await openSubscriptions().start('nuk', sub, storeId, now);
  const row = await openSubscriptions().find('nuk', sub);
  if (!row) throw new Error('the subscription is missing');
  return row;
};

describe('subscription', () => {
  test('sends its first email on the day after the start, with reports since the start', async () => {
    expect(await startSubscription('begins')).toEqual({
      region: 'nuk',
      sub: 'begins',
      since: startedAt,
      day: '2026-11-29',
      repairs: startedAt,
      returns: startedAt,
    });
    expect(await openSubscriptions().find('ndach', 'begins')).toBeUndefined();
  });

  test('keeps the day of its last email when an admin chooses another store', async () => {
    const row = await startSubscription('admin', 'UK-1');
    await openSubscriptions().claimDay(row, '2026-11-30');
    await openSubscriptions().start('nuk', 'admin', 'UK-2', new Date('2026-11-30T10:00:00.000Z'));
    expect(await openSubscriptions().find('nuk', 'admin')).toMatchObject({ storeId: 'UK-2', day: '2026-11-30' });
    await openSubscriptions().start('nuk', 'admin', undefined, now);
    expect(await openSubscriptions().find('nuk', 'admin')).not.toHaveProperty('storeId');
  });

  test('is listed in its region only', async () => {
    await openSubscriptions().start('nfr', 'one', undefined, now);
    await openSubscriptions().start('nfr', 'two', undefined, now);
    const subs: string[] = [];
    for await (const page of openSubscriptions().listSubs('nfr')) subs.push(...page);
    expect(subs).toEqual(['one', 'two']);
    await openSubscriptions().remove('nfr', 'one');
    expect(await openSubscriptions().find('nfr', 'one')).toBeUndefined();
  });
});

describe('day of an email', () => {
  test('can be claimed once, and again after its release', async () => {
    const row = await startSubscription('claims');
    expect(await openSubscriptions().claimDay(row, '2026-11-29')).toBe(false);
    expect(await openSubscriptions().claimDay(row, '2026-11-30')).toBe(true);
    expect(await openSubscriptions().claimDay(row, '2026-11-30')).toBe(false);
    await openSubscriptions().releaseDay(row, '2026-11-30');
    expect(await openSubscriptions().claimDay(row, '2026-11-30')).toBe(true);
  });

  test('cannot be claimed for a subscription that was removed or restarted', async () => {
    const row = await startSubscription('changed');
    await openSubscriptions().start('nuk', 'changed', undefined, new Date('2026-11-29T11:00:00.000Z'));
    expect(await openSubscriptions().claimDay(row, '2026-11-30')).toBe(false);
    await openSubscriptions().remove('nuk', 'changed');
    expect(await openSubscriptions().claimDay(row, '2026-11-30')).toBe(false);
    await openSubscriptions().recordSent(row, seenMarks);
    expect(await openSubscriptions().find('nuk', 'changed')).toBeUndefined();
  });

  test('is kept after sending, and the times of the latest reports are stored', async () => {
    const row = await startSubscription('sent');
    await openSubscriptions().claimDay(row, '2026-11-30');
    await openSubscriptions().recordSent(row, seenMarks);
    const { day, ...reportTimes } = seenMarks;
    expect(await openSubscriptions().find('nuk', 'sent')).toMatchObject({ day, ...reportTimes });
  });
});

describe('bounce', () => {
  test('stops the email until it is switched on again', async () => {
    const row = await startSubscription('bounced');
    await openSubscriptions().stop('nuk', 'bounced', 'bounce', '2026-11-30T08:00:00.000Z');
    expect(await openSubscriptions().claimDay(row, '2026-12-01')).toBe(false);
    // A later complaint does not replace it.
    await openSubscriptions().stop('nuk', 'bounced', 'complaint', '2026-11-30T09:00:00.000Z');
    expect(await openSubscriptions().find('nuk', 'bounced')).toMatchObject({
      stopped: { reason: 'bounce', at: '2026-11-30T08:00:00.000Z' },
    });
    await openSubscriptions().start('nuk', 'bounced', undefined, new Date('2026-11-30T10:00:00.000Z'));
    expect(await openSubscriptions().find('nuk', 'bounced')).not.toHaveProperty('stopped');
  });

  test('of an email sent before the subscription started is ignored', async () => {
    await startSubscription('early');
    await openSubscriptions().stop('nuk', 'early', 'bounce', '2026-11-29T09:00:00.000Z');
    expect(await openSubscriptions().find('nuk', 'early')).not.toHaveProperty('stopped');
  });

  test('of a user without a subscription creates none', async () => {
    await openSubscriptions().stop('nuk', 'nobody', 'complaint', startedAt);
    expect(await openSubscriptions().find('nuk', 'nobody')).toBeUndefined();
  });
});

test('the last day whose emails were queued is stored by region', async () => {
  const queuedDays = createQueuedDays(database.db, 'attempts');
  await queuedDays.markQueued('ndach', '2026-11-29', now);
  expect([await queuedDays.find('ndach'), await queuedDays.find('nuk')]).toEqual(['2026-11-29', undefined]);
});
