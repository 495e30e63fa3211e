import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSubscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import type { NewsEntry } from '#shared/news/news.ts';
import type { DailyContent } from './content.ts';
import { createSenderHandler } from './sender.ts';

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['subscriptions']);
});
afterAll(() => database.stop());

const since = new Date('2026-11-28T10:00:00.000Z');
const noon = '2026-11-30T12:00:00.000Z';
let now: Date;
let sub: string;
let hasUser: boolean;
/** Instants of the reports about the store. */
let reports: string[];
/** Recipient of each sent email, and the instants of its reports. */
const sentEmails: { readonly to: string; readonly reports: readonly string[] }[] = [];
const logLines: string[] = [];
/** Number of the call at which the function is stopped, and whether this call is applied. */
let fault: { readonly call: number; readonly isApplied: boolean } | undefined;
let calls: string[];
let sesError: Error | undefined;

const buildNewsEntry = (at: string): NewsEntry => ({
  kind: 'returns',
  id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
  storeId: 'UK-1',
  storeRefNo: 'R-1',
  numberOfProducts: 1,
  at,
  news: ['rmaAssigned'],
});

/** Records a call, and throws at the call of the fault and at every later one, as if the function had been stopped. */
const simulateCall = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  if (fault && calls.length >= fault.call) throw new Error('the function has ended');
  calls.push(name);
  if (fault?.call !== calls.length) return work();
  if (fault.isApplied) await work();
  throw new Error('the function ends');
};

const openHandler = () => {
  const subscriptions = createSubscriptions(database.db, 'subscriptions');
  return createSenderHandler({
    subscriptions: {
      find: (...args) => simulateCall('find', () => subscriptions.find(...args)),
      remove: (...args) => simulateCall('remove', () => subscriptions.remove(...args)),
      claimDay: (...args) => simulateCall('claimDay', () => subscriptions.claimDay(...args)),
      releaseDay: (...args) => simulateCall('releaseDay', () => subscriptions.releaseDay(...args)),
      recordSent: (...args) => simulateCall('recordSent', () => subscriptions.recordSent(...args)),
    },
    users: { get: () => simulateCall('user', async () => (hasUser ? buildStoredUser({ sub }) : undefined)) },
    readContent: (_, row, day) =>
      simulateCall('content', async (): Promise<DailyContent | undefined> => {
        const news = reports.filter((at) => at > row.returns).map(buildNewsEntry);
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
      simulateCall('write', async () => ({ subject: news.map(({ at }) => at).join(), html: '', headers: {} })),
    send: (to, { subject }) =>
      simulateCall('send', async () => {
        if (sesError) throw sesError;
        sentEmails.push({ to, reports: subject.split(',') });
      }),
    now: () => now,
    log: jsonLog((line) => logLines.push(line)),
  });
};

const deliver = async (day = '2026-11-30', deadline = noon) => {
  const body = JSON.stringify({ region: 'nuk', sub, day, until: deadline });
  const { batchItemFailures } = await openHandler()({ Records: [{ messageId: 'm', body }] });
  return batchItemFailures.length === 0 ? 'done' : 'failed';
};
const deliverNextDay = () => deliver('2026-12-01', '2026-12-01T12:00:00.000Z');
const openSubscriptions = () => createSubscriptions(database.db, 'subscriptions');

beforeEach(async () => {
  now = new Date('2026-11-30T08:01:00.000Z');
  sub = crypto.randomUUID();
  hasUser = true;
  reports = ['2026-11-29T10:00:00.000Z'];
  sentEmails.length = 0;
  logLines.length = 0;
  fault = undefined;
  calls = [];
  sesError = undefined;
  await openSubscriptions().start('nuk', sub, undefined, since);
});

const listSentReports = () => sentEmails.map((email) => email.reports);

describe('daily email', () => {
  test('is sent once even if its message is repeated', async () => {
    for (let time = 0; time < 3; time += 1) expect(await deliver()).toBe('done');
    await Promise.all([deliverNextDay(), deliverNextDay()]);
    expect(sentEmails).toEqual([{ to: 'anna@store.example', reports }]);
    expect(logLines.join('\n')).not.toContain('@');
  });

  test('is sent once for concurrent messages', async () => {
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(sentEmails).toHaveLength(1);
  });

  test('contains only the news since the last one', async () => {
    await deliver();
    reports.push('2026-11-30T09:00:00.000Z');
    now = new Date('2026-12-01T08:00:00.000Z');
    await deliverNextDay();
    expect(listSentReports()).toEqual([['2026-11-29T10:00:00.000Z'], ['2026-11-30T09:00:00.000Z']]);
  });

  test('without content is not sent, even if news arrive later that day', async () => {
    reports = [];
    expect(await deliver()).toBe('done');
    reports = ['2026-11-30T09:00:00.000Z'];
    expect(await deliver()).toBe('done');
    expect(sentEmails).toEqual([]);
  });

  test('is not sent after noon, and becomes a dead letter', async () => {
    now = new Date(noon);
    expect(await deliver()).toBe('failed');
    expect(sentEmails).toEqual([]);
  });

  test('is not sent for a stopped or removed subscription, and is no dead letter after noon', async () => {
    await openSubscriptions().stop('nuk', sub, 'bounce', '2026-11-29T08:00:00.000Z');
    now = new Date(noon);
    expect(await deliver()).toBe('done');
    await openSubscriptions().remove('nuk', sub);
    expect(await deliver()).toBe('done');
    expect(sentEmails).toEqual([]);
  });

  test('is not sent to a deleted user, whose subscription is removed even if stopped', async () => {
    await openSubscriptions().stop('nuk', sub, 'bounce', '2026-11-29T08:00:00.000Z');
    hasUser = false;
    expect(await deliver()).toBe('done');
    expect(await openSubscriptions().find('nuk', sub)).toBeUndefined();
  });
});

const createSesError = (status: number | undefined, name: string) =>
  Object.assign(new Error(name), { name, $metadata: status === undefined ? {} : { httpStatusCode: status } });

describe('failure of SES', () => {
  test.each([
    [429, 'TooManyRequestsException'],
    [400, 'SendingPausedException'],
    ['ECONNREFUSED', 'Error'],
    ['ENOTFOUND', 'Error'],
  ])('before it accepted the email (%s) is retried', async (reason, name) => {
    sesError =
      typeof reason === 'number'
        ? createSesError(reason, name)
        : Object.assign(createSesError(undefined, name), { code: reason });
    expect(await deliver()).toBe('failed');
    sesError = undefined;
    expect(await deliver()).toBe('done');
    expect(listSentReports()).toEqual([reports]);
  });

  test.each([
    [undefined, 'TimeoutError'],
    [500, 'InternalFailure'],
  ])(
    'after which the email may have been sent (%s) is not retried, and the next email repeats the news',
    async (status, name) => {
      sesError = createSesError(status, name);
      expect(await deliver()).toBe('done');
      sesError = undefined;
      await deliver();
      expect(sentEmails).toEqual([]);
      expect(logLines.join()).toContain('daily email perhaps sent');
      now = new Date('2026-12-01T08:00:00.000Z');
      await deliverNextDay();
      expect(listSentReports()).toEqual([reports]);
    },
  );
});

const steps = ['find', 'user', 'content', 'write', 'claimDay', 'send', 'recordSent'];

test('steps are the calls of a delivery without faults', async () => {
  await deliver();
  expect(calls).toEqual(steps);
});

describe.each([true, false])('a function that is interrupted at a call (call applied: %s)', (isApplied) => {
  test.each(steps.map((name, index) => [name, index + 1] as const))(
    'sends no second email on that day and loses no news (%s)',
    async (name, call) => {
      fault = { call, isApplied };
      await deliver();
      fault = undefined;
      await deliver();
      await deliver();
      // A day that was claimed before the interruption gets no email later.
      const isClaimedWithoutEmail = isApplied ? name === 'claimDay' : name === 'send';
      expect(sentEmails).toHaveLength(isClaimedWithoutEmail ? 0 : 1);
      now = new Date('2026-12-01T08:00:00.000Z');
      await deliverNextDay();
      expect(new Set(listSentReports().flat())).toEqual(new Set(reports));
      // News are repeated only if the response of SES was lost or the sending could not be recorded.
      const isRepeated = isApplied ? name === 'send' : name === 'recordSent';
      expect(sentEmails).toHaveLength(isRepeated ? 2 : 1);
    },
  );

  test('sends at most one email if interrupted while releasing the day', async () => {
    sesError = createSesError(429, 'TooManyRequestsException');
    const sendCall = steps.indexOf('send') + 1;
    // The call after a failed `send` releases the day.
    fault = { call: sendCall + 1, isApplied };
    await deliver();
    fault = undefined;
    sesError = undefined;
    await deliver();
    await deliver();
    expect(sentEmails).toHaveLength(isApplied ? 1 : 0);
    now = new Date('2026-12-01T08:00:00.000Z');
    await deliverNextDay();
    expect(listSentReports()).toEqual([reports]);
  });
});
