import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stageThrottle } from '#infra/throttles.ts';
import { isMet } from './figure.ts';
import { quotas } from './quotas.ts';
import { asked, scale } from './scale.ts';

test('every limit holds ten times a thousand stores', async () => {
  const figures = await scale.run({ records: 0, say: () => {} });
  expect(figures.filter(({ atLeast }) => atLeast === 10).length).toBeGreaterThan(18);
  expect(figures.filter((figure) => isMet(figure) === false)).toEqual([]);
  // What breaks first comes first, each quota with where AWS says so.
  const times = figures.filter(({ unit }) => unit === '×');
  expect(times).toEqual(times.toSorted((one, other) => one.value - other.value));
  for (const [name, { source }] of Object.entries(quotas))
    if (!/^(writeUnits|collection)/.test(name))
      expect(times.map(({ what }) => what)).toContainEqual(expect.stringContaining(`${name}: ${source}`));
});

test('whoever deploys is told which quotas that takes', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../docs/runbooks/quotas.md'), 'utf8').split('\n');
  const needed = (quota: string) => rows.find((row) => row.startsWith(`| ${quota}`))?.split('|');
  const count = (value: number) => value.toLocaleString('en-GB');
  expect(needed('Lambda')?.[2]?.trim()).toBe(count(quotas.lambdaConcurrency.limit));
  expect(needed('Cognito, UserAuthentication')?.[2]?.trim()).toBe(
    `${asked.cognitoUserAuthentication} a second (default ${quotas.cognitoUserAuthentication.limit})`,
  );
  expect(needed('API Gateway')?.[3]).toContain(`takes ${count(stageThrottle.rateLimit)}`);
});
