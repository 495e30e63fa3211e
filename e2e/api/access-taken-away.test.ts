import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as aws from '@aws-sdk/client-cognito-identity-provider';
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
const longest = 60_000;

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...args, '--stage', 'local', '--state', portal.stateFolder()]);
const seesRepairs = async (browser: Browser, region: RegionId) => (await browser.send(listRepairs, region)).status;

/** Cognito's console: past the portal and its scripts. */
const inConsole = (region: RegionId, name: string) => {
  const { endpoints, outputs: values, region: awsRegion } = portal.cloud();
  const endpoint = endpoints.COGNITO_IDENTITY_PROVIDER;
  return {
    cognito: new aws.CognitoIdentityProviderClient({ region: awsRegion, credentials: developerKey, endpoint }),
    user: { UserPoolId: String(values[outputs.userPoolId(region)]), Username: `${name}@${region}.example` },
  };
};
const anHour = 3_600_000;

test(
  'the scripts find the stage, work from the next request on, say what they did and end with 1 when they could not',
  async () => {
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
  },
  longest,
);

describe('what is done in Cognito’s console', () => {
  test(
    'is noticed by the function on its schedule, and the next request is refused',
    async () => {
      const names = ['both', 'repairs', 'admin'] as const;
      const [narrowed, disabled, deleted] = await Promise.all(names.map((name) => portal.signIn('ndach', name)));
      if (!narrowed || !disabled || !deleted) throw new Error('somebody is missing');
      const { cognito, user } = inConsole('ndach', 'both');
      const group = { ...user, GroupName: 'portal-local-register-repairs' };
      await cognito.send(new aws.AdminRemoveUserFromGroupCommand(group));
      await cognito.send(new aws.AdminDisableUserCommand(inConsole('ndach', 'repairs').user));
      await cognito.send(new aws.AdminDeleteUserCommand(inConsole('ndach', 'admin').user));
      cognito.destroy();
      expect([await seesRepairs(narrowed, 'ndach'), await seesRepairs(deleted, 'ndach')]).toEqual([200, 200]);

      await portal.cloud().passTime(anHour);
      expect(await seesRepairs(narrowed, 'ndach')).toBe(403);
      expect(await seesRepairs(disabled, 'ndach')).toBe(401);
      expect(await seesRepairs(deleted, 'ndach')).toBe(401);
      const line =
        portal.lines.find((each) => each.includes('"message":"reconciled"') && each.includes('"ndach"')) ?? '';
      expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({ counts: { mended: 3, left: 0, failed: 0 } });
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
      const who = ['--region', 'nuk', '--email', user.Username];
      await run('scripts/users.ts', 'groups', ...who, '--groups', 'register-repairs');
      const newcomer = await portal.signIn('nuk', 'newcomer');
      expect(await seesRepairs(newcomer, 'nuk')).toBe(403);
    },
    longest,
  );
});
