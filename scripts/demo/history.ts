import type { RegionId } from '#shared/config/regions.ts';
import type { DemoStore } from './accounts.ts';
import type { DemoRepair } from './repairs.ts';
import { demoRepairs } from './repairs.ts';
import type { DemoReturn } from './returns.ts';
import { demoReturns } from './returns.ts';
import { toInteger } from './values.ts';

/** Records of almost two years, at the intervals of the demo's recent records. */
const historyCounts = { repairs: 250, returns: 95 } as const;

/** Lines of an old return: each is an item of the search table, for which `npm start` would wait. */
const linesPerReturn = 2;

/** Returns whether an old record exists: fewer the longer ago, and fewer in a region's second store. */
const isBooked = (seed: string, index: number, storeIndex: number) =>
  toInteger(`history/${seed}/${index}`) % 100 < (storeIndex === 0 ? 95 : 60) - index / 8;

const toReference = (store: DemoStore, kind: string, index: number) =>
  `${store.id.slice(3)}-${kind}${String(index).padStart(3, '0')}`;

/** Returns a store's repairs from before the recent ones, for the overview; deterministic except for their dates. */
export const demoRepairHistory = (
  region: RegionId,
  store: DemoStore,
  storeIndex: number,
  recentCount: number,
  now: Date,
): DemoRepair[] =>
  demoRepairs(region, store, historyCounts.repairs, now)
    .slice(recentCount)
    .filter(({ id }, index) => isBooked(id, index, storeIndex))
    .map((repair, index) => ({ ...repair, storeRefNo: toReference(store, 'A', index) }));

/** Returns a store's returns from before the recent ones, with few lines. */
export const demoReturnHistory = (
  region: RegionId,
  store: DemoStore,
  storeIndex: number,
  recentCount: number,
  now: Date,
): DemoReturn[] =>
  demoReturns(region, store, historyCounts.returns, now)
    .slice(recentCount)
    .filter(({ id }, index) => isBooked(id, index, storeIndex))
    .map(({ lines, ...demoReturn }, index) => ({
      ...demoReturn,
      lines: lines.slice(0, linesPerReturn),
      storeRefNo: toReference(store, 'B', index),
    }));
