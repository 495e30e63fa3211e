import { describe, expect, test } from '@jest/globals';
import { regionIds } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AuditAction, AuditEvent } from '#shared/users/audit.ts';
import { auditActions } from '#shared/users/audit.ts';
import { createNewAdminNotice, createOwnerNotice } from './notice.ts';

const buildAuditEvent = (action: AuditAction, states: Pick<AuditEvent, 'before' | 'after'> = {}): AuditEvent => ({
  id: 'e-1',
  at: '2026-11-21T23:30:00.000Z',
  by: 'admin@nuk.example',
  action,
  sub: 'sub-1',
  email: 'anna@store.example',
  ...states,
});
const promotion = { before: { roles: ['register-repairs' as const] }, after: { roles: ['admin' as const] } };

const sender = { lines: ['Owner Repairs Ltd'], ask: 'repairs@owner.example' };

/** Returns the text lines of an owner's notice without its markup. */
const toLines = (region: RegionId, auditEvent: AuditEvent) =>
  (createOwnerNotice(region, sender, auditEvent)?.html ?? '')
    .replace(/^.*<body[^>]*>/s, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .split('\n')
    .filter((line) => line !== '');

describe('owner notice', () => {
  test('notifies about changes of the password and the second factor', () =>
    expect(auditActions.filter((action) => createOwnerNotice('nuk', sender, buildAuditEvent(action)))).toEqual([
      'passwordChanged',
      'passwordReset',
      'secondFactorOn',
      'secondFactorOff',
      'codesRefused',
    ]));

  test('notifies about changed roles after any action', () => {
    for (const action of ['addedToGroup', 'removedFromGroup', 'reconciled'] as const)
      expect(createOwnerNotice('nuk', sender, buildAuditEvent(action, promotion))).toMatchObject({
        to: ['anna@store.example'],
      });
  });

  test.each([
    ['the roles of an invitation', buildAuditEvent('invited', { before: {}, after: { roles: ['admin'] } })],
    ['the roles of a deleted user', buildAuditEvent('deleted', { before: { roles: ['admin'] }, after: {} })],
    ['a user found only in Cognito', buildAuditEvent('reconciled', { before: {}, after: { roles: ['admin'] } })],
    [
      'the group of the region',
      buildAuditEvent('addedToGroup', { before: { inRegion: false }, after: { inRegion: true } }),
    ],
    [
      'access that is taken away',
      buildAuditEvent('disabled', { before: { enabled: true }, after: { enabled: false } }),
    ],
    ['a store', buildAuditEvent('storeChanged', { before: { storeId: 'UK-1' }, after: { storeId: 'UK-2' } })],
    [
      'roles in another order',
      buildAuditEvent('addedToGroup', {
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
        buildAuditEvent('reconciled', { before: { secondFactor: true }, after: { secondFactor: false } }),
      )?.subject,
    ).toBe('Two-step verification has been switched off'));
});

describe('new admin notice', () => {
  const adminInvited = buildAuditEvent('invited', { before: {}, after: { roles: ['admin'] } });
  const outcomes = { invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0 };
  const buildJobEvent = (action: 'jobStarted' | 'jobStopped' | 'jobEnded', admins: number): AuditEvent => ({
    ...buildAuditEvent(action),
    job: { kind: 'import', total: 60, outcomes, admins },
  });

  test.each([
    ['an invited admin', adminInvited, /anna@store\.example is now.*Done by: admin@nuk\.example/s],
    ['a user who becomes an admin', buildAuditEvent('addedToGroup', promotion), /is now an administrator/],
    [
      'an admin created in Cognito',
      { ...buildAuditEvent('reconciled', promotion), by: 'reconciliation' },
      /not done in the portal/,
    ],
    [
      'a started job that may create admins',
      buildJobEvent('jobStarted', 10),
      /admin@nuk\.example has started.*: 10\./s,
    ],
  ])('notifies about %s', (_, auditEvent, text) =>
    expect(createNewAdminNotice('nuk', sender, auditEvent)?.html).toMatch(text),
  );

  test.each([
    ['a row of a job', { ...adminInvited, requestId: 'job-1#2' }],
    ['a job that creates no admins', buildJobEvent('jobStarted', 0)],
    ['the stop of a job that may create admins', buildJobEvent('jobStopped', 10)],
    ['the end of a job that may create admins', buildJobEvent('jobEnded', 10)],
    [
      'an admin who gets another role',
      buildAuditEvent('addedToGroup', {
        before: { roles: ['admin'] },
        after: { roles: ['admin', 'register-repairs'] },
      }),
    ],
    [
      'an admin who loses the role',
      buildAuditEvent('removedFromGroup', { before: promotion.after, after: promotion.before }),
    ],
  ])('does not notify about %s', (_, auditEvent) =>
    expect(createNewAdminNotice('nuk', sender, auditEvent)).toBeUndefined(),
  );
});

describe('notice email', () => {
  test("uses the region's language and time zone", () => {
    const { subject, html } = createOwnerNotice('ndach', sender, buildAuditEvent('addedToGroup', promotion)) ?? {};
    expect(subject).toBe('Ihre Gruppen wurden geändert');
    expect(html).toContain('<html lang="de">');
    expect(toLines('ndach', buildAuditEvent('addedToGroup', promotion))).toEqual(
      expect.arrayContaining([
        'Hinzugefügt: Admin',
        'Entfernt: Reparaturen buchen',
        'Zeitpunkt: 22. November 2026 um 00:30\u00A0Uhr.',
      ]),
    );
  });

  test('states what happened, when, and what to do', () =>
    expect(
      toLines('nuk', buildAuditEvent('removedFromGroup', { before: { roles: ['admin'] }, after: { roles: [] } })),
    ).toEqual([
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
      before: { ...promotion.before, secondFactor: true },
      after: { ...promotion.after, secondFactor: false },
    };
    expect(toLines('nuk', buildAuditEvent('reconciled', rolesAndSecondFactor)).join('\n')).toMatch(
      /Added: Admin[^]*switched off/,
    );
  });

  test.each(regionIds)('in %s has no links and no placeholders', (region) => {
    for (const action of ['passwordChanged', 'passwordReset', 'secondFactorOn', 'secondFactorOff'] as const) {
      const { subject, html } = createOwnerNotice(region, sender, buildAuditEvent(action)) ?? { subject: '', html: '' };
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html).not.toMatch(/href|https?:|\{\w+\}/);
    }
    expect(createOwnerNotice(region, sender, buildAuditEvent('addedToGroup', promotion))?.html).not.toMatch(
      /href|https?:|\{\w+\}/,
    );
  });
});
