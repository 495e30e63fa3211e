import { expect, test } from '@jest/globals';
import type { Reconciled } from '#lambdas/directory/reconcile.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import { reconciliationHandler } from './handler.ts';

const fine: Reconciled = { users: 12, differences: [], waiting: [], failures: [] };
const email = 'anna@store.example';

const run = async (answers: Partial<Record<RegionId, () => Reconciled>>, remainingMs = 900_000) => {
  const lines: string[] = [];
  const asked: { region: RegionId; mayGoOn: boolean; by: string }[] = [];
  const handler = reconciliationHandler({
    reconcile: async (region, { mendAs, mayGoOn }) => {
      asked.push({ region, mayGoOn: mayGoOn(), by: mendAs.by });
      return (answers[region] ?? (() => fine))();
    },
    newId: () => 'run-1',
    log: jsonLog((line) => lines.push(line)),
  });
  const ended = await handler(() => remainingMs).then(
    () => 'fine',
    (error: Error) => error.message,
  );
  return { ended, asked, lines, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

test('mends every region, and logs how many of what, but of whom nothing', async () => {
  const { ended, asked, lines, logged } = await run({
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
  expect(asked).toEqual(regionIds.map((region) => ({ region, mayGoOn: true, by: 'reconciliation' })));
  expect(logged).toContainEqual({
    level: 'info',
    message: 'reconciled',
    requestId: 'run-1',
    region: 'nuk',
    counts: { users: 20, mended: 1, left: 1, failed: 0 },
  });
  expect(lines.join()).not.toContain('anna');
});

test('fails, so that the alarm rings, when a user fails or a region does, and sees to the others before', async () => {
  const { ended, asked, logged } = await run({
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
  expect(asked).toHaveLength(regionIds.length);
  expect(logged.filter(({ level }) => level === 'error')).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain('anna');
});

test('begins nothing new in the last minute before Lambda stops it', async () => {
  expect((await run({}, 59_000)).asked.map(({ mayGoOn }) => mayGoOn)).toEqual(regionIds.map(() => false));
});
