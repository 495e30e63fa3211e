import { expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { ReconciliationResult } from '#lambdas/lib/users/reconcile.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import { reconciliationHandler } from './handler.ts';

const emptyResult: ReconciliationResult = { users: 12, differences: [], waiting: [], failures: [] };
const email = 'anna@store.example';

const run = async (results: Partial<Record<RegionId, () => ReconciliationResult>>, remainingMs = 900_000) => {
  const lines: string[] = [];
  const calls: { region: RegionId; mayGoOn: boolean; by: string }[] = [];
  const handler = reconciliationHandler({
    reconcile: async (region, { repairAs, hasTimeLeft }) => {
      calls.push({ region, mayGoOn: hasTimeLeft(), by: repairAs.by });
      return (results[region] ?? (() => emptyResult))();
    },
    newId: () => 'run-1',
    log: jsonLog((line) => lines.push(line)),
  });
  const ended = await handler(() => remainingMs).then(
    () => 'fine',
    (error: Error) => error.message,
  );
  return { ended, calls, lines, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

test('reconciles every region and logs counts without personal data', async () => {
  const { ended, calls, lines, logged } = await run({
    nuk: () => ({
      users: 20,
      differences: [
        { region: 'nuk', email, kind: 'goneFromCognito', outcome: 'mended' },
        { region: 'nuk', email, kind: 'unknownToDirectory', outcome: 'left' },
      ],
      waiting: [],
      failures: [],
    }),
  });
  expect(ended).toBe('fine');
  expect(calls).toEqual(regionIds.map((region) => ({ region, mayGoOn: true, by: 'reconciliation' })));
  expect(logged).toContainEqual({
    level: 'info',
    message: 'reconciled',
    requestId: 'run-1',
    region: 'nuk',
    counts: { users: 20, mended: 1, left: 1, failed: 0 },
  });
  expect(lines.join()).not.toContain('anna');
});

test('fails after all regions if a user or region failed', async () => {
  const { ended, calls, logged } = await run({
    [regionIds[0]]: () => {
      throw new Error(`${email} is the matter`);
    },
    [regionIds[1] ?? '']: () => ({
      users: 1,
      differences: [{ region: 'nuk', email, kind: 'goneFromCognito', outcome: 'failed' }],
      waiting: [],
      failures: [new Error(`${email} again`)],
    }),
  });
  expect(ended).toBe('2 users or regions could not be reconciled');
  expect(calls).toHaveLength(regionIds.length);
  expect(logged.filter(({ level }) => level === 'error')).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain('anna');
});

test('starts no work in the last minute before the timeout', async () => {
  expect((await run({}, 59_000)).calls.map(({ mayGoOn }) => mayGoOn)).toEqual(regionIds.map(() => false));
});
