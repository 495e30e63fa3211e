import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/directory/user-row.ts';
import { userRow } from '#lambdas/directory/user-row.ts';
import type { Role } from '#shared/groups.ts';
import { buildTimeoutMs, own } from '../contract/testing/steps.ts';
import { codeAt } from '../local-cloud/cognito/totp.ts';
import { directoryForTests } from '../testing/directory.ts';
import type { Command } from './command.ts';
import { runCommand } from './command.ts';
import { createUser } from './create.ts';

let admin: User;
let next = 0;
const { there } = directoryForTests();
beforeAll(async () => {
  admin = await made(['admin']);
}, buildTimeoutMs);

const region = 'nuk';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const made = async (roles: readonly Role[], { isInvited = false } = {}): Promise<User> => {
  next += 1;
  const actor = { by: 'operator', requestId: 'set-up' };
  const person = { region, email: `user${next}@store.example`, storeId: 'UK-1', storeName: 'One', roles } as const;
  return (await createUser(there().directory, actor, person, isInvited ? undefined : own)).user;
};
const run = (command: {
  name: Command['name'];
  email?: string;
  groups?: Role[];
  region?: string;
  mend?: boolean;
  'dry-run'?: boolean;
}) => runCommand(there().directory, { stage: 'dev', ...command } as Command);
const on = (name: Command['name'], { email }: User, more: { groups?: Role[]; 'dry-run'?: boolean } = {}) =>
  run({ name, region, email, ...more });
const rowOf = ({ sub }: User) => there().directory.users.get(region, sub);
const foundOf = ({ sub }: User) => there().directory.pool.find(region, sub);
const lastEvent = async ({ sub }: User) => (await there().events({ region, sub })).at(-1);
const inConsole = ({ sub }: User) => ({ UserPoolId: there().pool.UserPoolId, Username: sub });
const reconcile = (mend = false) => run({ name: 'reconcile', region, mend });

describe('an operator', () => {
  test('disables and enables a user, and it is recorded under the id that is said', async () => {
    const user = await made(['register-repairs']);
    const { lines, isFine } = await on('disable', user);
    expect([isFine, lines[0]]).toEqual([true, `${user.email} is disabled in nuk, and all sessions have ended.`]);
    const [, id] = new RegExp(`^Recorded as (${uuid})\\.$`).exec(lines[1] ?? '') ?? [];
    expect(await lastEvent(user)).toMatchObject({ action: 'disabled', by: 'operator', requestId: id });
    expect((await foundOf(user))?.enabled).toBe(false);
    expect((await on('enable', user)).lines[0]).toBe(`${user.email} may sign in to nuk again.`);
    expect(await rowOf(user)).toMatchObject({ enabled: true });
  });

  test('deletes a user for good, also one whom Cognito no longer knows, after a look at who that would be', async () => {
    const unknown = (email: string) => ({ lines: [`There is no user ${email} in this region.`], isFine: false });
    const [user, gone] = [await made(['register-repairs']), await made([])];
    await there().target.client.send(new aws.AdminDeleteUserCommand(inConsole(gone)));
    for (const each of [user, gone]) {
      const { lines } = await on('delete', each, { 'dry-run': true });
      expect(lines).toEqual([`${each.email} would be deleted from nuk. Nothing is changed.`]);
      expect(await rowOf(each)).toEqual(each);
      expect((await on('delete', each)).isFine).toBe(true);
      expect([await rowOf(each), await foundOf(each)]).toEqual([undefined, undefined]);
      expect(await on('delete', each)).toEqual(unknown(each.email));
      expect(await on('delete', each, { 'dry-run': true })).toEqual(unknown(each.email));
    }
    expect(await lastEvent(user)).toMatchObject({ action: 'deleted', before: { roles: ['register-repairs'] } });
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
  });

  test('switches one-time codes off for whoever has lost the app, and it is recorded', async () => {
    const user = await made(['register-repairs']);
    const { client } = there().target;
    const { AccessToken } = await there().pool.signIn(user.email);
    const { SecretCode = '' } = await client.send(new aws.AssociateSoftwareTokenCommand({ AccessToken }));
    await client.send(new aws.VerifySoftwareTokenCommand({ AccessToken, UserCode: codeAt(SecretCode, new Date()) }));
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await client.send(new aws.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
    const { lines } = await on('codes', user);
    expect(lines[0]).toContain(`${user.email} signs in to nuk with the password alone`);
    expect((await there().pool.start(user.email, own)).ChallengeName).toBeUndefined();
    expect(await lastEvent(user)).toMatchObject({
      action: 'secondFactorOff',
      by: 'operator',
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
  });

  test('invites again whoever has not chosen a password, and nobody else', async () => {
    const [invited, confirmed] = [await made([], { isInvited: true }), await made([])];
    expect((await on('invite', invited)).lines[0]).toMatch(/has been sent an invitation to nuk, until 20/);
    const chosen = `${confirmed.email} has chosen a password already and needs no invitation.`;
    expect(await on('invite', confirmed)).toEqual({ lines: [chosen], isFine: false });
  });

  test('lists everybody with status, roles and store', async () => {
    const user = await made(['register-returns']);
    await on('disable', user);
    expect((await run({ name: 'list', region })).lines).toContain(`${user.email}  disabled  register-returns  UK-1`);
  });

  test('never takes away the last administrator', async () => {
    const why = `${admin.email} is the last administrator of the region. Make somebody else an administrator first.`;
    for (const refused of [
      await on('groups', admin, { groups: ['register-repairs'] }),
      await on('disable', admin),
      await on('delete', admin),
    ])
      expect(refused).toEqual({ lines: [why], isFine: false });
    expect(await foundOf(admin)).toMatchObject({ enabled: true, groups: expect.arrayContaining(['dev-admin']) });
  });

  test('gives no role while another change is under way, and can disable all the same', async () => {
    const user = await made([]);
    await there().directory.users.claim(user, { losesAdmin: false, by: 'another', now: new Date() });
    const why = `Somebody else is changing ${user.email} at this moment. Look at the user again, then repeat the command.`;
    expect(await on('groups', user, { groups: ['register-returns'] })).toEqual({ lines: [why], isFine: false });
    expect(await on('disable', user)).toMatchObject({ isFine: true });
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
    const { client } = there().target;
    await client.send(new aws.AdminRemoveUserFromGroupCommand({ ...inConsole(narrowed), GroupName: 'dev-admin' }));
    await client.send(new aws.AdminDisableUserCommand(inConsole(disabled)));
    await client.send(new aws.AdminDeleteUserCommand(inConsole(gone)));
    // As of a table that was restored from older times.
    await there().directory.users.put(userRow({ ...restored, email: 'former@store.example' }));

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
    expect(await there().directory.users.findByEmail(region, restored.email)).toMatchObject({ sub: restored.sub });
    for (const user of [narrowed, disabled, gone, restored])
      expect(await lastEvent(user)).toMatchObject({ action: 'reconciled', by: 'operator' });

    const after = await reconcile();
    expect(after).toEqual({ lines: [expect.stringMatching(/^nuk: \d+ users, 0 differences$/)], isFine: true });
  });

  test('waits an hour with whom only Cognito knows: they may be being invited', async () => {
    const { User } = await there().pool.invite('stranger@store.example');
    const sub = User?.Username ?? '';
    const early = await reconcile(true);
    expect(early.lines).toContain('  stranger@store.example: waits, made in Cognito less than an hour ago');
    there().passTime(3700);
    const { lines, isFine } = await reconcile();
    expect([lines[1], isFine]).toEqual(['  stranger@store.example: the directory does not know this user', false]);
    await reconcile(true);
    expect(await there().directory.users.get(region, sub)).toMatchObject({
      status: 'invited',
      storeId: '',
      groups: [],
    });
  });
});
