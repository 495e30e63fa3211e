import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSubscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import type { BenchDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import type { NewsEntry } from '#shared/news/news.ts';
import type { DailyContent } from './content.ts';
import { createSenderHandler } from './sender.ts';

let database: BenchDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['subscriptions']);
});
afterAll(() => database.stop());

const since = new Date('2026-11-28T10:00:00.000Z');
const until = '2026-11-30T12:00:00.000Z';
let now: Date;
let sub: string;
let hasUser: boolean;
/** Instants of the reports about the store. */
let reports: string[];
/** Instants of the reports that each email told. */
const sent: { readonly to: string; readonly told: readonly string[] }[] = [];
const lines: string[] = [];
/** Call at which the function ends, before or after the call has taken effect. */
let fault: { readonly call: number; readonly isDone: boolean } | undefined;
let calls: string[];
let sesError: Error | undefined;

const entryAt = (at: string): NewsEntry => ({
  kind: 'returns',
  id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
  storeId: 'UK-1',
  storeRefNo: 'R-1',
  numberOfProducts: 1,
  at,
  news: ['rmaAssigned'],
});

/** Counts a call, and ends the function at the call of the fault. */
const record = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  if (fault && calls.length >= fault.call) throw new Error('the function has ended');
  calls.push(name);
  if (fault?.call !== calls.length) return work();
  if (fault.isDone) await work();
  throw new Error('the function ends');
};

const openHandler = () => {
  const rows = createSubscriptions(database.db, 'subscriptions');
  return createSenderHandler({
    subscriptions: {
      find: (...args) => record('find', () => rows.find(...args)),
      remove: (...args) => record('remove', () => rows.remove(...args)),
      claimDay: (...args) => record('claimDay', () => rows.claimDay(...args)),
      releaseDay: (...args) => record('releaseDay', () => rows.releaseDay(...args)),
      noteSent: (...args) => record('noteSent', () => rows.noteSent(...args)),
    },
    users: { get: () => record('user', async () => (hasUser ? buildStoredUser({ sub }) : undefined)) },
    readContent: (_, row, day) =>
      record('content', async (): Promise<DailyContent | undefined> => {
        const news = reports.filter((at) => at > row.returns).map(entryAt);
        const last = news.at(-1)?.at;
        if (last === undefined) return undefined;
        return {
          store: { storeId: 'UK-1', storeName: 'One' },
          overdue: [],
          todos: [],
          news,
          marks: { repairs: row.repairs, returns: last, day },
        };
      }),
    writeEmail: (_, __, ___, { news }) =>
      record('write', async () => ({ subject: news.map(({ at }) => at).join(), html: '', headers: {} })),
    send: (to, { subject }) =>
      record('send', async () => {
        if (sesError) throw sesError;
        sent.push({ to, told: subject.split(',') });
      }),
    now: () => now,
    log: jsonLog((line) => lines.push(line)),
  });
};

const deliver = async (day = '2026-11-30', end = until) => {
  const body = JSON.stringify({ region: 'nuk', sub, day, until: end });
  const { batchItemFailures } = await openHandler()({ Records: [{ messageId: 'm', body }] });
  return batchItemFailures.length === 0 ? 'done' : 'failed';
};
const deliverNextDay = () => deliver('2026-12-01', '2026-12-01T12:00:00.000Z');
const rows = () => createSubscriptions(database.db, 'subscriptions');

beforeEach(async () => {
  now = new Date('2026-11-30T08:01:00.000Z');
  sub = crypto.randomUUID();
  hasUser = true;
  reports = ['2026-11-29T10:00:00.000Z'];
  sent.length = 0;
  lines.length = 0;
  fault = undefined;
  calls = [];
  sesError = undefined;
  await rows().start('nuk', sub, undefined, since);
});

const told = () => sent.map((email) => email.told);

describe('email of a day', () => {
  test('is sent once however often its message comes', async () => {
    for (let time = 0; time < 3; time += 1) expect(await deliver()).toBe('done');
    await Promise.all([deliverNextDay(), deliverNextDay()]);
    expect(sent).toEqual([{ to: 'anna@store.example', told: reports }]);
    expect(lines.join('\n')).not.toContain('@');
  });

  test('is sent once to concurrent messages', async () => {
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(sent).toHaveLength(1);
  });

  test('tells only what is new since the last one', async () => {
    await deliver();
    reports.push('2026-11-30T09:00:00.000Z');
    now = new Date('2026-12-01T08:00:00.000Z');
    await deliverNextDay();
    expect(told()).toEqual([['2026-11-29T10:00:00.000Z'], ['2026-11-30T09:00:00.000Z']]);
  });

  test('with nothing to tell is not sent, also not later that day', async () => {
    reports = [];
    expect(await deliver()).toBe('done');
    reports = ['2026-11-30T09:00:00.000Z'];
    expect(await deliver()).toBe('done');
    expect(sent).toEqual([]);
  });

  test('is not sent after noon, and becomes a dead letter', async () => {
    now = new Date(until);
    expect(await deliver()).toBe('failed');
    expect(sent).toEqual([]);
  });

  test('is not sent for a stopped or removed subscription, and is no dead letter after noon', async () => {
    await rows().stop('nuk', sub, 'bounce', '2026-11-29T08:00:00.000Z');
    now = new Date(until);
    expect(await deliver()).toBe('done');
    await rows().remove('nuk', sub);
    expect(await deliver()).toBe('done');
    expect(sent).toEqual([]);
  });

  test('removes the subscription of a deleted user, also a stopped one', async () => {
    await rows().stop('nuk', sub, 'bounce', '2026-11-29T08:00:00.000Z');
    hasUser = false;
    expect(await deliver()).toBe('done');
    expect(await rows().find('nuk', sub)).toBeUndefined();
  });
});

const failWith = (status: number | undefined, name: string) =>
  Object.assign(new Error(name), { name, $metadata: status === undefined ? {} : { httpStatusCode: status } });

describe('failure of SES', () => {
  test.each([
    [429, 'TooManyRequestsException'],
    [400, 'SendingPausedException'],
    ['ECONNREFUSED', 'Error'],
    ['ENOTFOUND', 'Error'],
  ])('that certainly sent nothing (%s) is retried', async (reason, name) => {
    sesError =
      typeof reason === 'number' ? failWith(reason, name) : Object.assign(failWith(undefined, name), { code: reason });
    expect(await deliver()).toBe('failed');
    sesError = undefined;
    expect(await deliver()).toBe('done');
    expect(told()).toEqual([reports]);
  });

  test.each([
    [undefined, 'TimeoutError'],
    [500, 'InternalFailure'],
  ])('that may have sent the email (%s) counts as sent, and its news are told the next day', async (status, name) => {
    sesError = failWith(status, name);
    expect(await deliver()).toBe('done');
    sesError = undefined;
    await deliver();
    expect(sent).toEqual([]);
    expect(lines.join()).toContain('daily email perhaps sent');
    now = new Date('2026-12-01T08:00:00.000Z');
    await deliverNextDay();
    expect(told()).toEqual([reports]);
  });
});

const steps = ['find', 'user', 'content', 'write', 'claimDay', 'send', 'noteSent'];

test('an undisturbed email has as many steps as are interrupted', async () => {
  await deliver();
  expect(calls).toEqual(steps);
});

describe.each([true, false])('a function that ends at a call whose effect remains (%s)', (isDone) => {
  test.each(steps.map((name, index) => [name, index + 1] as const))(
    'sends no second email on that day, and loses no news (%s)',
    async (name, call) => {
      fault = { call, isDone };
      await deliver();
      fault = undefined;
      await deliver();
      await deliver();
      const wasClaimed = (name === 'claimDay' && isDone) || name === 'send';
      expect(sent).toHaveLength(wasClaimed && !(name === 'send' && isDone) ? 0 : 1);
      now = new Date('2026-12-01T08:00:00.000Z');
      await deliverNextDay();
      expect(new Set(told().flat())).toEqual(new Set(reports));
      // Told again only if it is unknown whether the first email was sent, or that could not be noted.
      const isToldTwice = isDone ? name === 'send' : name === 'noteSent';
      expect(sent).toHaveLength(isToldTwice ? 2 : 1);
    },
  );

  test('while it releases the day sends at most one email', async () => {
    sesError = failWith(429, 'TooManyRequestsException');
    fault = { call: steps.indexOf('send') + 2, isDone };
    await deliver();
    fault = undefined;
    sesError = undefined;
    await deliver();
    await deliver();
    expect(sent).toHaveLength(isDone ? 1 : 0);
    now = new Date('2026-12-01T08:00:00.000Z');
    await deliverNextDay();
    expect(told()).toEqual([reports]);
  });
});
