import { beforeEach, describe, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import { createBouncesHandler } from './handler.ts';

const buildUser = (region: User['region'], email: string) => buildStoredUser({ region, email, sub: `sub-of-${email}` });

const logLines: string[] = [];
const recordedBounces: string[] = [];
const stoppedSubscriptions: string[] = [];
const storedUsers = [
  buildUser('nuk', 'kim@store.example'),
  buildUser('ndach', 'kim@store.example'),
  buildUser('nuk', 'sam@store.example'),
];
let failingEmail = '';
let now: Date;

const handle = createBouncesHandler({
  users: {
    findByEmail: async (region, email) => {
      if (email === failingEmail) throw new Error(`no answer about ${email}`);
      return storedUsers.find((user) => user.region === region && user.email === email);
    },
    recordBounce: async ({ id }, at) => void recordedBounces.push(`${id} ${at}`),
  },
  subscriptions: {
    stop: async (region, sub, reason, at) => void stoppedSubscriptions.push(`${region} ${sub} ${reason} ${at}`),
  },
  now: () => now,
  log: jsonLog((line) => logLines.push(line)),
});

beforeEach(() => {
  logLines.length = 0;
  recordedBounces.length = 0;
  stoppedSubscriptions.length = 0;
  failingEmail = '';
  now = new Date('2026-11-21T10:00:05.000Z');
});

const sentAt = '2026-11-21T10:00:00.000Z';

/** Complete event as SES publishes it on the bus. */
const buildBounce = (emails: readonly string[], bounceType = 'Permanent') =>
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
        // The recipient's server writes these emails, which may differ from `destination`, such as after forwarding.
        bouncedRecipients: [{ emailAddress: 'sam@store.example', action: 'failed', status: '5.1.1' }],
        timestamp: '2026-11-21T10:00:01.000Z',
        reportingMTA: 'dsn; mta.example',
      },
      mail: { timestamp: sentAt, source: 'portal@support.example', messageId: '1', destination: emails },
    },
  });
/** Event about an email that its recipient reported as spam. */
const buildComplaint = (email: string) =>
  buildBounce([email]).replace('"eventType":"Bounce"', '"eventType":"Complaint"').replace('"bounce":', '"complaint":');
const buildEvent = (...bodies: string[]) => ({
  Records: bodies.map((body, index) => ({ messageId: `m${index}`, body })),
});
const buildFailures = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

describe('bounced email', () => {
  test.each(['kim@store.example', 'Kim@Store.Example', '"Kim" <kim@store.example>'])(
    'to %s is recorded in every region with this email',
    async (email) => {
      expect(await handle(buildEvent(buildBounce([email])))).toEqual(buildFailures());
      expect(recordedBounces).toEqual([
        `nuk#sub-of-kim@store.example ${sentAt}`,
        `ndach#sub-of-kim@store.example ${sentAt}`,
      ]);
      expect(stoppedSubscriptions).toEqual([
        `nuk sub-of-kim@store.example bounce ${sentAt}`,
        `ndach sub-of-kim@store.example bounce ${sentAt}`,
      ]);
    },
  );

  test('to several recipients is recorded only for those that the report names', async () => {
    expect(await handle(buildEvent(buildBounce(['kim@store.example', 'Sam@store.example'])))).toEqual(buildFailures());
    expect(recordedBounces.filter((line) => line.includes('kim'))).toEqual([]);
    expect(stoppedSubscriptions.filter((line) => !line.includes('sam'))).toEqual([]);
    expect(stoppedSubscriptions).not.toEqual([]);
  });

  test.each(['Transient', 'Undetermined'])('that may still arrive (%s) is not recorded', async (type) => {
    expect(await handle(buildEvent(buildBounce(['kim@store.example'], type)))).toEqual(buildFailures());
    expect([recordedBounces, stoppedSubscriptions]).toEqual([[], []]);
  });

  test('to an unknown email is retried for ten minutes', async () => {
    const eventOfUnknownEmail = buildEvent(buildBounce(['stranger@store.example']));
    expect(await handle(eventOfUnknownEmail)).toEqual(buildFailures('m0'));
    now = new Date('2026-11-21T10:10:00.000Z');
    expect(await handle(eventOfUnknownEmail)).toEqual(buildFailures());
    expect(recordedBounces).toEqual([]);
  });

  test('is retried on failure without delaying other events', async () => {
    failingEmail = 'kim@store.example';
    expect(
      await handle(buildEvent(buildBounce([failingEmail]), 'no JSON', buildBounce(['sam@store.example']))),
    ).toEqual(buildFailures('m0', 'm1'));
    expect(recordedBounces).toEqual([`nuk#sub-of-sam@store.example ${sentAt}`]);
  });

  test('reported as spam is logged and stops the daily email', async () => {
    expect(await handle(buildEvent(buildComplaint('kim@store.example')))).toEqual(buildFailures());
    expect(recordedBounces).toEqual([]);
    expect(stoppedSubscriptions).toEqual([
      `nuk sub-of-kim@store.example complaint ${sentAt}`,
      `ndach sub-of-kim@store.example complaint ${sentAt}`,
    ]);
    expect(logLines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ message: 'reported as spam', region: 'nuk', sub: 'sub-of-kim@store.example' }),
      expect.objectContaining({ message: 'reported as spam', region: 'ndach' }),
    ]);
  });

  test('is logged without the email', async () => {
    failingEmail = 'kim@store.example';
    await handle(buildEvent(buildBounce(['kim@store.example']), buildBounce(['sam@store.example'])));
    expect(logLines).toHaveLength(2);
    expect(logLines.map((line) => line.replaceAll(/sub-of-\S+?(?=")/g, '')).join('\n')).not.toContain('@');
  });
});
