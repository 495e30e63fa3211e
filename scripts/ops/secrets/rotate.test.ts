import { join } from 'node:path';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { createRotatedSecretReader } from '#lambdas/lib/http/secrets.ts';
import { serve } from '#lambdas/lib/http/serve.ts';
import { buildRequest, send, testSettings } from '#lambdas/testing/request.ts';
import { createSecretsManager } from '#scripts/local-cloud/secrets-manager/secrets-manager.ts';
import { resolveDynamicReferences } from '#scripts/local-cloud/template/intrinsics.ts';
import { createTestFolder, buildClientOptions, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import * as field from '#shared/api/fields.ts';
import { originSecretHeader } from '#shared/api/headers.ts';
import { route } from '#shared/api/route.ts';
import { rotateOriginSecret } from './rotate.ts';

const folder = createTestFolder();

const manager = createSecretsManager({
  stateFile: join(folder, 'secrets.json'),
  region: 'eu-central-1',
  accountId: '123456789012',
  now: () => new Date(),
  isAllowed: () => true,
});
const arn = manager.ensureSecret('origin', { generate: 48 });
const secrets = new SecretsManagerClient(buildClientOptions(await serveForTest(manager.listener)));

/** Returns the value that a deployment of the stage writes into CloudFront, by resolving the template's reference. */
const resolveSecret = (version = '') =>
  resolveDynamicReferences(`{{resolve:secretsmanager:${arn}:SecretString:::${version}}}`, manager.findText);

const routes = {
  listThings: route({
    method: 'GET',
    path: '/things/{region}',
    audience: 'anyone',
    input: z.strictObject({ region: field.region }),
    output: z.object({}),
  }),
};

const createApi = () => {
  let nowMs = 0;
  const handler = serve(
    routes,
    { listThings: async () => ({ body: {} }) },
    {
      originSecrets: createRotatedSecretReader(secrets, arn, () => nowMs),
      authenticate: () => Promise.reject(new Error('authentication is not expected')),
      settings: testSettings,
      now: () => new Date(),
      log: () => {},
    },
  );
  return {
    advanceMinute: () => void (nowMs += 60_000),
    getStatus: async (secret: string) =>
      (await send(handler, buildRequest(routes.listThings, { headers: { [originSecretHeader]: secret } }))).statusCode,
  };
};

test('rotates the origin secret twice without rejecting CloudFront', async () => {
  const runningApi = createApi();
  const firstSecret = resolveSecret();
  expect(await runningApi.getStatus(firstSecret)).toBe(200);

  const secondVersion = await rotateOriginSecret({ secrets, arn, deployedVersion: undefined });
  // CloudFront still sends the first secret, which functions accept before and after they read the new one.
  expect(await runningApi.getStatus(firstSecret)).toBe(200);
  runningApi.advanceMinute();
  expect(await runningApi.getStatus(firstSecret)).toBe(200);
  expect(await createApi().getStatus(firstSecret)).toBe(200);

  // A second rotation now would invalidate the secret that CloudFront sends.
  await expect(rotateOriginSecret({ secrets, arn, deployedVersion: undefined })).rejects.toThrow(
    `originSecretVersion: '${secondVersion}'`,
  );

  // The deployment reaches edge locations one by one, so both secrets arrive.
  const secondSecret = resolveSecret(secondVersion);
  expect(secondSecret).not.toBe(firstSecret);
  expect([await runningApi.getStatus(secondSecret), await runningApi.getStatus(firstSecret)]).toEqual([200, 200]);

  const thirdVersion = await rotateOriginSecret({ secrets, arn, deployedVersion: secondVersion });
  expect(await createApi().getStatus(secondSecret)).toBe(200);
  expect(await createApi().getStatus(resolveSecret(thirdVersion))).toBe(200);
  // A leaked first secret is no longer accepted.
  expect(await createApi().getStatus(firstSecret)).toBe(403);
  expect(await createApi().getStatus('')).toBe(403);
});
