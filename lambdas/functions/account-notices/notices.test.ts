import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { auditItem } from '#lambdas/lib/users/audit.ts';
import { byRegion } from '#shared/config/regions.ts';
import type { AuditAction, AuditSnapshot } from '#shared/users/audit.ts';
import type { Notice } from './notice.ts';
import { noticesHandler } from './notices.ts';

const sent: Notice[] = [];
const lines: string[] = [];
const deadLetters: string[] = [];
let send: (notice: Notice) => Promise<void>;
const handle = noticesHandler({
  send: (notice) => send(notice),
  listAdminEmails: async () => Array.from({ length: 60 }, (_, index) => `admin${index}@store.example`),
  deadLetters: { put: async ({ eventID }) => void deadLetters.push(eventID) },
  senders: byRegion(() => ({ lines: [], ask: 'repairs@owner.example' })),
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  for (const list of [sent, lines, deadLetters]) list.length = 0;
  send = async (notice) => void sent.push(notice);
});

const auditRecord = (number: number, action: AuditAction = 'passwordChanged', factsAfter?: AuditSnapshot) => {
  const sub = `sub-${number}`;
  const { Put } = auditItem('audit', {
    user: { region: 'nuk', sub, email: `canary${number}@store.example`, id: `nuk#${sub}` },
    action,
    actor: { by: 'canary@admin.example', requestId: 'r-1' },
    id: `event-${number}`,
    now: new Date('2026-11-21T09:30:00Z'),
    ...(factsAfter && { before: {}, after: factsAfter }),
  });
  return record(number, 'INSERT', { NewImage: marshall(Put?.Item, { removeUndefinedValues: true }) });
};
const record = (number: number, eventName: string, images: object) => ({
  eventID: `stream-${number}`,
  eventName,
  dynamodb: { SequenceNumber: `${number}00`, ...images },
});
const poison = (number: number) =>
  record(number, 'INSERT', { NewImage: { user: { S: 'nuk#1' }, email: { S: 'canary@store.example' } } });
const batch = (...Records: object[]) => ({ Records });
const recipients = () => sent.flatMap(({ to }) => to);

test('emails the owners of accounts in order', async () => {
  expect(await handle(batch(auditRecord(1), auditRecord(2, 'sessionsEnded'), auditRecord(3, 'passwordReset')))).toEqual(
    {
      batchItemFailures: [],
    },
  );
  expect(sent.map(({ to, subject }) => [...to, subject])).toEqual([
    ['canary1@store.example', 'Your password has been changed'],
    ['canary3@store.example', 'Your password has been reset'],
  ]);
});

test('emails all other admins about a new one, 50 at a time', async () => {
  expect(await handle(batch(auditRecord(1, 'invited', { roles: ['admin'] })))).toEqual({ batchItemFailures: [] });
  expect(sent.map(({ to }) => to.length)).toEqual([50, 10]);
  expect(new Set(recipients()).size).toBe(60);
});

test('ignores expired events', async () => {
  const { dynamodb } = auditRecord(1);
  expect(await handle(batch(record(1, 'REMOVE', { OldImage: { ...dynamodb } })))).toEqual({ batchItemFailures: [] });
  expect(sent).toEqual([]);
});

describe('batch with a failing email', () => {
  test('is retried from the failed event', async () => {
    send = async (notice) => {
      if (notice.to[0]?.startsWith('canary3')) throw new Error('Maximum sending rate exceeded.');
      sent.push(notice);
    };
    const events = [1, 2, 3, 4].map((number) => auditRecord(number));
    expect(await handle(batch(...events))).toEqual({ batchItemFailures: [{ itemIdentifier: '300' }] });
    send = async (notice) => void sent.push(notice);
    await handle(batch(...events.slice(2)));
    expect(recipients()).toEqual([1, 2, 3, 4].map((number) => `canary${number}@store.example`));
  });
});

describe('permanent failure', () => {
  test('puts an invalid event aside and continues', async () => {
    expect(await handle(batch(auditRecord(1), poison(2), auditRecord(3)))).toEqual({ batchItemFailures: [] });
    expect(recipients()).toEqual(['canary1@store.example', 'canary3@store.example']);
    expect(deadLetters).toEqual(['stream-2']);
  });

  test.each(['BadRequestException', 'MessageRejected'])(
    'puts an email aside that SES rejects with %s',
    async (name) => {
      send = async (notice) => {
        if (notice.to[0]?.startsWith('canary2')) throw Object.assign(new Error('canary'), { name });
        sent.push(notice);
      };
      expect(await handle(batch(auditRecord(1), auditRecord(2), auditRecord(3)))).toEqual({ batchItemFailures: [] });
      expect(recipients()).toEqual(['canary1@store.example', 'canary3@store.example']);
      expect(deadLetters).toEqual(['stream-2']);
    },
  );
});

test('retries when SES is unavailable or unverified', async () => {
  for (const name of ['ServiceUnavailable', 'MailFromDomainNotVerifiedException', 'TooManyRequestsException']) {
    send = async () => {
      throw Object.assign(new Error(name), { name });
    };
    await expect(handle(batch(auditRecord(1)))).rejects.toThrow();
  }
  expect(deadLetters).toEqual([]);
});

test('logs ids and no email addresses', async () => {
  await handle(batch(poison(1), auditRecord(2)));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
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
  expect(lines.join()).not.toContain('canary');
});
