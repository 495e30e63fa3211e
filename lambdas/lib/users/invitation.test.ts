import { describe, expect, test } from '@jest/globals';
import { own } from '#scripts/quality/contract/testing/steps.ts';
import { actor, codesOf, directoryForTests, passwordIn, site, somebody } from '#scripts/testing/directory.ts';
import type { User } from './user-row.ts';

const { there, admin, invite, failing } = directoryForTests();
const findGroups = async (email: string) => (await there().directory.pool.find('nuk', email))?.groups.toSorted();

describe('invite', () => {
  test('creates the user in Cognito and the directory', async () => {
    const boss = actor();
    const row = await admin().invite(boss, somebody({ roles: ['admin', 'register-returns'] }), site);
    expect(await there().row(row)).toEqual(row);
    expect(row).toMatchObject({
      groups: expect.arrayContaining(['dev-NUK', 'dev-admin', 'dev-register-returns']),
      adminOf: 'nuk',
      regionState: 'nuk#invited',
      version: 0,
    });
    expect(Date.parse(row.inviteExpiresAt ?? '') - Date.parse(row.invitedAt ?? '')).toBe(7 * 86_400_000);
    expect(await there().events(row)).toMatchObject([
      {
        action: 'invited',
        by: boss.by,
        requestId: boss.requestId,
        before: {},
        after: { roles: ['admin', 'register-returns'], inRegion: true, enabled: true, storeId: 'UK-1001' },
      },
    ]);
    const [mail] = there().target.mails;
    expect(there().target.mails).toHaveLength(1);
    expect((await there().pool.start(row.email, passwordIn(mail?.html))).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('rejects an existing user without changes', async () => {
    const row = await invite();
    const secondInvitation = somebody({ email: row.email, roles: ['admin'] });
    await expect(admin().invite(actor(), secondInvitation, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect([await there().row(row), await findGroups(row.email)]).toEqual([row, ['dev-NUK', 'dev-register-repairs']]);
    expect([there().target.mails.length, (await there().events(row)).length]).toEqual([1, 1]);
  });

  test('creates one user when two admins invite at once', async () => {
    const { email } = somebody();
    const results = await Promise.allSettled([
      invite({ email, roles: ['admin'] }),
      invite({ email, roles: ['register-returns'] }),
    ]);
    expect(codesOf(results).toSorted()).toEqual(['UsernameExistsException', 'done']);
    const row = await there().directory.users.findByEmail('nuk', email);
    expect(await findGroups(email)).toEqual([...(row?.groups ?? [])].toSorted());
    expect(row?.groups).toHaveLength(2);
    expect([there().target.mails.length, (await there().events(row as User)).length]).toEqual([1, 1]);
  });

  test.each(['AdminCreateUser', 'AdminAddUserToGroup', 'AdminGetUser', 'AdminListGroupsForUser'])(
    'can be repeated with other groups if interrupted before %s',
    async (operation) => {
      const { email } = somebody();
      failing(operation);
      await expect(invite({ email, roles: ['admin'] })).rejects.toThrow('broke');
      there().held.before = () => {};
      const row = await invite({ email, roles: ['register-repairs'] });
      expect(await findGroups(email)).toEqual(['dev-NUK', 'dev-register-repairs']);
      expect(row).toMatchObject({ status: 'invited' });
      expect(row).not.toHaveProperty('adminOf');
      expect(await there().events(row)).toHaveLength(1);
    },
  );

  test('completes an interrupted invitation that was already accepted', async () => {
    const { email } = somebody();
    failing('AdminListGroupsForUser');
    await expect(invite({ email })).rejects.toThrow('broke');
    there().held.before = () => {};
    const { Session } = await there().pool.start(email, passwordIn(there().target.mails[0]?.html));
    await there().pool.answer(email, own, Session);
    const row = await invite({ email, roles: ['admin'] });
    expect(row).toMatchObject({ status: 'confirmed', regionState: 'nuk#confirmed', adminOf: 'nuk' });
    expect(row).not.toHaveProperty('inviteExpiresAt');
    expect(there().target.mails).toHaveLength(1);
  });

  test('sends no second email when a job is restarted', async () => {
    const person = somebody();
    const since = new Date(Date.now() - 1000);
    const row = actor('job@store.example');
    failing('AdminListGroupsForUser');
    await expect(admin().invite(row, person, site, { since })).rejects.toThrow('broke');
    there().held.before = () => {};
    await admin().invite(row, person, site, { since });
    expect(there().target.mails).toHaveLength(1);
  });

  test('continues at once for the same job row only', async () => {
    const person = somebody();
    const jobRowId = actor().requestId;
    await there().directory.users.claimEmail('nuk', person.email, { by: jobRowId, now: new Date() });
    await expect(admin().invite(actor(), person, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect(await admin().invite({ by: 'x', requestId: jobRowId }, person, site)).toMatchObject({
      email: person.email,
    });
  });

  test('keeps a user disabled who was disabled in Cognito meanwhile', async () => {
    const { email } = somebody();
    failing('AdminListGroupsForUser');
    await expect(invite({ email })).rejects.toThrow('broke');
    there().held.before = () => {};
    await there().pool.disable(email);
    expect(await invite({ email })).toMatchObject({ enabled: false, regionState: 'nuk#disabled' });
  });

  test('does not resend to a user who has set a password', async () => {
    const row = await invite();
    const { Session } = await there().pool.start(row.email, passwordIn(there().target.mails[0]?.html));
    await there().pool.answer(row.email, own, Session);
    await expect(admin().resend(actor(), row, site)).rejects.toMatchObject({ code: 'InvitationNotPending' });
    const confirmed = await there().row(row);
    expect(confirmed).toMatchObject({ status: 'confirmed', regionState: 'nuk#confirmed' });
    expect(() => admin().resend(actor(), confirmed, site)).toThrow('InvitationNotPending');
    expect(there().target.mails).toHaveLength(1);
  });
});

describe('noteBounce', () => {
  const earlier = '2026-11-20T08:00:00.000Z';
  const later = '2026-11-21T08:00:00.000Z';

  test('keeps the latest bounce and creates no row', async () => {
    const user = await invite();
    for (const at of [earlier, later, earlier]) await there().directory.users.noteBounce(user, at);
    expect(await there().row(user)).toEqual({ ...user, bouncedAt: later });
    await admin().remove(actor(), await there().row(user));
    await there().directory.users.noteBounce(user, later);
    expect(await there().directory.users.get(user.region, user.sub)).toBeUndefined();
  });

  test('is kept by a change and dropped with the address', async () => {
    const user = await invite();
    await there().directory.users.noteBounce(user, later);
    const disabled = await admin().disable(actor(), await there().row(user));
    expect(disabled).toMatchObject({ bouncedAt: later });
    const poolUser = await there().directory.pool.find(user.region, user.sub);
    if (!poolUser) throw new Error('gone');
    await admin().mirror(actor('reconciliation'), disabled, { ...poolUser, email: 'right@store.example' });
    const row = await there().row(user);
    expect(row.email).toBe('right@store.example');
    expect(row.bouncedAt).toBeUndefined();
  });
});
