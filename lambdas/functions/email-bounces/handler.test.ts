import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import { createBouncesHandler } from './handler.ts';

const userIn = (region: User['region'], email: string) => buildStoredUser({ region, email, sub: `sub-of-${email}` });

const lines: string[] = [];
const recorded: string[] = [];
const stopped: string[] = [];
const directory = [
  userIn('nuk', 'kim@store.example'),
  userIn('ndach', 'kim@store.example'),
  userIn('nuk', 'sam@store.example'),
];
let broken = '';
let now: Date;

const handle = createBouncesHandler({
  users: {
    findByEmail: async (region, email) => {
      if (email === broken) throw new Error(`no answer about ${email}`);
      return directory.find((user) => user.region === region && user.email === email);
    },
    noteBounce: async ({ id }, at) => void recorded.push(`${id} ${at}`),
  },
  subscriptions: {
    stop: async (region, sub, reason, at) => void stopped.push(`${region} ${sub} ${reason} ${at}`),
  },
  now: () => now,
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  lines.length = 0;
  recorded.length = 0;
  stopped.length = 0;
  broken = '';
  now = new Date('2026-11-21T10:00:05.000Z');
});

const sentAt = '2026-11-21T10:00:00.000Z';

/** Complete event as SES publishes it on the bus. */
const bounce = (emails: readonly string[], bounceType = 'Permanent') =>
  JSON.stringify({
    version: '0',
    id: '12a18625-3cb5-1bf8-6969-f9d6b1d8ee3f',
    'detail-type': 'Email Bounced',
    source: 'aws.ses',
    account: '123456789012',
    time: '2026-11-21T10:00:01Z',
    region: 'eu-central-1',
    resources: ['arn:aws:ses:eu-central-1:123456789012:configuration-set/retailer-support-portal-qa'],
    detail: {
      eventType: 'Bounce',
      bounce: {
        feedbackId: '0100016a',
        bounceType,
        bounceSubType: 'General',
        // Written by the other server, and may differ, such as after forwarding.
        bouncedRecipients: [{ emailAddress: 'sam@store.example', action: 'failed', status: '5.1.1' }],
        timestamp: '2026-11-21T10:00:01.000Z',
        reportingMTA: 'dsn; mta.example',
      },
      mail: { timestamp: sentAt, source: 'portal@support.example', messageId: '1', destination: emails },
    },
  });
/** Event about an email that its recipient reported as spam. */
const complaint = (email: string) =>
  bounce([email]).replace('"eventType":"Bounce"', '"eventType":"Complaint"').replace('"bounce":', '"complaint":');
const buildEvent = (...bodies: string[]) => ({
  Records: bodies.map((body, index) => ({ messageId: `m${index}`, body })),
});
const failures = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

describe('bounced email', () => {
  test.each(['kim@store.example', 'Kim@Store.Example', '"Kim" <kim@store.example>'])(
    'to %s is recorded in every region with the address',
    async (email) => {
      expect(await handle(buildEvent(bounce([email])))).toEqual(failures());
      expect(recorded).toEqual([`nuk#sub-of-kim@store.example ${sentAt}`, `ndach#sub-of-kim@store.example ${sentAt}`]);
      expect(stopped).toEqual([
        `nuk sub-of-kim@store.example bounce ${sentAt}`,
        `ndach sub-of-kim@store.example bounce ${sentAt}`,
      ]);
    },
  );

  test('to several recipients is recorded for those that the other server names', async () => {
    expect(await handle(buildEvent(bounce(['kim@store.example', 'Sam@store.example'])))).toEqual(failures());
    expect(recorded.filter((line) => line.includes('kim'))).toEqual([]);
    expect(stopped.filter((line) => !line.includes('sam'))).toEqual([]);
    expect(stopped).not.toEqual([]);
  });

  test.each(['Transient', 'Undetermined'])('that may still arrive (%s) is not recorded', async (type) => {
    expect(await handle(buildEvent(bounce(['kim@store.example'], type)))).toEqual(failures());
    expect([recorded, stopped]).toEqual([[], []]);
  });

  test('to an unknown address is retried for ten minutes', async () => {
    const stranger = buildEvent(bounce(['stranger@store.example']));
    expect(await handle(stranger)).toEqual(failures('m0'));
    now = new Date('2026-11-21T10:10:00.000Z');
    expect(await handle(stranger)).toEqual(failures());
    expect(recorded).toEqual([]);
  });

  test('is retried on failure without delaying others', async () => {
    broken = 'kim@store.example';
    expect(await handle(buildEvent(bounce([broken]), 'no JSON', bounce(['sam@store.example'])))).toEqual(
      failures('m0', 'm1'),
    );
    expect(recorded).toEqual([`nuk#sub-of-sam@store.example ${sentAt}`]);
  });

  test('reported as spam is logged and stops the daily email', async () => {
    expect(await handle(buildEvent(complaint('kim@store.example')))).toEqual(failures());
    expect(recorded).toEqual([]);
    expect(stopped).toEqual([
      `nuk sub-of-kim@store.example complaint ${sentAt}`,
      `ndach sub-of-kim@store.example complaint ${sentAt}`,
    ]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ message: 'reported as spam', region: 'nuk', sub: 'sub-of-kim@store.example' }),
      expect.objectContaining({ message: 'reported as spam', region: 'ndach' }),
    ]);
  });

  test('is logged without its address', async () => {
    broken = 'kim@store.example';
    await handle(buildEvent(bounce(['kim@store.example']), bounce(['sam@store.example'])));
    expect(lines).toHaveLength(2);
    expect(lines.map((line) => line.replaceAll(/sub-of-\S+?(?=")/g, '')).join('\n')).not.toContain('@');
  });
});
