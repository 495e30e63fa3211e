import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import { outputs } from '#infra/outputs.ts';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { openTestPortal } from './portal.ts';

const portal = openTestPortal();
const { listRepairs } = routes.repairs;

const hourMs = 3_600_000;

const runScript = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...args, '--stage', 'local', '--state', portal.getStateFolder()]);
const fetchListStatus = async (browser: Browser, region: RegionId) => (await browser.send(listRepairs, region)).status;

type ConsoleUser = { readonly UserPoolId: string; readonly Username: string };

/** Calls Cognito directly, as its console does, bypassing the portal and its scripts. */
const runInConsole = async (
  region: RegionId,
  name: string,
  runCalls: (cognito: CognitoIdentityProvider, user: ConsoleUser) => Promise<unknown>,
) => {
  const { endpoints, outputs: deployedOutputs, region: awsRegion } = portal.getCloud();
  const endpoint = endpoints.COGNITO_IDENTITY_PROVIDER;
  const cognito = new CognitoIdentityProvider({ region: awsRegion, credentials: developerKey, endpoint });
  const UserPoolId = String(deployedOutputs[outputs.userPoolId(region)]);
  await runCalls(cognito, { UserPoolId, Username: `${name}@${region}.example` });
  cognito.destroy();
};

test('scripts revoke access immediately and exit with 1 on failure', async () => {
  const browser = await portal.signIn('nuk', 'both');
  const userArguments = ['--region', 'nuk', '--email', 'both@nuk.example'];
  const demotion = runScript(
    'scripts/ops/create-user.ts',
    ...userArguments,
    '--groups',
    'register-returns',
    '--store',
    'UK-1001',
  );
  expect((await demotion).stdout).toMatch(/^nuk on local: both@nuk\.example /);
  expect(await fetchListStatus(browser, 'nuk')).toBe(403);
  const { stdout } = await runScript('scripts/ops/users.ts', 'disable', ...userArguments);
  expect(stdout).toMatch(/^both@nuk\.example is disabled in nuk, .*\nRecorded as [0-9a-f-]{36}\.\n$/);
  expect(await fetchListStatus(browser, 'nuk')).toBe(401);
  expect((await portal.openBrowser().login('nuk', 'both@nuk.example')).status).toBe(401);
  await expect(
    runScript('scripts/ops/users.ts', 'disable', ...userArguments.with(3, 'nobody@nuk.example')),
  ).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no user nobody@nuk.example in this region.\n',
  });
});

describe('changes in the Cognito console', () => {
  test('are applied by the scheduled drift repair', async () => {
    const browsers: Browser[] = [];
    for (const name of ['both', 'repairs', 'admin']) browsers.push(await portal.signIn('ndach', name));
    const fetchStatuses = () => Promise.all(browsers.map((browser) => fetchListStatus(browser, 'ndach')));
    const GroupName = 'portal-local-register-repairs';
    await runInConsole('ndach', 'both', (cognito, user) => cognito.adminRemoveUserFromGroup({ ...user, GroupName }));
    await runInConsole('ndach', 'repairs', (cognito, user) => cognito.adminDisableUser(user));
    await runInConsole('ndach', 'admin', (cognito, user) => cognito.adminDeleteUser(user));
    expect(await fetchStatuses()).toEqual([200, 200, 200]);

    await portal.getCloud().passTime(hourMs);
    expect(await fetchStatuses()).toEqual([403, 401, 401]);
    const line =
      portal.readLogLines().find((entry) => entry.includes('"message":"reconciled"') && entry.includes('"ndach"')) ??
      '';
    expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({ counts: { mended: 3, left: 0, failed: 0 } });
  });

  test('grant no access without a store', async () => {
    await runInConsole('nuk', 'newcomer', async (cognito, user) => {
      const email = { Name: 'email', Value: user.Username };
      const UserAttributes = [email, { Name: 'email_verified', Value: 'true' }];
      await cognito.adminCreateUser({ ...user, MessageAction: 'SUPPRESS', UserAttributes });
      await cognito.adminSetUserPassword({ ...user, Password: demoPassword, Permanent: true });
      for (const group of ['NUK', 'register-repairs'])
        await cognito.adminAddUserToGroup({ ...user, GroupName: `portal-local-${group}` });
    });
    // The user is missing in the users table and cannot sign in. A script adds the user to the table, but without a store
    // the user has no permissions.
    expect((await portal.openBrowser().login('nuk', 'newcomer@nuk.example')).status).not.toBe(200);
    const userArguments = ['--region', 'nuk', '--email', 'newcomer@nuk.example'];
    await runScript('scripts/ops/users.ts', 'groups', ...userArguments, '--groups', 'register-repairs');
    expect(await fetchListStatus(await portal.signIn('nuk', 'newcomer'), 'nuk')).toBe(403);
  });
});
