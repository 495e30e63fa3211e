import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, expect, test } from '@jest/globals';
import {
  closeAfterTests,
  createTestFolder,
  buildClientOptions,
  serveForTest,
} from '#scripts/local-cloud/testing/cleanup.ts';
import { createCognito } from './cognito.ts';
import { computeSecretHash } from './secret-hash.ts';
import type { ClientSettings } from './settings.ts';

const poolSettings = {
  PoolName: 'portal-ndach',
  UsernameAttributes: ['email'],
  Policies: { PasswordPolicy: { MinimumLength: 10, TemporaryPasswordValidityDays: 7 } },
};
const clientSettings: ClientSettings = {
  ClientName: 'portal',
  GenerateSecret: true,
  AccessTokenValidity: 10,
  IdTokenValidity: 10,
  RefreshTokenValidity: 720,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
  EnableTokenRevocation: true,
  RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
  AuthSessionValidity: 15,
};
const Username = 'kept@example.com';
const Password = 'Kept-password-1!';

let file: string;
beforeEach(() => {
  file = join(createTestFolder(), 'state', 'cognito.v8');
});

const startCognito = async () => {
  const cognito = createCognito({
    region: 'eu-central-1',
    accountId: '000000000000',
    stateFile: file,
    now: () => new Date(),
    sendMail: () => {},
    invokeTrigger: async (event) => event,
    isAllowed: () => true,
  });
  closeAfterTests(cognito.flush);
  return { cognito, client: new CognitoIdentityProvider(buildClientOptions(await serveForTest(cognito.listener))) };
};

test('keeps state across restarts in a private file without passwords or tokens', async () => {
  const first = await startCognito();
  const pool = await first.cognito.ensureUserPool('PoolNdach', poolSettings);
  const appClient = first.cognito.ensureClient(pool.id, clientSettings);
  first.cognito.ensureGroup(pool.id, 'admin');
  const userId = { UserPoolId: pool.id, Username };
  const parameters = { USERNAME: Username, PASSWORD: Password, SECRET_HASH: computeSecretHash(appClient, Username) };
  const signIn = (client: CognitoIdentityProvider) =>
    client.adminInitiateAuth({
      UserPoolId: pool.id,
      ClientId: appClient.id,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: parameters,
    });
  await first.client.adminCreateUser({ ...userId, TemporaryPassword: 'Temporary-1', MessageAction: 'SUPPRESS' });
  await first.client.adminSetUserPassword({ ...userId, Password, Permanent: true });
  await first.client.adminAddUserToGroup({ ...userId, GroupName: 'admin' });
  const { RefreshToken = '' } = (await signIn(first.client)).AuthenticationResult ?? {};

  const second = await startCognito();
  expect(await second.cognito.ensureUserPool('PoolNdach', poolSettings)).toEqual(pool);
  expect(second.cognito.ensureClient(pool.id, clientSettings)).toEqual(appClient);
  const refreshInput = { ClientId: appClient.id, ClientSecret: appClient.secret, RefreshToken };
  await expect(second.client.getTokensFromRefreshToken(refreshInput)).resolves.toBeDefined();
  const { Groups } = await second.client.adminListGroupsForUser(userId);
  expect(Groups?.map(({ GroupName }) => GroupName)).toEqual(['admin']);
  await expect(signIn(second.client)).resolves.toBeDefined();

  const text = readFileSync(file, 'latin1');
  expect(text).toContain(Username);
  expect(text).not.toContain(Password);
  expect(text).not.toContain(RefreshToken);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('keeps pool, client and users when settings change; rejects a replacement', async () => {
  const { cognito, client } = await startCognito();
  const pool = await cognito.ensureUserPool('PoolNdach', poolSettings);
  const appClient = cognito.ensureClient(pool.id, clientSettings);
  const userId = { UserPoolId: pool.id, Username };
  await client.adminCreateUser({ ...userId, TemporaryPassword: 'Temporary-1', MessageAction: 'SUPPRESS' });
  const Policies = { PasswordPolicy: { MinimumLength: 20, TemporaryPasswordValidityDays: 7 } };
  expect(await cognito.ensureUserPool('PoolNdach', { ...poolSettings, Policies })).toEqual(pool);
  expect(cognito.ensureClient(pool.id, { ...clientSettings, AccessTokenValidity: 20 })).toEqual(appClient);
  await expect(client.adminSetUserPassword({ ...userId, Password })).rejects.toThrow('Password not long enough');
  const Schema = [{ Name: 'email', Mutable: false }];
  await expect(cognito.ensureUserPool('PoolNdach', { ...poolSettings, Schema })).rejects.toThrow('cannot change');
});

test('rejects state of an earlier version and names the reset command', async () => {
  mkdirSync(dirname(file));
  writeFileSync(file.replace('.v8', '.json'), '{}');
  await expect(startCognito()).rejects.toThrow('npm start -- --reset');
});
