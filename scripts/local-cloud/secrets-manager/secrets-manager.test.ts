import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createSecretsManager } from './secrets-manager.ts';
import type { SecretsManager } from './secrets-manager.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const stateFile = join(folder, 'state', 'secrets.json');
const now = Date.parse('2026-11-02T10:00:00Z');

let allowed: boolean;
let asked: string[];
let server: Server;
let endpoint: string;
let secrets: SecretsManager;
let client: SecretsManagerClient;

const create = (): SecretsManager =>
  createSecretsManager({
    stateFile,
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => now,
    allow: (...call) => {
      asked.push(call.slice(0, 3).join(' '));
      return allowed;
    },
  });

beforeEach(async () => {
  allowed = true;
  asked = [];
  secrets = create();
  server = createServer((req, res) => secrets.listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new SecretsManagerClient({
    region: 'eu-central-1',
    endpoint,
    credentials: { accessKeyId: 'AKIDTEST', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
});

afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const get = (SecretId: string, VersionStage?: string) =>
  client.send(new GetSecretValueCommand({ SecretId, VersionStage }));

describe('GetSecretValue', () => {
  test('finds a secret by name, by ARN, and by ARN without its random end', async () => {
    const arn = secrets.ensureSecret({ name: 'portal/captcha', value: 'hush' });
    expect(arn).toMatch(/^arn:aws:secretsmanager:eu-central-1:000000000000:secret:portal\/captcha-[A-Za-z0-9]{6}$/);
    for (const id of ['portal/captcha', arn, arn.slice(0, -7)]) {
      expect(await get(id)).toMatchObject({
        ARN: arn,
        Name: 'portal/captcha',
        SecretString: 'hush',
        VersionStages: ['AWSCURRENT'],
        CreatedDate: new Date(now),
      });
    }
  });

  test('knows no other secret', async () => {
    await expect(get('nothing')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: "Secrets Manager can't find the specified secret.",
      $metadata: { httpStatusCode: 400 },
    });
  });

  test('knows no version that never was', async () => {
    secrets.ensureSecret({ name: 'a', value: '1' });
    await expect(get('a', 'AWSPREVIOUS')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('asks for the permission on the ARN before it says what exists', async () => {
    const arn = secrets.ensureSecret({ name: 'a', value: '1' });
    allowed = false;
    await expect(get('a')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('secretsmanager:GetSecretValue'),
    });
    await expect(get('b')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(asked).toEqual([
      `AKIDTEST secretsmanager:GetSecretValue ${arn}`,
      'AKIDTEST secretsmanager:GetSecretValue arn:aws:secretsmanager:eu-central-1:000000000000:secret:b',
    ]);
  });
});

describe('PutSecretValue', () => {
  test('makes a new current value and keeps the previous one', async () => {
    secrets.ensureSecret({ name: 'a', value: '1' });
    const { VersionId } = await client.send(new PutSecretValueCommand({ SecretId: 'a', SecretString: '2' }));
    expect(await get('a')).toMatchObject({ SecretString: '2', VersionId });
    expect(await get('a', 'AWSPREVIOUS')).toMatchObject({ SecretString: '1' });
    expect(
      Object.values((await client.send(new DescribeSecretCommand({ SecretId: 'a' }))).VersionIdsToStages ?? {}),
    ).toEqual([['AWSCURRENT'], ['AWSPREVIOUS']]);
  });

  test('is done once for a request that comes twice, and never changes a version', async () => {
    secrets.ensureSecret({ name: 'a', value: '1' });
    const ClientRequestToken = '0123456789-0123456789-0123456789';
    const send = (SecretString: string) =>
      client.send(new PutSecretValueCommand({ SecretId: 'a', SecretString, ClientRequestToken }));
    await send('2');
    await send('2');
    expect(await get('a', 'AWSPREVIOUS')).toMatchObject({ SecretString: '1' });
    await expect(send('3')).rejects.toMatchObject({ name: 'ResourceExistsException' });
  });

  test('wants a value', async () => {
    secrets.ensureSecret({ name: 'a', value: '1' });
    await expect(client.send(new PutSecretValueCommand({ SecretId: 'a' }))).rejects.toMatchObject({
      name: 'InvalidRequestException',
    });
  });
});

describe('ensureSecret', () => {
  test('keeps ARN and value over restarts', async () => {
    const generate = { PasswordLength: 40, ExcludePunctuation: true } as const;
    const arn = secrets.ensureSecret({ name: 'a', generate });
    const { SecretString } = await get('a');
    secrets = create();
    expect(secrets.ensureSecret({ name: 'a', generate })).toBe(arn);
    expect(await get('a')).toMatchObject({ SecretString });
  });

  test('makes a version of what a template says anew, and none of what it said before', async () => {
    for (const value of ['1', '2', '2']) secrets.ensureSecret({ name: 'b', value });
    expect(await get('b')).toMatchObject({ SecretString: '2' });
    expect(await get('b', 'AWSPREVIOUS')).toMatchObject({ SecretString: '1' });
  });
});

describe('whatever else', () => {
  test('is refused by name', async () => {
    await expect(client.send(new CreateSecretCommand({ Name: 'a' }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('CreateSecret'),
    });
  });

  test.each([
    ['no signature', { 'x-amz-target': 'secretsmanager.GetSecretValue' }, 'MissingAuthenticationTokenException'],
    ['no target', {}, 'UnknownOperationException'],
    ['an inherited name for a target', { 'x-amz-target': 'secretsmanager.constructor' }, 'UnknownOperationException'],
  ])('a request with %s is refused', async (_, headers, code) => {
    const response = await fetch(endpoint, { method: 'POST', headers, body: '{"SecretId":"a"}' });
    expect(response.ok).toBe(false);
    expect(await response.json()).toMatchObject({ __type: code });
  });

  test.each(['x', '{"SecretId":"a","Other":1}'])('a body like %s is refused', async (body) => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=AKIDTEST/20261102/eu-central-1/secretsmanager/aws4_request, SignedHeaders=host, Signature=0';
    const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue', authorization };
    const response = await fetch(endpoint, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ __type: 'ValidationException' });
  });
});
