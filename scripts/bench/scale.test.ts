import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stageThrottle } from '#infra/throttles.ts';
import { isMet } from './figure.ts';
import { quotas, scale } from './scale.ts';

test('every limit holds ten times a thousand stores', async () => {
  const figures = await scale.run({ records: 0, say: () => {} });
  expect(figures.filter(({ atLeast }) => atLeast === 10).length).toBeGreaterThan(18);
  expect(figures.filter((figure) => isMet(figure) === false)).toEqual([]);
  // What breaks first comes first, each with who says so.
  const times = figures.filter(({ unit }) => unit === '×');
  expect(times).toEqual(times.toSorted((one, other) => one.value - other.value));
  for (const { what } of times) expect(what).toMatch(/ \((our own|.*; (adjustable|fixed|with billing more))\)$/);
  const quotasOf =
    'UserAuthentication|UserToken|UserUpdate|GetSecretValue|Concurrent|HTTP APIs|PutEvents|Emails|captchas';
  expect(times.filter(({ what }) => new RegExp(quotasOf).test(what)).length).toBeGreaterThanOrEqual(9);
});

test('whoever deploys is told which quotas that takes', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../docs/runbooks/quotas.md'), 'utf8').split('\n');
  const needed = (quota: string) => rows.find((row) => row.startsWith(`| ${quota}`))?.split('|');
  const count = (value: number) => value.toLocaleString('en-GB');
  expect(needed('Lambda')?.[2]?.trim()).toBe(count(quotas.lambdaConcurrency));
  expect(needed('Cognito, UserAuthentication')?.[2]?.trim()).toBe(
    `${quotas.cognitoUserAuthentication.asked} a second (default ${quotas.cognitoUserAuthentication.byDefault})`,
  );
  expect(needed('API Gateway')?.[3]).toContain(`takes ${count(stageThrottle.rateLimit)}`);
});
