import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createByRegion } from '#shared/config/regions.ts';
import { createPoolClients } from './pool-clients.ts';

/** Returns the secret as a deployment writes it, with client ids named after the deployment. */
const buildSecretText = (deployment: string) =>
  JSON.stringify(
    createByRegion((region) => ({ clientId: `${region}-${deployment}`, clientSecret: `of ${deployment}` })),
  );
const createPools = (deployment: string) =>
  createByRegion((region) => ({ userPoolId: `pool-${region}`, clientId: `${region}-${deployment}` }));

test('signs with the secret of the region’s client', async () => {
  const clients = createPoolClients(async () => [buildSecretText('first')], createPools('first'));
  const hash = createHmac('sha256', 'of first').update('kimnuk-first').digest('base64');
  expect([await clients.createSecretHash('nuk', 'kim'), await clients.getSecret('nfr')]).toEqual([hash, 'of first']);
});

test('finds the secrets of the old and the new client during a deployment', async () => {
  const read = async () => [buildSecretText('second'), buildSecretText('first')];
  for (const deployment of ['first', 'second'])
    expect(await createPoolClients(read, createPools(deployment)).getSecret('nuk')).toBe(`of ${deployment}`);
});

test('throws if the client’s secret is missing, and reads it again on the next call', async () => {
  const texts = [buildSecretText('other'), buildSecretText('first')];
  const clients = createPoolClients(async () => [texts.shift() ?? ''], createPools('first'));
  await expect(clients.createSecretHash('nuk', 'kim')).rejects.toThrow(
    'there is no secret for the client of this pool',
  );
  expect(await clients.getSecret('nuk')).toBe('of first');
});
