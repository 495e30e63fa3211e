import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { buildAuditItem } from '#lambdas/lib/users/audit.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { AuditAction, AuditSnapshot } from '#shared/users/audit.ts';
import type { Notice } from './notice.ts';
import { createNoticesHandler } from './notices.ts';

const sentNotices: Notice[] = [];
const logLines: string[] = [];
const deadLetters: string[] = [];
let send: (notice: Notice) => Promise<void>;
const handle = createNoticesHandler({
  send: (notice) => send(notice),
  listAdminEmails: async () => Array.from({ length: 60 }, (_, index) => `admin${index}@store.example`),
  deadLetters: { put: async ({ eventID }) => void deadLetters.push(eventID) },
  senders: createByRegion(() => ({ lines: [], ask: 'repairs@owner.example' })),
  log: jsonLog((line) => logLines.push(line)),
});

beforeEach(() => {
  for (const list of [sentNotices, logLines, deadLetters]) list.length = 0;
  send = async (notice) => void sentNotices.push(notice);
});

/** Every email address contains `canary`, for which the last test searches the log. */
const buildAuditRecord = (number: number, action: AuditAction = 'passwordChanged', stateAfter?: AuditSnapshot) => {
  const sub = `sub-${number}`;
  const { Put } = buildAuditItem('audit', {
    user: { region: 'nuk', sub, email: `canary${number}@store.example`, id: `nuk#${sub}` },
    action,
    actor: { by: 'canary@admin.example', requestId: 'r-1' },
    id: `event-${number}`,
    now: new Date('2026-11-21T09:30:00Z'),
    ...(stateAfter && { before: {}, after: stateAfter }),
  });
  return buildStreamRecord(number, 'INSERT', { NewImage: marshall(Put?.Item, { removeUndefinedValues: true }) });
};
const buildStreamRecord = (number: number, eventName: string, images: object) => ({
  eventID: `stream-${number}`,
  eventName,
  dynamodb: { SequenceNumber: `${number}00`, ...images },
});
const buildInvalidRecord = (number: number) =>
  buildStreamRecord(number, 'INSERT', { NewImage: { user: { S: 'nuk#1' }, email: { S: 'canary@store.example' } } });
const buildBatch = (...Records: object[]) => ({ Records });
const listRecipients = () => sentNotices.flatMap(({ to }) => to);

test('emails the owners of accounts in order', async () => {
  expect(
    await handle(
      buildBatch(buildAuditRecord(1), buildAuditRecord(2, 'sessionsEnded'), buildAuditRecord(3, 'passwordReset')),
    ),
  ).toEqual({
    batchItemFailures: [],
  });
  expect(sentNotices.map(({ to, subject }) => [...to, subject])).toEqual([
    ['canary1@store.example', 'Your password has been changed'],
    ['canary3@store.example', 'Your password has been reset'],
  ]);
});

test('emails all other admins about a new one, 50 at a time', async () => {
  expect(await handle(buildBatch(buildAuditRecord(1, 'invited', { roles: ['admin'] })))).toEqual({
    batchItemFailures: [],
  });
  expect(sentNotices.map(({ to }) => to.length)).toEqual([50, 10]);
  expect(new Set(listRecipients()).size).toBe(60);
});

test('ignores the deletion of expired events', async () => {
  const { dynamodb } = buildAuditRecord(1);
  expect(await handle(buildBatch(buildStreamRecord(1, 'REMOVE', { OldImage: { ...dynamodb } })))).toEqual({
    batchItemFailures: [],
  });
  expect(sentNotices).toEqual([]);
});

describe('batch with a failing email', () => {
  test('is retried from the failed event', async () => {
    send = async (notice) => {
      if (notice.to[0]?.startsWith('canary3')) throw new Error('Maximum sending rate exceeded.');
      sentNotices.push(notice);
    };
    const events = [1, 2, 3, 4].map((number) => buildAuditRecord(number));
    expect(await handle(buildBatch(...events))).toEqual({ batchItemFailures: [{ itemIdentifier: '300' }] });
    send = async (notice) => void sentNotices.push(notice);
    await handle(buildBatch(...events.slice(2)));
    expect(listRecipients()).toEqual([1, 2, 3, 4].map((number) => `canary${number}@store.example`));
  });
});

describe('permanent failure', () => {
  test('sends an invalid event to the dead letter queue and continues', async () => {
    expect(await handle(buildBatch(buildAuditRecord(1), buildInvalidRecord(2), buildAuditRecord(3)))).toEqual({
      batchItemFailures: [],
    });
    expect(listRecipients()).toEqual(['canary1@store.example', 'canary3@store.example']);
    expect(deadLetters).toEqual(['stream-2']);
  });

  test.each(['BadRequestException', 'MessageRejected'])(
    'sends an email that SES rejects with %s to the dead letter queue',
    async (name) => {
      send = async (notice) => {
        if (notice.to[0]?.startsWith('canary2')) throw Object.assign(new Error('canary'), { name });
        sentNotices.push(notice);
      };
      expect(await handle(buildBatch(buildAuditRecord(1), buildAuditRecord(2), buildAuditRecord(3)))).toEqual({
        batchItemFailures: [],
      });
      expect(listRecipients()).toEqual(['canary1@store.example', 'canary3@store.example']);
      expect(deadLetters).toEqual(['stream-2']);
    },
  );
});

test('retries when SES is unavailable or the sending domain is not verified', async () => {
  for (const name of ['ServiceUnavailable', 'MailFromDomainNotVerifiedException', 'TooManyRequestsException']) {
    send = async () => {
      throw Object.assign(new Error(name), { name });
    };
    await expect(handle(buildBatch(buildAuditRecord(1)))).rejects.toThrow();
  }
  expect(deadLetters).toEqual([]);
});

test('logs ids and no email addresses', async () => {
  await handle(buildBatch(buildInvalidRecord(1), buildAuditRecord(2)));
  expect(logLines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', message: 'notice put aside', eventId: 'stream-1' }),
    {
      level: 'info',
      message: 'notice sent',
      region: 'nuk',
      sub: 'sub-2',
      event: 'passwordChanged',
      eventId: 'event-2',
    },
  ]);
  expect(logLines.join()).not.toContain('canary');
});
