import { expect, test } from '@jest/globals';
import { routeThrottles, stageThrottle } from '#infra/throttles.ts';
import { limits } from '#shared/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { readPage } from './commands.ts';

/** Monday morning at a thousand stores (decision 30): three thousand people sign in within two minutes, five calls for each page. */
const signIns = 3000 / 120;
const calls = signIns * 5 + 1000 / (limits.pendingRefreshSeconds * limits.longestQuietPause);

test('the API’s own limits hold ten times a thousand stores on a Monday morning', () => {
  const { method, path } = routes.auth.login;
  expect(stageThrottle.rateLimit).toBeGreaterThanOrEqual(10 * calls);
  expect(routeThrottles()[`${method} ${path}`]?.ThrottlingRateLimit).toBeGreaterThanOrEqual(10 * signIns);
});

test('whoever deploys is told what the stage itself takes', () =>
  expect(readPage('docs/runbooks/quotas.md')).toContain(`takes ${stageThrottle.rateLimit.toLocaleString('en-GB')} |`));
