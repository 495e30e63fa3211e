import { beforeEach, describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/directory/user-row.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { userWith } from '#lambdas/testing/callers.ts';
import { bouncesHandler } from './bounces.ts';

const userIn = (region: User['region'], email: string) => userWith({ region, email, sub: `sub-of-${email}` });

const lines: string[] = [];
const noted: string[] = [];
const directory = [
  userIn('nuk', 'kim@store.example'),
  userIn('ndach', 'kim@store.example'),
  userIn('nuk', 'sam@store.example'),
];
let broken = '';
let now: Date;

const handle = bouncesHandler({
  users: {
    findByEmail: async (region, email) => {
      if (email === broken) throw new Error(`no answer about ${email}`);
      return directory.find((user) => user.region === region && user.email === email);
    },
    noteBounce: async ({ id }, at) => void noted.push(`${id} ${at}`),
  },
  now: () => now,
  log: jsonLog((line) => lines.push(line)),
});

beforeEach(() => {
  lines.length = 0;
  noted.length = 0;
  broken = '';
  now = new Date('2026-11-21T10:00:05.000Z');
});

const sentAt = '2026-11-21T10:00:00.000Z';

/** As SES tells of it on the bus, whole. */
const bounce = (addresses: readonly string[], bounceType = 'Permanent') =>
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
        // Whatever the other side has written, as after a forwarding.
        bouncedRecipients: [{ emailAddress: 'sam@store.example', action: 'failed', status: '5.1.1' }],
        timestamp: '2026-11-21T10:00:01.000Z',
        reportingMTA: 'dsn; mta.example',
      },
      mail: { timestamp: sentAt, source: 'portal@support.example', messageId: '1', destination: addresses },
    },
  });
/** The same of somebody who has marked one as spam. */
const complaint = (address: string) =>
  bounce([address]).replace('"eventType":"Bounce"', '"eventType":"Complaint"').replace('"bounce":', '"complaint":');
const queued = (...bodies: string[]) => ({ Records: bodies.map((body, index) => ({ messageId: `m${index}`, body })) });
const failures = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

describe('an email that came back', () => {
  test.each(['kim@store.example', 'Kim@Store.Example', '"Kim" <kim@store.example>'])(
    'to %s is noted in every region that knows the address',
    async (address) => {
      expect(await handle(queued(bounce([address])))).toEqual(failures());
      expect(noted).toEqual([`nuk#sub-of-kim@store.example ${sentAt}`, `ndach#sub-of-kim@store.example ${sentAt}`]);
    },
  );

  test.each(['Transient', 'Undetermined'])('and may still arrive (%s) is nothing to note', async (type) => {
    expect(await handle(queued(bounce(['kim@store.example'], type)))).toEqual(failures());
    expect(noted).toEqual([]);
  });

  test('to an address that nobody has yet comes again for ten minutes, then is passed over', async () => {
    const stranger = queued(bounce(['stranger@store.example']));
    expect(await handle(stranger)).toEqual(failures('m0'));
    now = new Date('2026-11-21T10:10:00.000Z');
    expect(await handle(stranger)).toEqual(failures());
    expect(noted).toEqual([]);
  });

  test('and could not be noted comes again, and holds up no other', async () => {
    broken = 'kim@store.example';
    expect(await handle(queued(bounce([broken]), 'no JSON', bounce(['sam@store.example'])))).toEqual(
      failures('m0', 'm1'),
    );
    expect(noted).toEqual([`nuk#sub-of-sam@store.example ${sentAt}`]);
  });

  test('is another thing than one that is reported as spam, which only the log says of its user', async () => {
    expect(await handle(queued(complaint('kim@store.example')))).toEqual(failures());
    expect(noted).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ message: 'reported as spam', region: 'nuk', sub: 'sub-of-kim@store.example' }),
      expect.objectContaining({ message: 'reported as spam', region: 'ndach' }),
    ]);
  });

  test('is logged without its address', async () => {
    broken = 'kim@store.example';
    await handle(queued(bounce(['kim@store.example']), bounce(['sam@store.example'])));
    expect(lines).toHaveLength(2);
    expect(lines.map((line) => line.replaceAll(/sub-of-\S+?(?=")/g, '')).join('\n')).not.toContain('@');
  });
});
