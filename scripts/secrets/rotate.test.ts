import { join } from 'node:path';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { rotatedSecret } from '#lambdas/http/secrets.ts';
import { serve } from '#lambdas/http/serve.ts';
import { requestTo, send, testSettings } from '#lambdas/testing/request.ts';
import { freshFolder, reaching, served } from '#scripts/local-cloud/testing/opened.ts';
import * as field from '#shared/fields.ts';
import { originSecretHeader } from '#shared/http.ts';
import { route } from '#shared/route.ts';
import { createSecretsManager } from '../local-cloud/secrets-manager/secrets-manager.ts';
import { resolveDynamicReferences } from '../local-cloud/template/intrinsics.ts';
import { rotateOriginSecret } from './rotate.ts';

const folder = freshFolder();

const manager = createSecretsManager({
  stateFile: join(folder, 'secrets.json'),
  region: 'eu-central-1',
  accountId: '123456789012',
  now: () => new Date(),
  allow: () => true,
});
const arn = manager.ensureSecret('origin', { generate: 48 });
const secrets = new SecretsManagerClient(reaching(await served(manager.listener)));

/** What a deployment of the stage puts into CloudFront: the value behind the template's reference. */
const deployed = (version = '') =>
  resolveDynamicReferences(`{{resolve:secretsmanager:${arn}:SecretString:::${version}}}`, manager.text);

const routes = {
  ask: route({
    method: 'GET',
    path: '/things/{region}',
    audience: 'anyone',
    input: z.strictObject({ region: field.region }),
    output: z.object({}),
  }),
};

const api = () => {
  let time = 0;
  const handler = serve(
    routes,
    { ask: async () => ({ body: {} }) },
    {
      originSecrets: rotatedSecret(secrets, arn, () => time),
      authenticate: () => Promise.reject(new Error('nobody is asked')),
      settings: testSettings,
      now: () => new Date(),
      log: () => {},
    },
  );
  return {
    passMinute: () => void (time += 60_000),
    statusFor: async (sent: string) =>
      (await send(handler, requestTo(routes.ask, { headers: { [originSecretHeader]: sent } }))).statusCode,
  };
};

test('the origin secret is rotated, twice, and at no moment is CloudFront refused', async () => {
  const old = api();
  const sent = deployed();
  expect(await old.statusFor(sent)).toBe(200);

  const second = await rotateOriginSecret({ secrets, arn, sent: undefined });
  // CloudFront still sends the first: functions that have not read the new one take it, those that have, and new ones.
  expect(await old.statusFor(sent)).toBe(200);
  old.passMinute();
  expect(await old.statusFor(sent)).toBe(200);
  expect(await api().statusFor(sent)).toBe(200);

  // A second rotation now would shut the first out, which CloudFront sends.
  await expect(rotateOriginSecret({ secrets, arn, sent: undefined })).rejects.toThrow(
    `originSecretVersion: '${second}'`,
  );

  // The deployment reaches CloudFront's places one after the other: some send the one, some the other.
  const sentNow = deployed(second);
  expect(sentNow).not.toBe(sent);
  expect([await old.statusFor(sentNow), await old.statusFor(sent)]).toEqual([200, 200]);

  const third = await rotateOriginSecret({ secrets, arn, sent: second });
  expect(await api().statusFor(sentNow)).toBe(200);
  expect(await api().statusFor(deployed(third))).toBe(200);
  // Whoever had got hold of the first is out.
  expect(await api().statusFor(sent)).toBe(403);
  expect(await api().statusFor('')).toBe(403);
});
