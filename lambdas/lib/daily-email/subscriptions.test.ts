import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BenchDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { createQueuedDays } from './queued-days.ts';
import { createSubscriptions } from './subscriptions.ts';

let database: BenchDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['attempts', 'subscriptions']);
});
afterAll(() => database.stop());

const open = () => createSubscriptions(database.db, 'subscriptions');
const now = new Date('2026-11-29T10:00:00.000Z');
const at = now.toISOString();
const marks = { repairs: '2026-11-30T05:00:00.000Z', returns: '2026-11-30T06:00:00.000Z', day: '2026-11-30' };

/** Starts and returns a subscription of a user of its own. */
const startOf = async (sub: string, storeId?: string) => {
  await open().start('nuk', sub, storeId, now);
  const row = await open().find('nuk', sub);
  if (!row) throw new Error('the subscription is missing');
  return row;
};

describe('subscription', () => {
  test('begins on the next day, with the reports from now on', async () => {
    expect(await startOf('begins')).toEqual({
      region: 'nuk',
      sub: 'begins',
      since: at,
      day: '2026-11-29',
      repairs: at,
      returns: at,
    });
    expect(await open().find('ndach', 'begins')).toBeUndefined();
  });

  test('keeps its day when an admin chooses another store', async () => {
    const row = await startOf('admin', 'UK-1');
    await open().claimDay(row, '2026-11-30');
    await open().start('nuk', 'admin', 'UK-2', new Date('2026-11-30T10:00:00.000Z'));
    expect(await open().find('nuk', 'admin')).toMatchObject({ storeId: 'UK-2', day: '2026-11-30' });
    await open().start('nuk', 'admin', undefined, now);
    expect(await open().find('nuk', 'admin')).not.toHaveProperty('storeId');
  });

  test('is listed in its region only', async () => {
    await open().start('nfr', 'one', undefined, now);
    await open().start('nfr', 'two', undefined, now);
    const subs: string[] = [];
    for await (const page of open().listSubs('nfr')) subs.push(...page);
    expect(subs).toEqual(['one', 'two']);
    await open().remove('nfr', 'one');
    expect(await open().find('nfr', 'one')).toBeUndefined();
  });
});

describe('day', () => {
  test('is claimed once, and again after its release', async () => {
    const row = await startOf('claims');
    expect(await open().claimDay(row, '2026-11-29')).toBe(false);
    expect(await open().claimDay(row, '2026-11-30')).toBe(true);
    expect(await open().claimDay(row, '2026-11-30')).toBe(false);
    await open().releaseDay(row, '2026-11-30');
    expect(await open().claimDay(row, '2026-11-30')).toBe(true);
  });

  test('is not claimed for a subscription that was switched off or on again', async () => {
    const row = await startOf('changed');
    await open().start('nuk', 'changed', undefined, new Date('2026-11-29T11:00:00.000Z'));
    expect(await open().claimDay(row, '2026-11-30')).toBe(false);
    await open().remove('nuk', 'changed');
    expect(await open().claimDay(row, '2026-11-30')).toBe(false);
    await open().noteSent(row, marks);
    expect(await open().find('nuk', 'changed')).toBeUndefined();
  });

  test('of a sent email notes what it told', async () => {
    const row = await startOf('sent');
    await open().claimDay(row, '2026-11-30');
    await open().noteSent(row, marks);
    const { day, ...told } = marks;
    expect(await open().find('nuk', 'sent')).toMatchObject({ day, ...told });
  });
});

describe('bounce', () => {
  test('stops the email until it is switched on again', async () => {
    const row = await startOf('bounced');
    await open().stop('nuk', 'bounced', 'bounce', '2026-11-30T08:00:00.000Z');
    expect(await open().claimDay(row, '2026-12-01')).toBe(false);
    // A later complaint does not replace it.
    await open().stop('nuk', 'bounced', 'complaint', '2026-11-30T09:00:00.000Z');
    expect(await open().find('nuk', 'bounced')).toMatchObject({
      stopped: { reason: 'bounce', at: '2026-11-30T08:00:00.000Z' },
    });
    await open().start('nuk', 'bounced', undefined, new Date('2026-11-30T10:00:00.000Z'));
    expect(await open().find('nuk', 'bounced')).not.toHaveProperty('stopped');
  });

  test('of an email from before the start is ignored', async () => {
    await startOf('early');
    await open().stop('nuk', 'early', 'bounce', '2026-11-29T09:00:00.000Z');
    expect(await open().find('nuk', 'early')).not.toHaveProperty('stopped');
  });

  test('of a user without the email creates no subscription', async () => {
    await open().stop('nuk', 'nobody', 'complaint', at);
    expect(await open().find('nuk', 'nobody')).toBeUndefined();
  });
});

test('the day whose emails were queued is noted by region', async () => {
  const queuedDays = createQueuedDays(database.db, 'attempts');
  await queuedDays.note('ndach', '2026-11-29', now);
  expect([await queuedDays.find('ndach'), await queuedDays.find('nuk')]).toEqual(['2026-11-29', undefined]);
});
