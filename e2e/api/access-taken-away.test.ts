import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import { outputs } from '#infra/outputs.ts';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import type { RegionId } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { portalForTests } from './portal.ts';

const portal = portalForTests();
const { listRepairs } = routes.repairs;

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...args, '--stage', 'local', '--state', portal.stateFolder()]);
const seesRepairs = async (browser: Browser, region: RegionId) => (await browser.send(listRepairs, region)).status;

type ConsoleUser = { readonly UserPoolId: string; readonly Username: string };

/** Cognito's console: past the portal and its scripts. */
const inConsole = async (
  region: RegionId,
  name: string,
  act: (cognito: CognitoIdentityProvider, user: ConsoleUser) => Promise<unknown>,
) => {
  const { endpoints, outputs: values, region: awsRegion } = portal.cloud();
  const endpoint = endpoints.COGNITO_IDENTITY_PROVIDER;
  const cognito = new CognitoIdentityProvider({ region: awsRegion, credentials: developerKey, endpoint });
  const UserPoolId = String(values[outputs.userPoolId(region)]);
  await act(cognito, { UserPoolId, Username: `${name}@${region}.example` });
  cognito.destroy();
};

test('the scripts find the stage, work from the next request on, say what they did and end with 1 when they could not', async () => {
  const browser = await portal.signIn('nuk', 'both');
  const who = ['--region', 'nuk', '--email', 'both@nuk.example'];
  const demoted = run('scripts/create-user.ts', ...who, '--groups', 'register-returns', '--store', 'UK-1001');
  expect((await demoted).stdout).toMatch(/^nuk on local: both@nuk\.example /);
  expect(await seesRepairs(browser, 'nuk')).toBe(403);
  const { stdout } = await run('scripts/users.ts', 'disable', ...who);
  expect(stdout).toMatch(/^both@nuk\.example is disabled in nuk, .*\nRecorded as [0-9a-f-]{36}\.\n$/);
  expect(await seesRepairs(browser, 'nuk')).toBe(401);
  expect((await portal.browser().login('nuk', 'both@nuk.example')).status).toBe(401);
  await expect(run('scripts/users.ts', 'disable', ...who.with(3, 'nobody@nuk.example'))).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no user nobody@nuk.example in this region.\n',
  });
});

describe('what is done in Cognito’s console', () => {
  test('is noticed by the function on its schedule, and the next request is refused', async () => {
    const browsers: Browser[] = [];
    for (const name of ['both', 'repairs', 'admin']) browsers.push(await portal.signIn('ndach', name));
    const seen = () => Promise.all(browsers.map((browser) => seesRepairs(browser, 'ndach')));
    const GroupName = 'portal-local-register-repairs';
    await inConsole('ndach', 'both', (cognito, user) => cognito.adminRemoveUserFromGroup({ ...user, GroupName }));
    await inConsole('ndach', 'repairs', (cognito, user) => cognito.adminDisableUser(user));
    await inConsole('ndach', 'admin', (cognito, user) => cognito.adminDeleteUser(user));
    expect(await seen()).toEqual([200, 200, 200]);

    await portal.cloud().passTime(3_600_000);
    expect(await seen()).toEqual([403, 401, 401]);
    const line =
      portal.lines().find((each) => each.includes('"message":"reconciled"') && each.includes('"ndach"')) ?? '';
    expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({ counts: { mended: 3, left: 0, failed: 0 } });
  });

  test('lets somebody without a store book nothing', async () => {
    await inConsole('nuk', 'newcomer', async (cognito, user) => {
      const email = { Name: 'email', Value: user.Username };
      const UserAttributes = [email, { Name: 'email_verified', Value: 'true' }];
      await cognito.adminCreateUser({ ...user, MessageAction: 'SUPPRESS', UserAttributes });
      await cognito.adminSetUserPassword({ ...user, Password: demoPassword, Permanent: true });
      for (const group of ['NUK', 'register-repairs'])
        await cognito.adminAddUserToGroup({ ...user, GroupName: `portal-local-${group}` });
    });
    // Whom the directory does not know cannot come in; whom a command has brought into it can, and do nothing yet.
    expect((await portal.browser().login('nuk', 'newcomer@nuk.example')).status).not.toBe(200);
    const who = ['--region', 'nuk', '--email', 'newcomer@nuk.example'];
    await run('scripts/users.ts', 'groups', ...who, '--groups', 'register-repairs');
    expect(await seesRepairs(await portal.signIn('nuk', 'newcomer'), 'nuk')).toBe(403);
  });
});
