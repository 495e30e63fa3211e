import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { auditItem } from '#lambdas/directory/audit.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { byRegion } from '#shared/regions.ts';
import type { AuditAction, AuditedFacts } from '#shared/users/audit.ts';
import type { Notice } from './notice.ts';
import { noticesHandler } from './notices.ts';

const sent: Notice[] = [];
const lines: string[] = [];
const aside: string[] = [];
let send: (notice: Notice) => Promise<void>;
const handle = noticesHandler({
  send: (notice) => send(notice),
  adminsOf: async () => Array.from({ length: 60 }, (_, index) => `admin${index}@store.example`),
  lost: { put: async ({ eventID }) => void aside.push(eventID) },
  writers: byRegion(() => ({ lines: [], ask: 'repairs@owner.example' })),
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  for (const list of [sent, lines, aside]) list.length = 0;
  send = async (notice) => void sent.push(notice);
});

const happened = (number: number, action: AuditAction = 'passwordChanged', after?: AuditedFacts) => {
  const sub = `sub-${number}`;
  const { Put } = auditItem('audit', {
    user: { region: 'nuk', sub, email: `canary${number}@store.example`, id: `nuk#${sub}` },
    action,
    actor: { by: 'canary@admin.example', requestId: 'r-1' },
    id: `event-${number}`,
    now: new Date('2026-11-21T09:30:00Z'),
    ...(after && { before: {}, after }),
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

test('whom new events concern gets an email, one after the other', async () => {
  expect(await handle(batch(happened(1), happened(2, 'sessionsEnded'), happened(3, 'passwordReset')))).toEqual({
    batchItemFailures: [],
  });
  expect(sent.map(({ to, subject }) => [...to, subject])).toEqual([
    ['canary1@store.example', 'Your password has been changed'],
    ['canary3@store.example', 'Your password has been reset'],
  ]);
});

test('of a new admin all other admins hear, as many in one email as SES takes', async () => {
  expect(await handle(batch(happened(1, 'invited', { roles: ['admin'] })))).toEqual({ batchItemFailures: [] });
  expect(sent.map(({ to }) => to.length)).toEqual([50, 10]);
  expect(new Set(recipients()).size).toBe(60);
});

test('nobody hears of an event that has run out', async () => {
  const { dynamodb } = happened(1);
  expect(await handle(batch(record(1, 'REMOVE', { OldImage: { ...dynamodb } })))).toEqual({ batchItemFailures: [] });
  expect(sent).toEqual([]);
});

describe('a batch whose email is refused', () => {
  test('goes on behind the last one that was sent, so that no email is sent twice', async () => {
    send = async (notice) => {
      if (notice.to[0]?.startsWith('canary3')) throw new Error('Maximum sending rate exceeded.');
      sent.push(notice);
    };
    const events = [1, 2, 3, 4].map((number) => happened(number));
    expect(await handle(batch(...events))).toEqual({ batchItemFailures: [{ itemIdentifier: '300' }] });
    send = async (notice) => void sent.push(notice);
    await handle(batch(...events.slice(2)));
    expect(recipients()).toEqual([1, 2, 3, 4].map((number) => `canary${number}@store.example`));
  });
});

describe('what no further try would help is put aside at once, and the others go on:', () => {
  test('an event that nobody can read', async () => {
    expect(await handle(batch(happened(1), poison(2), happened(3)))).toEqual({ batchItemFailures: [] });
    expect(recipients()).toEqual(['canary1@store.example', 'canary3@store.example']);
    expect(aside).toEqual(['stream-2']);
  });

  test.each(['BadRequestException', 'MessageRejected'])('an email that SES refuses with %s', async (name) => {
    send = async (notice) => {
      if (notice.to[0]?.startsWith('canary2')) throw Object.assign(new Error('canary'), { name });
      sent.push(notice);
    };
    expect(await handle(batch(happened(1), happened(2), happened(3)))).toEqual({ batchItemFailures: [] });
    expect(recipients()).toEqual(['canary1@store.example', 'canary3@store.example']);
    expect(aside).toEqual(['stream-2']);
  });
});

test('an SES that is away or has no domain yet loses nothing: the event comes again', async () => {
  for (const name of ['ServiceUnavailable', 'MailFromDomainNotVerifiedException', 'TooManyRequestsException']) {
    send = async () => {
      throw Object.assign(new Error(name), { name });
    };
    await expect(handle(batch(happened(1)))).rejects.toThrow();
  }
  expect(aside).toEqual([]);
});

test('the log names events and their users by their ids, and nobody by their address', async () => {
  await handle(batch(poison(1), happened(2)));
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
