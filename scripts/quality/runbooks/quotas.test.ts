import { expect, test } from '@jest/globals';
import { createRouteThrottles, stageThrottle } from '#infra/throttles.ts';
import { routes } from '#shared/api/routes/table.ts';
import { limits } from '#shared/config/limits.ts';
import { readPage } from './commands.ts';

/**
 * Load of a Monday morning with a thousand stores (decision 30): three thousand users sign in within two minutes, with
 * five calls per page.
 */
const signInsPerSecond = 3000 / 120;
const callsPerSecond = signInsPerSecond * 5 + 1000 / (limits.pendingRefreshSeconds * limits.maxPollingBackoff);

test('the API’s throttles allow ten times the expected peak load', () => {
  const { method, path } = routes.auth.login;
  expect(stageThrottle.rateLimit).toBeGreaterThanOrEqual(10 * callsPerSecond);
  expect(createRouteThrottles()[`${method} ${path}`]?.ThrottlingRateLimit).toBeGreaterThanOrEqual(
    10 * signInsPerSecond,
  );
});

test('quotas.md states the rate limit of the stage', () =>
  expect(readPage('docs/runbooks/quotas.md')).toContain(`takes ${stageThrottle.rateLimit.toLocaleString('en-GB')} |`));
