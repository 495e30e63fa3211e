import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildUserRow } from '#lambdas/lib/users/user-row.ts';
import { computeCodeAt } from '#scripts/local-cloud/cognito/totp.ts';
import { buildTimeoutMs, permanentPassword } from '#scripts/quality/contract/testing/steps.ts';
import { setUpTestDirectory } from '#scripts/testing/directory.ts';
import type { Role } from '#shared/users/groups.ts';
import type { Command } from './command.ts';
import { runCommand } from './command.ts';
import { createUser } from './create.ts';

let admin: User;
let createdCount = 0;
const { getDirectory } = setUpTestDirectory();
beforeAll(async () => {
  admin = await createTestUser(['admin']);
}, buildTimeoutMs);

const region = 'nuk';
const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const createTestUser = async (roles: readonly Role[], { isInvited = false } = {}): Promise<User> => {
  createdCount += 1;
  const actor = { by: 'operator', requestId: 'set-up' };
  const person = {
    region,
    email: `user${createdCount}@store.example`,
    storeId: 'UK-1',
    storeName: 'One',
    roles,
  } as const;
  return (await createUser(getDirectory().directory, actor, person, isInvited ? undefined : permanentPassword)).user;
};
const run = (command: {
  name: Command['name'];
  email?: string;
  groups?: Role[];
  region?: string;
  mend?: boolean;
  'dry-run'?: boolean;
}) => runCommand(getDirectory().directory, { stage: 'dev', ...command } as Command);
const runFor = (name: Command['name'], { email }: User, options: { groups?: Role[]; 'dry-run'?: boolean } = {}) =>
  run({ name, region, email, ...options });
const getRow = ({ sub }: User) => getDirectory().directory.users.get(region, sub);
const findInCognito = ({ sub }: User) => getDirectory().directory.pool.find(region, sub);
const findLastEvent = async ({ sub }: User) => (await getDirectory().listEvents({ region, sub })).at(-1);
const toCognitoUser = ({ sub }: User) => ({ UserPoolId: getDirectory().pool.UserPoolId, Username: sub });
const reconcile = (mend = false) => run({ name: 'reconcile', region, mend });

describe('users command', () => {
  test('disables and enables a user, and records it under the printed id', async () => {
    const user = await createTestUser(['register-repairs']);
    const { lines, isSuccessful } = await runFor('disable', user);
    expect([isSuccessful, lines[0]]).toEqual([true, `${user.email} is disabled in nuk, and all sessions have ended.`]);
    const [, id] = new RegExp(`^Recorded as (${uuidPattern})\\.$`).exec(lines[1] ?? '') ?? [];
    expect(await findLastEvent(user)).toMatchObject({ action: 'disabled', by: 'operator', requestId: id });
    expect((await findInCognito(user))?.enabled).toBe(false);
    expect((await runFor('enable', user)).lines[0]).toBe(`${user.email} may sign in to nuk again.`);
    expect(await getRow(user)).toMatchObject({ enabled: true });
  });

  test('deletes a user, even one who is missing in Cognito', async () => {
    const toUnknownUserResult = (email: string) => ({
      lines: [`There is no user ${email} in this region.`],
      isSuccessful: false,
    });
    const user = await createTestUser(['register-repairs']);
    const deletedUser = await createTestUser([]);
    await getDirectory().cognitoTarget.client.send(new aws.AdminDeleteUserCommand(toCognitoUser(deletedUser)));
    for (const target of [user, deletedUser]) {
      const { lines } = await runFor('delete', target, { 'dry-run': true });
      expect(lines).toEqual([`${target.email} would be deleted from nuk. Nothing is changed.`]);
      expect(await getRow(target)).toEqual(target);
      expect((await runFor('delete', target)).isSuccessful).toBe(true);
      expect([await getRow(target), await findInCognito(target)]).toEqual([undefined, undefined]);
      expect(await runFor('delete', target)).toEqual(toUnknownUserResult(target.email));
      expect(await runFor('delete', target, { 'dry-run': true })).toEqual(toUnknownUserResult(target.email));
    }
    expect(await findLastEvent(user)).toMatchObject({ action: 'deleted', before: { roles: ['register-repairs'] } });
  });

  test('sets exactly the given roles, or none', async () => {
    const user = await createTestUser(['admin', 'register-repairs']);
    const { lines } = await runFor('groups', user, { groups: ['register-repairs', 'register-returns'] });
    expect(lines[0]).toBe(`${user.email} has these roles in nuk: register-repairs, register-returns.`);
    const expectedGroups = ['dev-NUK', 'dev-register-repairs', 'dev-register-returns'];
    expect((await getRow(user))?.groups.toSorted()).toEqual(expectedGroups);
    expect((await findInCognito(user))?.groups.toSorted()).toEqual(expectedGroups);
    await runFor('groups', user, { groups: [] });
    expect((await findInCognito(user))?.groups).toEqual(['dev-NUK']);
  });

  test('turns off one-time codes and records it', async () => {
    const user = await createTestUser(['register-repairs']);
    const { client } = getDirectory().cognitoTarget;
    const { AccessToken } = await getDirectory().pool.signIn(user.email);
    const { SecretCode = '' } = await client.send(new aws.AssociateSoftwareTokenCommand({ AccessToken }));
    await client.send(
      new aws.VerifySoftwareTokenCommand({ AccessToken, UserCode: computeCodeAt(SecretCode, new Date()) }),
    );
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await client.send(new aws.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
    const { lines } = await runFor('codes', user);
    expect(lines[0]).toContain(`${user.email} signs in to nuk with the password alone`);
    expect((await getDirectory().pool.startSignIn(user.email, permanentPassword)).ChallengeName).toBeUndefined();
    expect(await findLastEvent(user)).toMatchObject({
      action: 'secondFactorOff',
      by: 'operator',
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
  });

  test('invites again only users without a password', async () => {
    const invitedUser = await createTestUser([], { isInvited: true });
    const confirmedUser = await createTestUser([]);
    expect((await runFor('invite', invitedUser)).lines[0]).toMatch(/has been sent an invitation to nuk, until 20/);
    const message = `${confirmedUser.email} has chosen a password already and needs no invitation.`;
    expect(await runFor('invite', confirmedUser)).toEqual({ lines: [message], isSuccessful: false });
  });

  test('lists users with status, roles and store', async () => {
    const user = await createTestUser(['register-returns']);
    await runFor('disable', user);
    expect((await run({ name: 'list', region })).lines).toContain(`${user.email}  disabled  register-returns  UK-1`);
  });

  test('keeps the last administrator', async () => {
    const message = `${admin.email} is the last administrator of the region. Make somebody else an administrator first.`;
    for (const result of [
      await runFor('groups', admin, { groups: ['register-repairs'] }),
      await runFor('disable', admin),
      await runFor('delete', admin),
    ])
      expect(result).toEqual({ lines: [message], isSuccessful: false });
    expect(await findInCognito(admin)).toMatchObject({ enabled: true, groups: expect.arrayContaining(['dev-admin']) });
  });

  test('rejects new roles while another change of the user runs, but allows disabling', async () => {
    const user = await createTestUser([]);
    await getDirectory().directory.users.acquireLease(user, { losesAdmin: false, by: 'another', now: new Date() });
    const message = `Somebody else is changing ${user.email} at this moment. Look at the user again, then repeat the command.`;
    expect(await runFor('groups', user, { groups: ['register-returns'] })).toEqual({
      lines: [message],
      isSuccessful: false,
    });
    expect(await runFor('disable', user)).toMatchObject({ isSuccessful: true });
  });
});

describe('reconcile', () => {
  test('shows and repairs drift from Cognito, then finds none', async () => {
    const demotedUser = await createTestUser(['admin', 'register-repairs']);
    const disabledUser = await createTestUser([]);
    const deletedUser = await createTestUser([]);
    const restoredUser = await createTestUser([]);
    const { client } = getDirectory().cognitoTarget;
    await client.send(
      new aws.AdminRemoveUserFromGroupCommand({ ...toCognitoUser(demotedUser), GroupName: 'dev-admin' }),
    );
    await client.send(new aws.AdminDisableUserCommand(toCognitoUser(disabledUser)));
    await client.send(new aws.AdminDeleteUserCommand(toCognitoUser(deletedUser)));
    // The row differs from Cognito as it would after restoring an older table.
    await getDirectory().directory.users.put(buildUserRow({ ...restoredUser, email: 'former@store.example' }));

    const differences = [
      `  ${demotedUser.email}: roles: admin, register-repairs -> register-repairs`,
      `  ${disabledUser.email}: enabled: true -> false`,
      `  ${deletedUser.email}: Cognito does not know this user`,
      '  former@store.example: has another address, or other names of groups, in Cognito',
    ];
    const firstReport = await reconcile();
    expect(firstReport.isSuccessful).toBe(false);
    expect(firstReport.lines.slice(1).toSorted()).toEqual(differences.toSorted());
    expect(await getRow(demotedUser)).toEqual(demotedUser);

    const repairReport = await reconcile(true);
    expect(repairReport.isSuccessful).toBe(true);
    expect(repairReport.lines.slice(1, -1).toSorted()).toEqual(
      differences.map((line) => `${line} [mended]`).toSorted(),
    );
    expect((await getRow(demotedUser))?.groups).not.toContain('dev-admin');
    expect(await getRow(disabledUser)).toMatchObject({ enabled: false, validAfter: expect.any(String) });
    expect(await getRow(deletedUser)).toBeUndefined();
    expect(await getDirectory().directory.users.findByEmail(region, restoredUser.email)).toMatchObject({
      sub: restoredUser.sub,
    });
    for (const user of [demotedUser, disabledUser, deletedUser, restoredUser])
      expect(await findLastEvent(user)).toMatchObject({ action: 'reconciled', by: 'operator' });

    const secondReport = await reconcile();
    expect(secondReport).toEqual({
      lines: [expect.stringMatching(/^nuk: \d+ users, 0 differences$/)],
      isSuccessful: true,
    });
  });

  test('waits an hour before adopting a user known to Cognito only', async () => {
    const { User } = await getDirectory().pool.invite('stranger@store.example');
    const sub = User?.Username ?? '';
    const earlyReport = await reconcile(true);
    expect(earlyReport.lines).toContain('  stranger@store.example: waits, made in Cognito less than an hour ago');
    getDirectory().passTime(3700);
    const { lines, isSuccessful } = await reconcile();
    expect([lines[1], isSuccessful]).toEqual([
      '  stranger@store.example: the directory does not know this user',
      false,
    ]);
    await reconcile(true);
    expect(await getDirectory().directory.users.get(region, sub)).toMatchObject({
      status: 'invited',
      storeId: '',
      groups: [],
    });
  });
});
