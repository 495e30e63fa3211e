import { join } from 'node:path';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { beforeEach, expect, test } from '@jest/globals';
import { freshFolder, reaching, served } from '#scripts/local-cloud/testing/opened.ts';
import { createSecretsManager } from './secrets-manager.ts';

let folder: string;
let allowed: boolean;
let asked: string[];
let endpoint: string;
let secrets: ReturnType<typeof create>;
let client: SecretsManager;

const create = () =>
  createSecretsManager({
    stateFile: join(folder, 'state', 'secrets.json'),
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date('2026-11-02T10:00:00Z'),
    allow: (...call) => {
      asked.push(call.slice(0, 3).join(' '));
      return allowed;
    },
  });

beforeEach(async () => {
  folder = freshFolder();
  allowed = true;
  asked = [];
  secrets = create();
  endpoint = await served((req, res) => secrets.listener(req, res));
  client = new SecretsManager(reaching(endpoint, { accessKeyId: 'AKIDTEST', secretAccessKey: 'x' }));
});

const get = (SecretId: string, VersionStage?: string) => client.getSecretValue({ SecretId, VersionStage });

test('a secret is found by name, by ARN, and by ARN without its random end; no other is', async () => {
  const arn = secrets.ensureSecret('portal/captcha', 'hush');
  expect(arn).toMatch(/^arn:aws:secretsmanager:eu-central-1:000000000000:secret:portal\/captcha-[A-Za-z0-9]{6}$/);
  for (const id of ['portal/captcha', arn, arn.slice(0, -7)]) expect(await get(id)).toMatchObject({ ARN: arn });
  for (const missing of [get('nothing'), get(arn, 'AWSPREVIOUS')])
    await expect(missing).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('the permission on the ARN is asked before it is said what exists', async () => {
  const arn = secrets.ensureSecret('a', '1');
  allowed = false;
  for (const id of ['a', 'b'])
    await expect(get(id)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('secretsmanager:GetSecretValue'),
    });
  expect(asked).toEqual([
    `AKIDTEST secretsmanager:GetSecretValue ${arn}`,
    'AKIDTEST secretsmanager:GetSecretValue arn:aws:secretsmanager:eu-central-1:000000000000:secret:b',
  ]);
});

test('a request that comes twice makes one version', async () => {
  secrets.ensureSecret('a', '1');
  const ClientRequestToken = '0123456789-0123456789-0123456789';
  for (let turn = 0; turn < 2; turn++)
    await client.putSecretValue({ SecretId: 'a', SecretString: '2', ClientRequestToken });
  expect(await get('a', 'AWSPREVIOUS')).toMatchObject({ SecretString: '1' });
});

test('over restarts ARN and generated value stay; what a template says anew is a version, what it said before none', async () => {
  const arn = secrets.ensureSecret('a', { generate: 40 });
  const { SecretString } = await get('a');
  expect(SecretString).toMatch(/^[A-Za-z0-9]{40}$/);
  for (const value of ['1', '2', '2']) secrets.ensureSecret('b', value);
  secrets = create();
  expect(secrets.ensureSecret('a', { generate: 40 })).toBe(arn);
  expect(await get('a')).toMatchObject({ SecretString });
  expect(await get('b', 'AWSPREVIOUS')).toMatchObject({ SecretString: '1' });
});

const authorization =
  'AWS4-HMAC-SHA256 Credential=AKIDTEST/20261102/eu-central-1/secretsmanager/aws4_request, SignedHeaders=host, Signature=0';
const target = { 'x-amz-target': 'secretsmanager.GetSecretValue' };

test.each([
  ['no signature', target, '{"SecretId":"a"}', 'MissingAuthenticationTokenException'],
  ['no target', {}, '{}', 'UnknownOperationException'],
  ['an inherited name', { 'x-amz-target': 'secretsmanager.constructor' }, '{}', 'UnknownOperationException'],
  ['a body that is none', { ...target, authorization }, 'x', 'ValidationException'],
  ['an unknown parameter', { ...target, authorization }, '{"SecretId":"a","Other":1}', 'ValidationException'],
])('a request with %s is refused', async (_, headers, body, code) => {
  const response = await fetch(endpoint, { method: 'POST', headers, body });
  expect([response.status, await response.json()]).toMatchObject([400, { __type: code }]);
});
