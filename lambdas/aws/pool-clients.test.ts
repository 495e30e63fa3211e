import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { byRegion } from '#shared/regions.ts';
import { poolClients } from './pool-clients.ts';

/** The secret as a deployment writes it, of clients named after it. */
const written = (deployment: string) =>
  JSON.stringify(byRegion((region) => ({ clientId: `${region}-${deployment}`, clientSecret: `of ${deployment}` })));
const poolsOf = (deployment: string) =>
  byRegion((region) => ({ userPoolId: `pool-${region}`, clientId: `${region}-${deployment}` }));

test('a client proves itself with its own secret', async () => {
  const clients = poolClients(async () => [written('first')], poolsOf('first'));
  const hash = createHmac('sha256', 'of first').update('kimnuk-first').digest('base64');
  expect([await clients.secretHash('nuk', 'kim'), await clients.secretOf('nfr')]).toEqual([hash, 'of first']);
});

test('while a deployment replaces a client, functions of before and after it find theirs', async () => {
  const read = async () => [written('second'), written('first')];
  for (const deployment of ['first', 'second'])
    expect(await poolClients(read, poolsOf(deployment)).secretOf('nuk')).toBe(`of ${deployment}`);
});

test('without its secret nobody is asked for anything, and the next caller reads again', async () => {
  const texts = [written('other'), written('first')];
  const clients = poolClients(async () => [texts.shift() ?? ''], poolsOf('first'));
  await expect(clients.secretHash('nuk', 'kim')).rejects.toThrow('the secret of the client is not there');
  expect(await clients.secretOf('nuk')).toBe('of first');
});
