import { join } from 'node:path';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { beforeEach, expect, test } from '@jest/globals';
import { createTestFolder, buildClientOptions, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createSecretsManager } from './secrets-manager.ts';

let folder: string;
let isAllowed: boolean;
let checks: string[];
let endpoint: string;
let secrets: ReturnType<typeof createTestManager>;
let client: SecretsManager;

const createTestManager = () =>
  createSecretsManager({
    stateFile: join(folder, 'state', 'secrets.json'),
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date('2026-11-02T10:00:00Z'),
    isAllowed: (accessKeyId, action, resource) => {
      checks.push(`${accessKeyId} ${action} ${resource}`);
      return isAllowed;
    },
  });

beforeEach(async () => {
  folder = createTestFolder();
  isAllowed = true;
  checks = [];
  secrets = createTestManager();
  endpoint = await serveForTest((req, res) => secrets.listener(req, res));
  client = new SecretsManager(buildClientOptions(endpoint, { accessKeyId: 'AKIDTEST', secretAccessKey: 'x' }));
});

const getSecret = (SecretId: string, VersionStage?: string) => client.getSecretValue({ SecretId, VersionStage });

test('finds a secret by name, ARN, or ARN without suffix only', async () => {
  const arn = secrets.ensureSecret('portal/captcha', 'hush');
  expect(arn).toMatch(/^arn:aws:secretsmanager:eu-central-1:000000000000:secret:portal\/captcha-[A-Za-z0-9]{6}$/);
  for (const id of ['portal/captcha', arn, arn.slice(0, -7)]) expect(await getSecret(id)).toMatchObject({ ARN: arn });
  for (const response of [getSecret('nothing'), getSecret(arn, 'AWSPREVIOUS')])
    await expect(response).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('checks the permission before revealing whether the secret exists', async () => {
  const arn = secrets.ensureSecret('a', '1');
  isAllowed = false;
  for (const id of ['a', 'b'])
    await expect(getSecret(id)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('secretsmanager:GetSecretValue'),
    });
  expect(checks).toEqual([
    `AKIDTEST secretsmanager:GetSecretValue ${arn}`,
    'AKIDTEST secretsmanager:GetSecretValue arn:aws:secretsmanager:eu-central-1:000000000000:secret:b',
  ]);
});

test('creates one version for a repeated request token', async () => {
  secrets.ensureSecret('a', '1');
  const ClientRequestToken = '0123456789-0123456789-0123456789';
  for (let attempt = 0; attempt < 2; attempt++)
    await client.putSecretValue({ SecretId: 'a', SecretString: '2', ClientRequestToken });
  expect(await getSecret('a', 'AWSPREVIOUS')).toMatchObject({ SecretString: '1' });
});

test('keeps ARN and value over restarts; adds versions for new values only', async () => {
  const arn = secrets.ensureSecret('a', { generate: 40 });
  const { SecretString } = await getSecret('a');
  expect(SecretString).toMatch(/^[A-Za-z0-9]{40}$/);
  for (const value of ['1', '2', '2']) secrets.ensureSecret('b', value);
  secrets = createTestManager();
  expect(secrets.ensureSecret('a', { generate: 40 })).toBe(arn);
  expect(await getSecret('a')).toMatchObject({ SecretString });
  expect(await getSecret('b', 'AWSPREVIOUS')).toMatchObject({ SecretString: '1' });
});

const authorization =
  'AWS4-HMAC-SHA256 Credential=AKIDTEST/20261102/eu-central-1/secretsmanager/aws4_request, SignedHeaders=host, Signature=0';
const target = { 'x-amz-target': 'secretsmanager.GetSecretValue' };

test.each([
  ['no signature', target, '{"SecretId":"a"}', 'MissingAuthenticationTokenException'],
  ['no target', {}, '{}', 'UnknownOperationException'],
  [
    'an inherited property as its operation',
    { 'x-amz-target': 'secretsmanager.constructor' },
    '{}',
    'UnknownOperationException',
  ],
  ['a body that is not JSON', { ...target, authorization }, 'x', 'ValidationException'],
  ['an unknown parameter', { ...target, authorization }, '{"SecretId":"a","Other":1}', 'ValidationException'],
])('rejects a request with %s', async (_, headers, body, code) => {
  const response = await fetch(endpoint, { method: 'POST', headers, body });
  expect([response.status, await response.json()]).toMatchObject([400, { __type: code }]);
});
