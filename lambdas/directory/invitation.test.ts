import { describe, expect, test } from '@jest/globals';
import { own } from '#scripts/contract/testing/steps.ts';
import { actor, codesOf, directoryForTests, passwordIn, site, somebody } from '#scripts/testing/directory.ts';
import type { User } from './user-row.ts';

const { there, admin, invite, failing } = directoryForTests();
const groupsOf = async (email: string) => (await there().directory.pool.find('nuk', email))?.groups.toSorted();

describe('an invitation', () => {
  test('makes the user in Cognito and in the directory, with one email and one event', async () => {
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

  test('of somebody who has a user already is refused, and changes nothing', async () => {
    const row = await invite();
    const again = somebody({ email: row.email, roles: ['admin'] });
    await expect(admin().invite(actor(), again, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect([await there().row(row), await groupsOf(row.email)]).toEqual([row, ['dev-NUK', 'dev-register-repairs']]);
    expect([there().target.mails.length, (await there().events(row)).length]).toEqual([1, 1]);
  });

  test('by two admins at once is one user, one email, one event, with the groups of the one who got there', async () => {
    const { email } = somebody();
    const results = await Promise.allSettled([
      invite({ email, roles: ['admin'] }),
      invite({ email, roles: ['register-returns'] }),
    ]);
    expect(codesOf(results).toSorted()).toEqual(['UsernameExistsException', 'done']);
    const row = await there().directory.users.findByEmail('nuk', email);
    expect(await groupsOf(email)).toEqual([...(row?.groups ?? [])].toSorted());
    expect(row?.groups).toHaveLength(2);
    expect([there().target.mails.length, (await there().events(row as User)).length]).toEqual([1, 1]);
  });

  test.each(['AdminCreateUser', 'AdminAddUserToGroup', 'AdminGetUser', 'AdminListGroupsForUser'])(
    'that was broken off before %s can be sent again, with the groups that are then asked for',
    async (operation) => {
      const { email } = somebody();
      failing(operation);
      await expect(invite({ email, roles: ['admin'] })).rejects.toThrow('broke');
      there().held.before = () => {};
      const row = await invite({ email, roles: ['register-repairs'] });
      expect(await groupsOf(email)).toEqual(['dev-NUK', 'dev-register-repairs']);
      expect(row).toMatchObject({ status: 'invited' });
      expect(row).not.toHaveProperty('adminOf');
      expect(await there().events(row)).toHaveLength(1);
    },
  );

  test('that was broken off, and that somebody has used meanwhile, is completed as it is', async () => {
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

  test('of a job that is begun again sends no second email', async () => {
    const person = somebody();
    const since = new Date(Date.now() - 1000);
    const row = actor('job@store.example');
    failing('AdminListGroupsForUser');
    await expect(admin().invite(row, person, site, { since })).rejects.toThrow('broke');
    there().held.before = () => {};
    await admin().invite(row, person, site, { since });
    expect(there().target.mails).toHaveLength(1);
  });

  test('of a job that died in between goes on at once, for the same row only', async () => {
    const person = somebody();
    const by = actor().requestId;
    await there().directory.users.claimEmail('nuk', person.email, { by, now: new Date() });
    await expect(admin().invite(actor(), person, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect(await admin().invite({ by: 'x', requestId: by }, person, site)).toMatchObject({
      email: person.email,
    });
  });

  test('of somebody who was disabled in Cognito meanwhile leaves them so', async () => {
    const { email } = somebody();
    failing('AdminListGroupsForUser');
    await expect(invite({ email })).rejects.toThrow('broke');
    there().held.before = () => {};
    await there().pool.disable(email);
    expect(await invite({ email })).toMatchObject({ enabled: false, regionState: 'nuk#disabled' });
  });

  test('is sent again to nobody who has chosen a password, of which the directory then knows', async () => {
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

describe('an email that came back', () => {
  const [earlier, later] = ['2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'] as const;

  test('is noted at the user, the latest of several; nobody comes back for it', async () => {
    const user = await invite();
    for (const at of [earlier, later, earlier]) await there().directory.users.noteBounce(user, at);
    expect(await there().row(user)).toEqual({ ...user, bouncedAt: later });
    await admin().remove(actor(), await there().row(user));
    await there().directory.users.noteBounce(user, later);
    expect(await there().directory.users.get(user.region, user.sub)).toBeUndefined();
  });

  test('stays with a change, and goes with the address', async () => {
    const user = await invite();
    await there().directory.users.noteBounce(user, later);
    const disabled = await admin().disable(actor(), await there().row(user));
    expect(disabled).toMatchObject({ bouncedAt: later });
    const found = await there().directory.pool.find(user.region, user.sub);
    if (!found) throw new Error('gone');
    await admin().mirror(actor('reconciliation'), disabled, { ...found, email: 'right@store.example' });
    const row = await there().row(user);
    expect(row.email).toBe('right@store.example');
    expect(row.bouncedAt).toBeUndefined();
  });
});
