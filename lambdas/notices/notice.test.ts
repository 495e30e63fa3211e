import { describe, expect, test } from '@jest/globals';
import { regionIds } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuditAction, AuditEvent } from '#shared/users/audit.ts';
import { auditActions } from '#shared/users/audit.ts';
import { newAdminNotice, noticeOf } from './notice.ts';

const event = (action: AuditAction, facts: Pick<AuditEvent, 'before' | 'after'> = {}): AuditEvent => ({
  id: 'e-1',
  at: '2026-11-21T23:30:00.000Z',
  by: 'admin@nuk.example',
  action,
  sub: 'sub-1',
  email: 'anna@store.example',
  ...facts,
});
const promoted = { before: { roles: ['register-repairs' as const] }, after: { roles: ['admin' as const] } };

const writer = { lines: ['Owner Repairs Ltd'], ask: 'repairs@owner.example' };

const linesOf = (region: RegionId, given: AuditEvent) =>
  (noticeOf(region, writer, given)?.html ?? '')
    .replace(/^.*<body[^>]*>/s, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .split('\n')
    .filter((line) => line !== '');

describe('who is written to', () => {
  test('the owner of the account, of passwords and one-time codes whoever changed them', () =>
    expect(auditActions.filter((action) => noticeOf('nuk', writer, event(action)))).toEqual([
      'passwordChanged',
      'passwordReset',
      'secondFactorOn',
      'secondFactorOff',
      'codesRefused',
    ]));

  test('and of roles that were given or taken, also where the reconciliation has found it', () => {
    for (const action of ['addedToGroup', 'removedFromGroup', 'reconciled'] as const)
      expect(noticeOf('nuk', writer, event(action, promoted))).toMatchObject({ to: ['anna@store.example'] });
  });

  test.each([
    ['the roles of an invitation', event('invited', { before: {}, after: { roles: ['admin'] } })],
    ['the roles of somebody who is gone', event('deleted', { before: { roles: ['admin'] }, after: {} })],
    ['somebody whom only Cognito knew', event('reconciled', { before: {}, after: { roles: ['admin'] } })],
    ['the group of the region', event('addedToGroup', { before: { inRegion: false }, after: { inRegion: true } })],
    ['access that is taken away', event('disabled', { before: { enabled: true }, after: { enabled: false } })],
    ['a store', event('storeChanged', { before: { storeId: 'UK-1' }, after: { storeId: 'UK-2' } })],
    [
      'roles in another order',
      event('addedToGroup', {
        before: { roles: ['admin', 'register-repairs'] },
        after: { roles: ['register-repairs', 'admin'] },
      }),
    ],
  ])('nobody of %s', (_, given) => expect(noticeOf('nuk', writer, given)).toBeUndefined());

  test('one-time codes that somebody has dropped in Cognito itself', () =>
    expect(
      noticeOf('nuk', writer, event('reconciled', { before: { secondFactor: true }, after: { secondFactor: false } }))
        ?.subject,
    ).toBe('Two-step verification has been switched off'));
});

describe('the admins of the region', () => {
  const invited = event('invited', { before: {}, after: { roles: ['admin'] } });
  const outcomes = { invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0 };
  const started = (admins: number): AuditEvent => ({
    ...event('jobStarted'),
    job: { kind: 'import', total: 60, outcomes, admins },
  });

  test.each([
    ['somebody invited as one', invited, /anna@store\.example is now.*Done by: admin@nuk\.example/s],
    ['somebody who becomes one', event('addedToGroup', promoted), /is now an administrator/],
    ['one whom Cognito made', { ...event('reconciled', promoted), by: 'reconciliation' }, /not done in the portal/],
    ['a job that may make some, as it begins', started(10), /admin@nuk\.example has started.*: 10\./s],
  ])('hear of %s', (_, given, words) => expect(newAdminNotice('nuk', writer, given)?.html).toMatch(words));

  test.each([
    ['a row of a job', { ...invited, requestId: 'job-1#2' }],
    ['a job that makes none', started(0)],
    [
      'an admin who gets another role',
      event('addedToGroup', { before: { roles: ['admin'] }, after: { roles: ['admin', 'register-repairs'] } }),
    ],
    ['an admin who is none any more', event('removedFromGroup', { before: promoted.after, after: promoted.before })],
  ])('hear nothing of %s', (_, given) => expect(newAdminNotice('nuk', writer, given)).toBeUndefined());
});

describe('what is written', () => {
  test("is in the region's language, and by its clocks", () => {
    const { subject, html } = noticeOf('ndach', writer, event('addedToGroup', promoted)) ?? {};
    expect(subject).toBe('Ihre Gruppen wurden geändert');
    expect(html).toContain('<html lang="de">');
    expect(linesOf('ndach', event('addedToGroup', promoted))).toEqual(
      expect.arrayContaining([
        'Hinzugefügt: Admin',
        'Entfernt: Reparaturen buchen',
        'Zeitpunkt: 22. November 2026 um 00:30\u00A0Uhr.',
      ]),
    );
  });

  test('says what happened, when, and what to do', () =>
    expect(linesOf('nuk', event('removedFromGroup', { before: { roles: ['admin'] }, after: { roles: [] } }))).toEqual([
      'This happened on 21 November 2026 at 23:30.',
      '✓ Retailer support portal',
      'Your groups have changed',
      'Hello,',
      'What you can do in the retailer support portal has changed.',
      'Removed: Admin',
      'This happened on 21 November 2026 at 23:30.',
      'If this was not you and you were not expecting it, please contact your administrator straight away.',
      'Retailer support portal, Owner Repairs Ltd',
      'Questions about the portal: repairs@owner.example',
      'This email was sent automatically. Replies to it are not read.',
    ]));

  test('tells several changes of one event together', () => {
    const both = {
      before: { ...promoted.before, secondFactor: true },
      after: { ...promoted.after, secondFactor: false },
    };
    expect(linesOf('nuk', event('reconciled', both)).join('\n')).toMatch(/Added: Admin[^]*switched off/);
  });

  test.each(regionIds)('in %s has no links, no other language, and nothing left to fill in', (region) => {
    for (const action of ['passwordChanged', 'passwordReset', 'secondFactorOn', 'secondFactorOff'] as const) {
      const { subject, html } = noticeOf(region, writer, event(action)) ?? { subject: '', html: '' };
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html).not.toMatch(/href|https?:|\{\w+\}/);
    }
    expect(noticeOf(region, writer, event('addedToGroup', promoted))?.html).not.toMatch(/href|https?:|\{\w+\}/);
  });
});
