import type { RegionId } from '#shared/config/regions.ts';
import type { DemoStore } from './accounts.ts';
import type { DemoRepair } from './repairs.ts';
import { createDemoRepairs } from './repairs.ts';
import type { DemoReturn } from './returns.ts';
import { createDemoReturns } from './returns.ts';
import { toInteger } from './values.ts';

/**
 * Records per store, including the recent ones. At the intervals of the recent records, they cover almost two years.
 */
const historyCounts = { repairs: 250, returns: 95 } as const;

/** Lines of an old return. Only a few, because each line becomes an item of the search table. */
const linesPerReturn = 2;

/**
 * Returns whether to keep an old record: the older the records, the fewer are kept, and fewer in a region's second
 * store.
 */
const isKept = (seed: string, index: number, storeIndex: number) => {
  const percentageOfNewest = storeIndex === 0 ? 95 : 60;
  const percentage = percentageOfNewest - index / 8;
  return toInteger(`history/${seed}/${index}`) % 100 < percentage;
};

const toReference = (store: DemoStore, kind: string, index: number) =>
  `${store.id.slice(3)}-${kind}${String(index).padStart(3, '0')}`;

/** Returns a store's repairs from before the recent ones, for the overview; deterministic except for their dates. */
export const createRepairHistory = (
  region: RegionId,
  store: DemoStore,
  storeIndex: number,
  recentCount: number,
  now: Date,
): DemoRepair[] =>
  createDemoRepairs(region, store, historyCounts.repairs, now)
    .slice(recentCount)
    .filter(({ id }, index) => isKept(id, index, storeIndex))
    .map((repair, index) => ({ ...repair, storeRefNo: toReference(store, 'A', index) }));

/** Returns a store's returns from before the recent ones, with few lines. */
export const createReturnHistory = (
  region: RegionId,
  store: DemoStore,
  storeIndex: number,
  recentCount: number,
  now: Date,
): DemoReturn[] =>
  createDemoReturns(region, store, historyCounts.returns, now)
    .slice(recentCount)
    .filter(({ id }, index) => isKept(id, index, storeIndex))
    .map(({ lines, ...demoReturn }, index) => ({
      ...demoReturn,
      lines: lines.slice(0, linesPerReturn),
      storeRefNo: toReference(store, 'B', index),
    }));
