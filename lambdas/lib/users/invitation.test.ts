import { describe, expect, test } from '@jest/globals';
import { permanentPassword } from '#scripts/quality/contract/testing/steps.ts';
import {
  buildActor,
  toCodes,
  setUpTestDirectory,
  findPassword,
  site,
  buildPerson,
} from '#scripts/testing/directory.ts';
import type { User } from './user-row.ts';

const { getDirectory, getAdministration, invite, failOperation, restoreOperations } = setUpTestDirectory();
const findGroups = async (email: string) => (await getDirectory().directory.pool.find('nuk', email))?.groups.toSorted();

describe('invite', () => {
  test('creates the user in Cognito and the directory', async () => {
    const boss = buildActor();
    const row = await getAdministration().invite(boss, buildPerson({ roles: ['admin', 'register-returns'] }), site);
    expect(await getDirectory().readRow(row)).toEqual(row);
    expect(row).toMatchObject({
      groups: expect.arrayContaining(['dev-NUK', 'dev-admin', 'dev-register-returns']),
      adminOf: 'nuk',
      regionState: 'nuk#invited',
      version: 0,
    });
    expect(Date.parse(row.inviteExpiresAt ?? '') - Date.parse(row.invitedAt ?? '')).toBe(7 * 86_400_000);
    expect(await getDirectory().listEvents(row)).toMatchObject([
      {
        action: 'invited',
        by: boss.by,
        requestId: boss.requestId,
        before: {},
        after: { roles: ['admin', 'register-returns'], inRegion: true, enabled: true, storeId: 'UK-1001' },
      },
    ]);
    const [mail] = getDirectory().cognitoTarget.mails;
    expect(getDirectory().cognitoTarget.mails).toHaveLength(1);
    expect((await getDirectory().pool.startSignIn(row.email, findPassword(mail?.html))).ChallengeName).toBe(
      'NEW_PASSWORD_REQUIRED',
    );
  });

  test('rejects an existing user without changes', async () => {
    const row = await invite();
    const secondInvitation = buildPerson({ email: row.email, roles: ['admin'] });
    await expect(getAdministration().invite(buildActor(), secondInvitation, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect([await getDirectory().readRow(row), await findGroups(row.email)]).toEqual([
      row,
      ['dev-NUK', 'dev-register-repairs'],
    ]);
    expect([getDirectory().cognitoTarget.mails.length, (await getDirectory().listEvents(row)).length]).toEqual([1, 1]);
  });

  test('creates one user when two admins invite at once', async () => {
    const { email } = buildPerson();
    const results = await Promise.allSettled([
      invite({ email, roles: ['admin'] }),
      invite({ email, roles: ['register-returns'] }),
    ]);
    expect(toCodes(results).toSorted()).toEqual(['UsernameExistsException', 'done']);
    const row = await getDirectory().directory.users.findByEmail('nuk', email);
    expect(await findGroups(email)).toEqual([...(row?.groups ?? [])].toSorted());
    expect(row?.groups).toHaveLength(2);
    expect([getDirectory().cognitoTarget.mails.length, (await getDirectory().listEvents(row as User)).length]).toEqual([
      1, 1,
    ]);
  });

  test.each(['AdminCreateUser', 'AdminAddUserToGroup', 'AdminGetUser', 'AdminListGroupsForUser'])(
    'can be repeated with other groups if interrupted before %s',
    async (operation) => {
      const { email } = buildPerson();
      failOperation(operation);
      await expect(invite({ email, roles: ['admin'] })).rejects.toThrow('broke');
      restoreOperations();
      const row = await invite({ email, roles: ['register-repairs'] });
      expect(await findGroups(email)).toEqual(['dev-NUK', 'dev-register-repairs']);
      expect(row).toMatchObject({ status: 'invited' });
      expect(row).not.toHaveProperty('adminOf');
      expect(await getDirectory().listEvents(row)).toHaveLength(1);
    },
  );

  test('completes an interrupted invitation that was already accepted', async () => {
    const { email } = buildPerson();
    failOperation('AdminListGroupsForUser');
    await expect(invite({ email })).rejects.toThrow('broke');
    restoreOperations();
    const { Session } = await getDirectory().pool.startSignIn(
      email,
      findPassword(getDirectory().cognitoTarget.mails[0]?.html),
    );
    await getDirectory().pool.setNewPassword(email, permanentPassword, Session);
    const row = await invite({ email, roles: ['admin'] });
    expect(row).toMatchObject({ status: 'confirmed', regionState: 'nuk#confirmed', adminOf: 'nuk' });
    expect(row).not.toHaveProperty('inviteExpiresAt');
    expect(getDirectory().cognitoTarget.mails).toHaveLength(1);
  });

  test('sends no second email when a job is restarted', async () => {
    const person = buildPerson();
    const since = new Date(Date.now() - 1000);
    const jobActor = buildActor('job@store.example');
    failOperation('AdminListGroupsForUser');
    await expect(getAdministration().invite(jobActor, person, site, { since })).rejects.toThrow('broke');
    restoreOperations();
    await getAdministration().invite(jobActor, person, site, { since });
    expect(getDirectory().cognitoTarget.mails).toHaveLength(1);
  });

  test('resumes an unfinished invitation at once for the job row that started it', async () => {
    const person = buildPerson();
    const jobRowId = buildActor().requestId;
    await getDirectory().directory.users.reserveEmail('nuk', person.email, { by: jobRowId, now: new Date() });
    await expect(getAdministration().invite(buildActor(), person, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect(await getAdministration().invite({ by: 'x', requestId: jobRowId }, person, site)).toMatchObject({
      email: person.email,
    });
  });

  test('keeps a user disabled who was disabled in Cognito meanwhile', async () => {
    const { email } = buildPerson();
    failOperation('AdminListGroupsForUser');
    await expect(invite({ email })).rejects.toThrow('broke');
    restoreOperations();
    await getDirectory().pool.disable(email);
    expect(await invite({ email })).toMatchObject({ enabled: false, regionState: 'nuk#disabled' });
  });
});

describe('resend', () => {
  test('sends no invitation to a user who has set a password', async () => {
    const row = await invite();
    const { Session } = await getDirectory().pool.startSignIn(
      row.email,
      findPassword(getDirectory().cognitoTarget.mails[0]?.html),
    );
    await getDirectory().pool.setNewPassword(row.email, permanentPassword, Session);
    await expect(getAdministration().resend(buildActor(), row, site)).rejects.toMatchObject({
      code: 'InvitationNotPending',
    });
    const confirmedUser = await getDirectory().readRow(row);
    expect(confirmedUser).toMatchObject({ status: 'confirmed', regionState: 'nuk#confirmed' });
    await expect(getAdministration().resend(buildActor(), confirmedUser, site)).rejects.toMatchObject({
      code: 'InvitationNotPending',
    });
    expect(getDirectory().cognitoTarget.mails).toHaveLength(1);
  });
});

describe('recordBounce', () => {
  const earlier = '2026-11-20T08:00:00.000Z';
  const later = '2026-11-21T08:00:00.000Z';

  test('keeps the latest bounce and creates no row', async () => {
    const user = await invite();
    for (const at of [earlier, later, earlier]) await getDirectory().directory.users.recordBounce(user, at);
    expect(await getDirectory().readRow(user)).toEqual({ ...user, bouncedAt: later });
    await getAdministration().remove(buildActor(), await getDirectory().readRow(user));
    await getDirectory().directory.users.recordBounce(user, later);
    expect(await getDirectory().directory.users.get(user.region, user.sub)).toBeUndefined();
  });

  test('keeps a bounce through other changes, and clears it when the email changes', async () => {
    const user = await invite();
    await getDirectory().directory.users.recordBounce(user, later);
    const disabledUser = await getAdministration().disable(buildActor(), await getDirectory().readRow(user));
    expect(disabledUser).toMatchObject({ bouncedAt: later });
    const poolUser = await getDirectory().directory.pool.find(user.region, user.sub);
    if (!poolUser) throw new Error('gone');
    await getAdministration().updateFromCognito(buildActor('reconciliation'), disabledUser, {
      ...poolUser,
      email: 'right@store.example',
    });
    const row = await getDirectory().readRow(user);
    expect(row.email).toBe('right@store.example');
    expect(row.bouncedAt).toBeUndefined();
  });
});
