import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isMet, tableOf } from '#scripts/bench/figure.ts';
import { badDays } from '#scripts/faults/days.ts';
import { createFaults } from '#scripts/faults/faults.ts';
import type { Setting } from '#scripts/faults/setting.ts';
import { settingOf } from '#scripts/faults/setting.ts';
import type { BadDay, TrialContext } from '#scripts/faults/trial.ts';
import { portalForTests } from './portal.ts';
import { csvOf, linesOf, returnsDeskOf } from './return-bookings.ts';

const faults = createFaults();
const portal = portalForTests({ backOffice: 'silent', before: faults.before });

let setting: Setting;
beforeAll(() => {
  setting = settingOf(portal.cloud(), faults);
});
afterAll(() => setting.stored.close());

/** A hundredth of a day: that it can be tried. What is promised is held by `npm run faults`. */
const context = (): TrialContext => ({
  setting: async () => setting,
  many: (count) => Math.ceil(count / 100),
  outageMs: 300,
});
const broken = async (day: BadDay) => {
  const figures = await day.run(context());
  expect(figures.length).toBeGreaterThan(0);
  // A share of so few requests proves nothing, and seconds depend on the machine.
  return tableOf(figures.filter((figure) => !isMet(figure) && figure.unit !== '%' && figure.unit !== 's'));
};

describe('a bad day', () => {
  test.each(['throttled', 'lost-answers'] as const)('%s', async (name) => {
    expect(await broken(badDays[name])).toEqual([]);
  });
});

test('while Cognito is away nobody uses up the attempts at signing in', async () => {
  const { login } = portal.browser();
  // A browser that never signed anybody in: it shares one count with all strangers.
  expect((await portal.browser().login('nuk', 'repairs@nuk.example')).status).toBe(200);
  faults.set('COGNITO_IDENTITY_PROVIDER', { failed: 1 });
  for (let times = 0; times < 7; times += 1)
    expect(await login('nuk', 'repairs@nuk.example')).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
  faults.clear();
  expect((await login('nuk', 'repairs@nuk.example')).status).toBe(200);
});

test('a file whose reading failed because S3 was away waits, and is read afterwards', async () => {
  const desk = returnsDeskOf(await portal.signIn('nuk', 'returns'));
  const key = await desk.upload(csvOf('UK-1001', 'AWAY', linesOf(2)));
  faults.set('S3', { failed: 1 });
  expect(await desk.read(key)).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
  faults.clear();
  expect((await desk.read(key)).json.report).toMatchObject({ outcome: 'read', rows: 2 });
});
