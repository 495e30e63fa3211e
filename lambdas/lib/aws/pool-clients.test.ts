import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { byRegion } from '#shared/config/regions.ts';
import { poolClients } from './pool-clients.ts';

/** Returns the secret as a deployment writes it, with client ids named after the deployment. */
const secretText = (deployment: string) =>
  JSON.stringify(byRegion((region) => ({ clientId: `${region}-${deployment}`, clientSecret: `of ${deployment}` })));
const createPools = (deployment: string) =>
  byRegion((region) => ({ userPoolId: `pool-${region}`, clientId: `${region}-${deployment}` }));

test('signs with the secret of the region’s client', async () => {
  const clients = poolClients(async () => [secretText('first')], createPools('first'));
  const hash = createHmac('sha256', 'of first').update('kimnuk-first').digest('base64');
  expect([await clients.secretHash('nuk', 'kim'), await clients.getSecret('nfr')]).toEqual([hash, 'of first']);
});

test('finds the old and the new client during a deployment', async () => {
  const read = async () => [secretText('second'), secretText('first')];
  for (const deployment of ['first', 'second'])
    expect(await poolClients(read, createPools(deployment)).getSecret('nuk')).toBe(`of ${deployment}`);
});

test('throws without its secret and reads again on the next call', async () => {
  const texts = [secretText('other'), secretText('first')];
  const clients = poolClients(async () => [texts.shift() ?? ''], createPools('first'));
  await expect(clients.secretHash('nuk', 'kim')).rejects.toThrow('the secret of the client is not there');
  expect(await clients.getSecret('nuk')).toBe('of first');
});
