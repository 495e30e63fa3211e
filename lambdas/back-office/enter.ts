import { limits } from '#shared/limits.ts';
import { withEntry } from '#shared/repairs/lifecycle.ts';
import type { TimelineEntry } from '#shared/repairs/timeline.ts';
import type { RepairRow } from '#lambdas/lib/repair-row.ts';
import { newRepairRow } from '#lambdas/lib/repair-row.ts';
import { RefusedReport } from './refused-report.ts';
import type { Report } from './report.ts';
import { entryOf } from './report.ts';
import type { RepairsStore } from './store.ts';

/** How often a repair is read again because somebody else has changed it meanwhile. */
const tries = 5;

/** The repair with one more entry; undefined where it holds that event already. Throws RefusedReport. */
const withReported = (row: RepairRow, entry: TimelineEntry): RepairRow | undefined => {
  const timeline = withEntry(row.timeline, entry);
  if (timeline.length === row.timeline.length) return undefined;
  if (timeline.length > limits.timelineEntries) throw new RefusedReport('TimelineFull');
  return newRepairRow({ ...row, timeline, version: row.version + 1 });
};

/** Enters a report into its repair, once however often it comes, in whatever order; says whether it was new. Throws RefusedReport. */
export const enter = async (store: RepairsStore, report: Report): Promise<boolean> => {
  // Returns have no records yet.
  if (report.type === 'RmaAssigned' && report.detail.kind === 'return') throw new RefusedReport('UnknownRecord');
  const entry = entryOf(report);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = await store.find(report.detail.region, report.detail);
    if (!row) throw new RefusedReport('UnknownRecord');
    const reported = withReported(row, entry);
    if (!reported) return false;
    if (await store.replace(row, reported)) return true;
  }
  throw new RefusedReport('TooManyChanges');
};
