import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { refusal } from '#scripts/local-cloud/testing/cognito-target.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { ClientSettings } from './client-settings.ts';
import { createCognito } from './cognito.ts';
import type { Cognito } from './cognito.ts';
import type { PoolSettings } from './pool-settings.ts';
import { secretHash } from './secret-hash.ts';

const poolSettings: PoolSettings = { PoolName: 'portal-ndach', UsernameAttributes: ['email'] };
const clientSettings: ClientSettings = {
  ClientName: 'portal',
  GenerateSecret: true,
  ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
  RefreshTokenRotation: { Feature: 'ENABLED' },
};
const Username = 'kept@example.com';
const Password = 'Kept-password-1!';

let folder: string;
let running: { cognito: Cognito; server: Server; client: aws.CognitoIdentityProviderClient }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cognito-'));
  running = [];
});
afterEach(async () => {
  for (const one of running) await stop(one);
  rmSync(folder, { recursive: true });
});

const stop = async ({ cognito, server, client }: (typeof running)[number]) => {
  cognito.flush();
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

const start = async () => {
  const cognito = createCognito({
    region: 'eu-central-1',
    accountId: '000000000000',
    stateFile: join(folder, 'state', 'cognito.json'),
    now: () => new Date(),
    sendMail: () => {},
    invokeTrigger: async (event) => event,
    allow: () => true,
  });
  const server = createServer(cognito.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new aws.CognitoIdentityProviderClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
  });
  running.push({ cognito, server, client });
  return { cognito, client };
};

const signIn = (
  client: aws.CognitoIdentityProviderClient,
  UserPoolId: string,
  app: { id: string; secret?: string | undefined },
) =>
  client.send(
    new aws.AdminInitiateAuthCommand({
      UserPoolId,
      ClientId: app.id,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: {
        USERNAME: Username,
        PASSWORD: Password,
        SECRET_HASH: secretHash({ id: app.id, secret: app.secret ?? '' }, Username),
      },
    }),
  );

test('pools, keys, clients, groups, users and sessions outlive the process', async () => {
  const first = await start();
  const pool = await first.cognito.ensureUserPool('PoolNdach', poolSettings);
  const app = first.cognito.ensureClient(pool.id, clientSettings);
  first.cognito.ensureGroup(pool.id, { GroupName: 'admin' });
  const ids = { UserPoolId: pool.id, Username };
  await first.client.send(new aws.AdminCreateUserCommand({ ...ids, MessageAction: 'SUPPRESS' }));
  await first.client.send(new aws.AdminSetUserPasswordCommand({ ...ids, Password, Permanent: true }));
  await first.client.send(new aws.AdminAddUserToGroupCommand({ ...ids, GroupName: 'admin' }));
  const { AuthenticationResult } = await signIn(first.client, pool.id, app);
  first.cognito.flush();

  const second = await start();
  expect(await second.cognito.ensureUserPool('PoolNdach', poolSettings)).toEqual(pool);
  expect(second.cognito.ensureClient(pool.id, clientSettings)).toEqual(app);
  second.cognito.ensureGroup(pool.id, { GroupName: 'admin' });
  const renewal = { ClientId: app.id, ClientSecret: app.secret, RefreshToken: AuthenticationResult?.RefreshToken };
  await expect(second.client.send(new aws.GetTokensFromRefreshTokenCommand(renewal))).resolves.toBeDefined();
  const { Groups } = await second.client.send(new aws.AdminListGroupsForUserCommand(ids));
  expect(Groups?.map(({ GroupName }) => GroupName)).toEqual(['admin']);
  expect(await refusal(signIn(second.client, pool.id, app))).toMatchObject({ name: 'none' });
});

test('what has been answered outlives a process that is killed', async () => {
  const first = await start();
  const { id: UserPoolId } = await first.cognito.ensureUserPool('PoolNdach', poolSettings);
  const user = { UserPoolId, Username };
  await first.client.send(new aws.AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS' }));
  const second = await start();
  await expect(second.client.send(new aws.AdminGetUserCommand(user))).resolves.toMatchObject({ Enabled: true });
});

test('the file holds neither passwords nor refresh tokens, and only its owner reads it', async () => {
  const { cognito, client } = await start();
  const pool = await cognito.ensureUserPool('PoolNdach', poolSettings);
  const app = cognito.ensureClient(pool.id, clientSettings);
  await client.send(new aws.AdminCreateUserCommand({ UserPoolId: pool.id, Username, MessageAction: 'SUPPRESS' }));
  await client.send(new aws.AdminSetUserPasswordCommand({ UserPoolId: pool.id, Username, Password, Permanent: true }));
  const { AuthenticationResult } = await signIn(client, pool.id, app);
  cognito.flush();
  const file = join(folder, 'state', 'cognito.json');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(Username);
  expect(text).not.toContain(Password);
  expect(text).not.toContain(AuthenticationResult?.RefreshToken);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a changed template brings the pool to its settings and keeps the users; what AWS would replace is refused', async () => {
  const { cognito, client } = await start();
  const pool = await cognito.ensureUserPool('PoolNdach', poolSettings);
  await client.send(new aws.AdminCreateUserCommand({ UserPoolId: pool.id, Username, MessageAction: 'SUPPRESS' }));
  expect(await cognito.ensureUserPool('PoolNdach', { ...poolSettings, DeletionProtection: 'ACTIVE' })).toEqual(pool);
  cognito.flush();
  const saved: unknown = JSON.parse(readFileSync(join(folder, 'state', 'cognito.json'), 'utf8'));
  expect(saved).toMatchObject({ pools: [{ settings: { DeletionProtection: 'ACTIVE' }, users: [{}] }] });
  const Schema = [{ Name: 'email', Mutable: false }];
  await expect(cognito.ensureUserPool('PoolNdach', { ...poolSettings, Schema })).rejects.toThrow('cannot change');
  const app = cognito.ensureClient(pool.id, clientSettings);
  expect(cognito.ensureClient(pool.id, { ...clientSettings, AccessTokenValidity: 2 })).toEqual(app);
});

test('what cannot be written now is written later, and Cognito goes on meanwhile', async () => {
  const [state, file] = [join(folder, 'state'), join(folder, 'state', 'cognito.json')];
  // As on a full disk, the file beside cannot be written.
  mkdirSync(join(state, 'cognito.json.new'), { recursive: true });
  const { cognito, client } = await start();
  const complaints: unknown[] = [];
  const complain = jest.spyOn(console, 'error').mockImplementation((...what) => void complaints.push(...what));
  try {
    const { id: poolId } = await cognito.ensureUserPool('Pool', poolSettings);
    await eventually('it complains', () => complaints.length > 0);
    await client.send(new aws.ListUsersCommand({ UserPoolId: poolId }));
    rmSync(join(state, 'cognito.json.new'), { recursive: true });
    await eventually('it is written', () => existsSync(file) && readFileSync(file, 'utf8').includes(poolId));
  } finally {
    complain.mockRestore();
  }
});
