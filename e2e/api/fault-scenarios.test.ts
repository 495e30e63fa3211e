import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isWithinLimits, formatTable } from '#scripts/quality/bench/figure.ts';
import type { Environment } from '#scripts/quality/faults/environment.ts';
import { createEnvironment } from '#scripts/quality/faults/environment.ts';
import { createFaults } from '#scripts/quality/faults/faults.ts';
import type { FaultScenario, ScenarioContext } from '#scripts/quality/faults/scenario.ts';
import { faultScenarios } from '#scripts/quality/faults/scenarios.ts';
import { openTestPortal } from './portal.ts';
import { createReturnsCsv, createLines, createReturnsClient } from './return-bookings.ts';

const faults = createFaults();
const portal = openTestPortal({ backOffice: 'silent', interceptService: faults.interceptService });

let environment: Environment;
beforeAll(() => {
  environment = createEnvironment(portal.getCloud(), faults);
});
afterAll(() => environment.storedData.close());

/** Runs a hundredth of each scenario to show that it works; `npm run faults` checks the limits. */
const createContext = (): ScenarioContext => ({
  openSharedEnvironment: async () => environment,
  scaleCount: (count) => Math.ceil(count / 100),
  outageMs: 300,
});
const findMissedFigures = async (scenario: FaultScenario) => {
  const figures = await scenario.run(createContext());
  expect(figures.length).toBeGreaterThan(0);
  // Ignores percentages, because there are too few requests for them, and seconds, because they depend on the machine.
  return formatTable(figures.filter((figure) => !isWithinLimits(figure) && figure.unit !== '%' && figure.unit !== 's'));
};

describe('a fault scenario', () => {
  test.each(['throttled', 'lost-answers'] as const)('stays within its limits: %s', async (name) => {
    expect(await findMissedFigures(faultScenarios[name])).toEqual([]);
  });
});

test('failures of Cognito do not count as failed sign-ins', async () => {
  // No user has signed in with this browser, so its failures would count for all such browsers together.
  const { login } = portal.openBrowser();
  expect((await portal.openBrowser().login('nuk', 'repairs@nuk.example')).status).toBe(200);
  // The share of calls that fail is 1: all of them.
  faults.set('COGNITO_IDENTITY_PROVIDER', { failed: 1 });
  for (let times = 0; times < 7; times += 1)
    expect(await login('nuk', 'repairs@nuk.example')).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
  faults.clear();
  expect((await login('nuk', 'repairs@nuk.example')).status).toBe(200);
});

test('a file left unread by an S3 outage is read afterwards', async () => {
  const client = createReturnsClient(await portal.signIn('nuk', 'returns'));
  const key = await client.upload(createReturnsCsv('UK-1001', 'AWAY', createLines(2)));
  faults.set('S3', { failed: 1 });
  expect(await client.read(key)).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
  faults.clear();
  expect((await client.read(key)).json.report).toMatchObject({ outcome: 'read', rows: 2 });
});
