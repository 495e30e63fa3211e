import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { outputs } from '#infra/outputs.ts';
import { findStage } from '#infra/stages.ts';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { parseCommand, runCommand } from '#scripts/users/command.ts';
import { createUser } from '#scripts/users/create.ts';
import { directoryOf } from '#scripts/users/directory.ts';
import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { byRegion } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { portalForTests } from './portal.ts';

const portal = portalForTests();
const { listRepairs } = routes.repairs;
const { listStores } = routes.stores;
/** Each makes people of its own and signs them in. */
const longest = 60_000;

/** The directory as the scripts open it. */
const directory = () => {
  const { endpoints, outputs: values, region, siteUrl } = portal.cloud();
  const common = { region, credentials: developerKey };
  const text = (name: string) => String(values[name]);
  return directoryOf({
    cognito: new aws.CognitoIdentityProviderClient({ ...common, endpoint: endpoints.COGNITO_IDENTITY_PROVIDER }),
    db: DynamoDBDocumentClient.from(new DynamoDBClient({ ...common, endpoint: endpoints.DYNAMODB }), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    env: {
      GROUP_NAMES: Object.values(findStage('local').groupNames),
      REGIONS: byRegion((id) => ({ userPoolId: text(outputs.userPoolId(id)) })),
      USERS_TABLE: text(outputs.table('users')),
      STORES_TABLE: text(outputs.table('stores')),
      AUDIT_TABLE: text(outputs.table('audit')),
    },
    site: siteUrl,
    now: () => new Date(),
  });
};
const emailOf = (region: RegionId, name: string) => `${name}@${region}.example`;
const users = (name: string, region: RegionId | undefined, who?: string, ...more: string[]) =>
  runCommand(
    directory(),
    parseCommand([
      name,
      '--stage',
      'local',
      ...(region ? ['--region', region] : []),
      ...(region && who ? ['--email', emailOf(region, who)] : []),
      ...more,
    ]),
  );
const create = (region: RegionId, name: string, roles: readonly Role[], password?: string) =>
  createUser(
    directory(),
    { by: 'operator', requestId: 'command-1' },
    { region, email: emailOf(region, name), storeId: 'UK-1001', storeName: 'London Oxford Street', roles },
    password,
  );
/** Somebody of one's own, signed in. */
const made = async (region: RegionId, name: string, ...roles: Role[]) => {
  await create(region, name, roles, demoPassword);
  return portal.signIn(region, name);
};
const seesRepairs = async (browser: Browser, region: RegionId) => (await browser.send(listRepairs, region)).status;
const seesStores = async (browser: Browser, region: RegionId) => (await browser.send(listStores, region)).status;

/** Cognito's console: past the portal and its scripts. */
const inConsole = (region: RegionId, name: string) => {
  const { cognito, poolOf } = directory();
  return { cognito, user: { UserPoolId: poolOf(region), Username: emailOf(region, name) } };
};
const anHour = 3_600_000;

describe('an operator’s command works from the next request on', () => {
  test(
    'create-user with fewer groups takes admin away from an admin',
    async () => {
      const browser = await made('nuk', 'demoted', 'admin');
      expect(await seesStores(browser, 'nuk')).toBe(200);
      expect(await create('nuk', 'demoted', ['register-repairs'])).toMatchObject({ by: 'own password' });
      expect(await seesStores(browser, 'nuk')).toBe(403);
      expect(await seesStores(await portal.signIn('nuk', 'demoted'), 'nuk')).toBe(403);
      expect(await seesRepairs(browser, 'nuk')).toBe(200);
    },
    longest,
  );

  test(
    'users groups, disable and delete',
    async () => {
      const browser = await made('nuk', 'leaver', 'register-repairs');
      expect(await seesRepairs(browser, 'nuk')).toBe(200);
      await users('groups', 'nuk', 'leaver', '--groups', 'register-returns');
      expect(await seesRepairs(browser, 'nuk')).toBe(403);
      await users('groups', 'nuk', 'leaver', '--groups', 'register-repairs');
      expect(await seesRepairs(browser, 'nuk')).toBe(200);

      await users('disable', 'nuk', 'leaver');
      expect(await seesRepairs(browser, 'nuk')).toBe(401);
      expect((await portal.browser().login('nuk', 'leaver@nuk.example')).status).toBe(401);
      await users('enable', 'nuk', 'leaver');
      expect(await seesRepairs(browser, 'nuk')).toBe(401);
      const again = await portal.signIn('nuk', 'leaver');
      expect(await seesRepairs(again, 'nuk')).toBe(200);

      await users('delete', 'nuk', 'leaver');
      expect(await seesRepairs(again, 'nuk')).toBe(401);
    },
    longest,
  );
});

test(
  'the scripts find the stage, say what they did and end with 1 when they could not',
  async () => {
    const run = (file: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [file, ...args, '--stage', 'local', '--state', portal.stateFolder()]);
    const who = ['--region', 'nuk', '--email', 'scripted@nuk.example'];
    const first = await run('scripts/create-user.ts', ...who, '--groups', 'register-repairs', '--store', 'UK-1001');
    expect(first.stdout).toMatch(/^nuk on local: scripted@nuk\.example has been sent an invitation, until 20/);
    const { stdout } = await run('scripts/users.ts', 'disable', ...who);
    expect(stdout).toMatch(/^scripted@nuk\.example is disabled in nuk, .*\nRecorded as [0-9a-f-]{36}\.\n$/);
    await expect(run('scripts/users.ts', 'disable', ...who.with(3, 'nobody@nuk.example'))).rejects.toMatchObject({
      code: 1,
      stderr: 'There is no user nobody@nuk.example in this region.\n',
    });
  },
  longest,
);

describe('what is done in Cognito’s console', () => {
  test(
    'is noticed by the function on its schedule, and the next request is refused',
    async () => {
      const [narrowed, disabled, deleted] = [
        await made('ndach', 'narrowed', 'admin'),
        await made('ndach', 'locked', 'register-repairs'),
        await made('ndach', 'gone', 'register-repairs'),
      ];
      const { cognito, user } = inConsole('ndach', 'narrowed');
      await cognito.send(new aws.AdminRemoveUserFromGroupCommand({ ...user, GroupName: 'portal-local-admin' }));
      await cognito.send(new aws.AdminDisableUserCommand(inConsole('ndach', 'locked').user));
      await cognito.send(new aws.AdminDeleteUserCommand(inConsole('ndach', 'gone').user));
      cognito.destroy();
      expect([await seesStores(narrowed, 'ndach'), await seesRepairs(deleted, 'ndach')]).toEqual([200, 200]);

      await portal.cloud().passTime(anHour);
      expect(await seesStores(narrowed, 'ndach')).toBe(403);
      expect(await seesRepairs(disabled, 'ndach')).toBe(401);
      expect(await seesRepairs(deleted, 'ndach')).toBe(401);
      const line =
        portal.lines.find((each) => each.includes('"message":"reconciled"') && each.includes('"ndach"')) ?? '';
      expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({ counts: { mended: 3, left: 0, failed: 0 } });
    },
    longest,
  );

  test(
    'is shown by reconcile, which ends with 1 until it is mended',
    async () => {
      const browser = await made('nfr', 'locked', 'register-repairs');
      const { cognito, user } = inConsole('nfr', 'locked');
      await cognito.send(new aws.AdminDisableUserCommand(user));
      cognito.destroy();
      const difference = 'locked@nfr.example: enabled: true -> false';
      expect(await users('reconcile', 'nfr')).toMatchObject({
        isFine: false,
        lines: [expect.stringMatching(/ 1 differences$/), `  ${difference}`],
      });
      expect(await seesRepairs(browser, 'nfr')).toBe(200);
      expect((await users('reconcile', 'nfr', undefined, '--mend')).lines).toContain(`  ${difference} [mended]`);
      expect(await seesRepairs(browser, 'nfr')).toBe(401);
    },
    longest,
  );

  test(
    'lets somebody without a store book nothing',
    async () => {
      const { cognito, user } = inConsole('nuk', 'newcomer');
      await cognito.send(
        new aws.AdminCreateUserCommand({
          ...user,
          MessageAction: 'SUPPRESS',
          UserAttributes: [
            { Name: 'email', Value: user.Username },
            { Name: 'email_verified', Value: 'true' },
          ],
        }),
      );
      await cognito.send(new aws.AdminSetUserPasswordCommand({ ...user, Password: demoPassword, Permanent: true }));
      for (const group of ['NUK', 'register-repairs'])
        await cognito.send(new aws.AdminAddUserToGroupCommand({ ...user, GroupName: `portal-local-${group}` }));
      cognito.destroy();
      // Whom the directory does not know cannot come in; whom a command has brought into it can, and do nothing yet.
      expect((await portal.browser().login('nuk', 'newcomer@nuk.example')).status).not.toBe(200);
      await users('groups', 'nuk', 'newcomer', '--groups', 'register-repairs');
      const newcomer = await portal.signIn('nuk', 'newcomer');
      expect(await seesRepairs(newcomer, 'nuk')).toBe(403);
      await create('nuk', 'newcomer', ['register-repairs']);
      expect(await seesRepairs(newcomer, 'nuk')).toBe(200);
    },
    longest,
  );
});
