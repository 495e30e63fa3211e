import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/directory/user-row.ts';
import { userRow } from '#lambdas/directory/user-row.ts';
import type { Role } from '#shared/groups.ts';
import { buildTimeoutMs, own } from '../contract/testing/steps.ts';
import { codeAt } from '../local-cloud/cognito/totp.ts';
import type { Command } from './command.ts';
import { runCommand } from './command.ts';
import { createUser } from './create.ts';
import type { TestDirectory } from './region-for-test.ts';
import { directoryForTest } from './region-for-test.ts';

let there: TestDirectory;
let next = 0;
beforeAll(async () => {
  there = await directoryForTest();
  await made([`admin`]);
}, buildTimeoutMs);
afterAll(() => there.close());

const region = 'nuk';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const made = async (roles: readonly Role[], { isInvited = false } = {}): Promise<User> => {
  next += 1;
  const actor = { by: 'operator', requestId: 'set-up' };
  const person = { region, email: `user${next}@store.example`, storeId: 'UK-1', storeName: 'One', roles } as const;
  return (await createUser(there.directory, actor, person, isInvited ? undefined : own)).user;
};
const run = (command: { name: Command['name']; email?: string; groups?: Role[]; region?: string; mend?: boolean }) =>
  runCommand(there.directory, { stage: 'dev', ...command } as Command);
const on = (name: Command['name'], { email }: User, more: { groups?: Role[] } = {}) =>
  run({ name, region, email, ...more });
const rowOf = ({ sub }: User) => there.directory.users.get(region, sub);
const foundOf = ({ sub }: User) => there.directory.pool.find(region, sub);
const lastEvent = async ({ sub }: User) => (await there.events(region, sub)).at(-1);
const inConsole = ({ sub }: User) => ({ UserPoolId: there.pool.UserPoolId, Username: sub });
const reconcile = (mend = false) => run({ name: 'reconcile', region, mend });

describe('an operator', () => {
  test('disables a user in Cognito and in the directory, and it is recorded', async () => {
    const user = await made(['register-repairs']);
    const { RefreshToken } = await there.pool.signIn(user.email);
    const { lines, isFine } = await on('disable', user);
    expect(isFine).toBe(true);
    expect(lines[0]).toBe(`${user.email} is disabled in nuk, and all sessions have ended.`);
    const [, id] = new RegExp(`^Recorded as (${uuid})\\.$`).exec(lines[1] ?? '') ?? [];
    expect(await rowOf(user)).toMatchObject({ enabled: false, validAfter: expect.any(String) });
    expect((await foundOf(user))?.enabled).toBe(false);
    expect(await lastEvent(user)).toMatchObject({ action: 'disabled', by: 'operator', requestId: id });
    await expect(there.pool.refresh(RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });

    expect((await on('enable', user)).isFine).toBe(true);
    expect(await rowOf(user)).toMatchObject({ enabled: true });
    // Enabling brings no session back.
    await expect(there.pool.refresh(RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('deletes a user for good, and what happened stays', async () => {
    const user = await made(['register-repairs']);
    expect((await on('delete', user)).isFine).toBe(true);
    expect([await rowOf(user), await foundOf(user)]).toEqual([undefined, undefined]);
    expect(await lastEvent(user)).toMatchObject({ action: 'deleted', before: { roles: ['register-repairs'] } });
    expect(await on('delete', user)).toEqual({
      lines: [`There is no user ${user.email} in this region.`],
      isFine: false,
    });
  });

  test('deletes what the directory has of somebody whom Cognito no longer knows', async () => {
    const user = await made([]);
    await there.target.client.send(new aws.AdminDeleteUserCommand(inConsole(user)));
    expect((await on('delete', user)).isFine).toBe(true);
    expect(await rowOf(user)).toBeUndefined();
  });

  test('gives exactly the roles named, and none for none', async () => {
    const user = await made(['admin', 'register-repairs']);
    const { lines } = await on('groups', user, { groups: ['register-repairs', 'register-returns'] });
    expect(lines[0]).toBe(`${user.email} has these roles in nuk: register-repairs, register-returns.`);
    const wanted = ['dev-NUK', 'dev-register-repairs', 'dev-register-returns'];
    expect((await rowOf(user))?.groups.toSorted()).toEqual(wanted);
    expect((await foundOf(user))?.groups.toSorted()).toEqual(wanted);
    await on('groups', user, { groups: [] });
    expect((await foundOf(user))?.groups).toEqual(['dev-NUK']);
    const before = (await there.events(region, user.sub)).length;
    await on('groups', user, { groups: [] });
    expect(await there.events(region, user.sub)).toHaveLength(before);
  });

  test('switches one-time codes off for whoever has lost the app, and it is recorded', async () => {
    const user = await made(['register-repairs']);
    const { client } = there.target;
    await client.send(
      new aws.SetUserPoolMfaConfigCommand({
        UserPoolId: there.pool.UserPoolId,
        MfaConfiguration: 'OPTIONAL',
        SoftwareTokenMfaConfiguration: { Enabled: true },
      }),
    );
    const { AccessToken } = await there.pool.signIn(user.email);
    const { SecretCode = '' } = await client.send(new aws.AssociateSoftwareTokenCommand({ AccessToken }));
    await client.send(new aws.VerifySoftwareTokenCommand({ AccessToken, UserCode: codeAt(SecretCode, new Date()) }));
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await client.send(new aws.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
    const { lines } = await on('codes', user);
    expect(lines[0]).toContain(`${user.email} signs in to nuk with the password alone`);
    expect((await there.pool.start(user.email, own)).ChallengeName).toBeUndefined();
    expect(await lastEvent(user)).toMatchObject({ action: 'secondFactorOff', by: 'operator' });
  });

  test('invites again whoever has not chosen a password, and nobody else', async () => {
    const invited = await made([], { isInvited: true });
    const sent = there.target.mails.length;
    expect((await on('invite', invited)).lines[0]).toMatch(/has been sent an invitation to nuk, until 20/);
    expect(there.target.mails).toHaveLength(sent + 1);
    const confirmed = await made([]);
    expect(await on('invite', confirmed)).toEqual({
      lines: [`${confirmed.email} has chosen a password already and needs no invitation.`],
      isFine: false,
    });
  });

  test('lists everybody with status, roles and store', async () => {
    const user = await made(['register-returns']);
    await on('disable', user);
    expect((await run({ name: 'list', region })).lines).toContain(`${user.email}  disabled  register-returns  UK-1`);
  });

  test('never takes away the last administrator', async () => {
    const [admin] = (await run({ name: 'list', region })).lines.filter((line) => / admin /.test(line));
    const email = admin?.split(' ')[0] ?? '';
    const refused = {
      lines: [`${email} is the last administrator of the region. Make somebody else an administrator first.`],
      isFine: false,
    };
    expect(await run({ name: 'groups', region, email, groups: ['register-repairs'] })).toEqual(refused);
    expect(await run({ name: 'disable', region, email })).toEqual(refused);
    expect(await run({ name: 'delete', region, email })).toEqual(refused);
    expect(await there.directory.pool.find(region, email)).toMatchObject({
      enabled: true,
      groups: expect.arrayContaining(['dev-admin']),
    });
  });

  test('is told when somebody else is quicker', async () => {
    const user = await made([]);
    const { users } = there.directory;
    const overtaken = {
      ...there.directory,
      users: {
        ...users,
        get: async (...key: Parameters<typeof users.get>) => {
          const row = await users.get(...key);
          if (row) await users.claim(row, { losesAdmin: false, by: 'another', now: new Date() });
          return row;
        },
      },
    };
    expect(await runCommand(overtaken, { name: 'disable', stage: 'dev', region, email: user.email })).toEqual({
      lines: [
        `Somebody else is changing ${user.email} at this moment. Look at the user again, then repeat the command.`,
      ],
      isFine: false,
    });
  });
});

describe('reconciling', () => {
  test('shows what was changed in Cognito’s console, mends it, and then finds nothing', async () => {
    const [narrowed, disabled, gone, restored] = [
      await made(['admin', 'register-repairs']),
      await made([]),
      await made([]),
      await made([]),
    ];
    const { client } = there.target;
    await client.send(new aws.AdminRemoveUserFromGroupCommand({ ...inConsole(narrowed), GroupName: 'dev-admin' }));
    await client.send(new aws.AdminDisableUserCommand(inConsole(disabled)));
    await client.send(new aws.AdminDeleteUserCommand(inConsole(gone)));
    // As of a table that was restored from older times.
    await there.directory.users.put(userRow({ ...restored, email: 'former@store.example' }));

    const differences = [
      `  ${narrowed.email}: roles: admin, register-repairs -> register-repairs`,
      `  ${disabled.email}: enabled: true -> false`,
      `  ${gone.email}: Cognito does not know this user`,
      '  former@store.example: has another address in Cognito',
    ];
    const shown = await reconcile();
    expect(shown.isFine).toBe(false);
    expect(shown.lines.slice(1).toSorted()).toEqual(differences.toSorted());
    expect(await rowOf(narrowed)).toEqual(narrowed);

    const mended = await reconcile(true);
    expect(mended.isFine).toBe(true);
    expect(mended.lines.slice(1, -1).toSorted()).toEqual(differences.map((line) => `${line} [mended]`).toSorted());
    expect((await rowOf(narrowed))?.groups).not.toContain('dev-admin');
    expect(await rowOf(disabled)).toMatchObject({ enabled: false, validAfter: expect.any(String) });
    expect(await rowOf(gone)).toBeUndefined();
    expect(await there.directory.users.findByEmail(region, restored.email)).toMatchObject({ sub: restored.sub });
    for (const user of [narrowed, disabled, gone, restored])
      expect(await lastEvent(user)).toMatchObject({ action: 'reconciled', by: 'operator' });

    const after = await reconcile();
    expect(after).toEqual({ lines: [expect.stringMatching(/^nuk: \d+ users, 0 differences$/)], isFine: true });
  });

  test('follows Cognito even to no administrator at all, and then keeps the next one', async () => {
    const admins = async () =>
      (await run({ name: 'list', region })).lines
        .filter((line) => / confirmed .* admin /.test(line))
        .map((line) => line.split(' ')[0] ?? '');
    for (const Username of await admins())
      await there.target.client.send(new aws.AdminDisableUserCommand({ UserPoolId: there.pool.UserPoolId, Username }));
    expect((await reconcile(true)).isFine).toBe(true);
    expect(await admins()).toEqual([]);
    const user = await made(['admin']);
    expect(await admins()).toEqual([user.email]);
    const refused = await on('disable', user);
    expect(refused.lines).toEqual([expect.stringContaining('is the last administrator')]);
  });

  test('gives a row without a store to whom only Cognito knows, once nobody can still be inviting them', async () => {
    const { User } = await there.pool.invite('stranger@store.example');
    const sub = User?.Username ?? '';
    await there.target.client.send(
      new aws.AdminAddUserToGroupCommand({
        UserPoolId: there.pool.UserPoolId,
        Username: sub,
        GroupName: 'dev-register-repairs',
      }),
    );
    const early = await reconcile(true);
    expect(early.isFine).toBe(true);
    expect(early.lines).toContain('  stranger@store.example: waits, made in Cognito less than an hour ago');
    expect(await there.directory.users.get(region, sub)).toBeUndefined();
    there.passTime(3700);
    const { lines, isFine } = await reconcile();
    expect([lines[1], isFine]).toEqual(['  stranger@store.example: the directory does not know this user', false]);
    await reconcile(true);
    expect(await there.directory.users.get(region, sub)).toMatchObject({
      email: 'stranger@store.example',
      status: 'invited',
      storeId: '',
      groups: ['dev-register-repairs'],
    });
  });
});
