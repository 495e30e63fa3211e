import { expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { ReconciliationResult } from '#lambdas/lib/users/reconcile.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import { createReconciliationHandler } from './handler.ts';

const resultWithoutDifferences: ReconciliationResult = { users: 12, differences: [], waiting: [], failures: [] };
const email = 'anna@store.example';

const run = async (results: Partial<Record<RegionId, () => ReconciliationResult>>, remainingMs = 900_000) => {
  const logLines: string[] = [];
  const calls: { region: RegionId; hasTimeLeft: boolean; by: string }[] = [];
  const handler = createReconciliationHandler({
    reconcile: async (region, { repairAs, hasTimeLeft }) => {
      calls.push({ region, hasTimeLeft: hasTimeLeft(), by: repairAs.by });
      return (results[region] ?? (() => resultWithoutDifferences))();
    },
    newId: () => 'run-1',
    log: jsonLog((line) => logLines.push(line)),
  });
  const outcome = await handler(() => remainingMs).then(
    () => 'fine',
    (error: Error) => error.message,
  );
  return { outcome, calls, logLines, logged: logLines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

test('reconciles every region and logs counts without personal data', async () => {
  const { outcome, calls, logLines, logged } = await run({
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
  expect(outcome).toBe('fine');
  expect(calls).toEqual(regionIds.map((region) => ({ region, hasTimeLeft: true, by: 'reconciliation' })));
  expect(logged).toContainEqual({
    level: 'info',
    message: 'reconciled',
    requestId: 'run-1',
    region: 'nuk',
    counts: { users: 20, mended: 1, left: 1, failed: 0 },
  });
  expect(logLines.join()).not.toContain('anna');
});

test('fails after all regions if a user or region failed', async () => {
  const { outcome, calls, logged } = await run({
    [regionIds[0]]: () => {
      throw new Error(`${email} cannot be read`);
    },
    [regionIds[1] ?? '']: () => ({
      users: 1,
      differences: [{ region: 'nuk', email, kind: 'goneFromCognito', outcome: 'failed' }],
      waiting: [],
      failures: [new Error(`${email} again`)],
    }),
  });
  expect(outcome).toBe('2 users or regions could not be reconciled');
  expect(calls).toHaveLength(regionIds.length);
  expect(logged.filter(({ level }) => level === 'error')).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain('anna');
});

test('reports no time left in the last minute before the timeout', async () => {
  expect((await run({}, 59_000)).calls.map(({ hasTimeLeft }) => hasTimeLeft)).toEqual(regionIds.map(() => false));
});
