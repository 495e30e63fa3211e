import { describe, expect, test } from '@jest/globals';
import { regionIds } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AuditAction, AuditEvent } from '#shared/users/audit.ts';
import { auditActions } from '#shared/users/audit.ts';
import { newAdminNotice, createOwnerNotice } from './notice.ts';

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

const sender = { lines: ['Owner Repairs Ltd'], ask: 'repairs@owner.example' };

const toLines = (region: RegionId, auditEvent: AuditEvent) =>
  (createOwnerNotice(region, sender, auditEvent)?.html ?? '')
    .replace(/^.*<body[^>]*>/s, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .split('\n')
    .filter((line) => line !== '');

describe('owner notice', () => {
  test('notifies about passwords and second factor', () =>
    expect(auditActions.filter((action) => createOwnerNotice('nuk', sender, event(action)))).toEqual([
      'passwordChanged',
      'passwordReset',
      'secondFactorOn',
      'secondFactorOff',
      'codesRefused',
    ]));

  test('notifies about roles changed by any action', () => {
    for (const action of ['addedToGroup', 'removedFromGroup', 'reconciled'] as const)
      expect(createOwnerNotice('nuk', sender, event(action, promoted))).toMatchObject({ to: ['anna@store.example'] });
  });

  test.each([
    ['the roles of an invitation', event('invited', { before: {}, after: { roles: ['admin'] } })],
    ['the roles of a deleted user', event('deleted', { before: { roles: ['admin'] }, after: {} })],
    ['a user found only in Cognito', event('reconciled', { before: {}, after: { roles: ['admin'] } })],
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
  ])('does not notify about %s', (_, auditEvent) =>
    expect(createOwnerNotice('nuk', sender, auditEvent)).toBeUndefined(),
  );

  test('notifies about a second factor switched off in Cognito', () =>
    expect(
      createOwnerNotice(
        'nuk',
        sender,
        event('reconciled', { before: { secondFactor: true }, after: { secondFactor: false } }),
      )?.subject,
    ).toBe('Two-step verification has been switched off'));
});

describe('new admin notice', () => {
  const invited = event('invited', { before: {}, after: { roles: ['admin'] } });
  const outcomes = { invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0 };
  const started = (admins: number): AuditEvent => ({
    ...event('jobStarted'),
    job: { kind: 'import', total: 60, outcomes, admins },
  });

  test.each([
    ['an invited admin', invited, /anna@store\.example is now.*Done by: admin@nuk\.example/s],
    ['a user who becomes an admin', event('addedToGroup', promoted), /is now an administrator/],
    [
      'an admin created in Cognito',
      { ...event('reconciled', promoted), by: 'reconciliation' },
      /not done in the portal/,
    ],
    ['a started job that may create admins', started(10), /admin@nuk\.example has started.*: 10\./s],
  ])('notifies about %s', (_, auditEvent, text) =>
    expect(newAdminNotice('nuk', sender, auditEvent)?.html).toMatch(text),
  );

  test.each([
    ['a row of a job', { ...invited, requestId: 'job-1#2' }],
    ['a job that creates no admins', started(0)],
    [
      'an admin who gets another role',
      event('addedToGroup', { before: { roles: ['admin'] }, after: { roles: ['admin', 'register-repairs'] } }),
    ],
    ['an admin who loses the role', event('removedFromGroup', { before: promoted.after, after: promoted.before })],
  ])('does not notify about %s', (_, auditEvent) => expect(newAdminNotice('nuk', sender, auditEvent)).toBeUndefined());
});

describe('notice email', () => {
  test("uses the region's language and time zone", () => {
    const { subject, html } = createOwnerNotice('ndach', sender, event('addedToGroup', promoted)) ?? {};
    expect(subject).toBe('Ihre Gruppen wurden geändert');
    expect(html).toContain('<html lang="de">');
    expect(toLines('ndach', event('addedToGroup', promoted))).toEqual(
      expect.arrayContaining([
        'Hinzugefügt: Admin',
        'Entfernt: Reparaturen buchen',
        'Zeitpunkt: 22. November 2026 um 00:30\u00A0Uhr.',
      ]),
    );
  });

  test('states what happened, when, and what to do', () =>
    expect(toLines('nuk', event('removedFromGroup', { before: { roles: ['admin'] }, after: { roles: [] } }))).toEqual([
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

  test('combines several changes of one event', () => {
    const rolesAndSecondFactor = {
      before: { ...promoted.before, secondFactor: true },
      after: { ...promoted.after, secondFactor: false },
    };
    expect(toLines('nuk', event('reconciled', rolesAndSecondFactor)).join('\n')).toMatch(
      /Added: Admin[^]*switched off/,
    );
  });

  test.each(regionIds)('in %s has no links and no placeholders', (region) => {
    for (const action of ['passwordChanged', 'passwordReset', 'secondFactorOn', 'secondFactorOff'] as const) {
      const { subject, html } = createOwnerNotice(region, sender, event(action)) ?? { subject: '', html: '' };
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html).not.toMatch(/href|https?:|\{\w+\}/);
    }
    expect(createOwnerNotice(region, sender, event('addedToGroup', promoted))?.html).not.toMatch(
      /href|https?:|\{\w+\}/,
    );
  });
});
