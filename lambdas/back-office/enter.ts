import type { RepairRow } from '#lambdas/records/repair-row.ts';
import { newRepairRow } from '#lambdas/records/repair-row.ts';
import type { ReturnRow } from '#lambdas/records/return-row.ts';
import { newReturnRow } from '#lambdas/records/return-row.ts';
import { limits } from '#shared/limits.ts';
import { withEntry } from '#shared/records/lifecycle.ts';
import type { TimelineEntry } from '#shared/records/timeline.ts';
import { returnTimelineEntries } from '#shared/returns/return.ts';
import { RefusedReport } from './refused-report.ts';
import type { Report } from './report.ts';
import { entryOf } from './report.ts';
import type { RecordsStore } from './store.ts';

/** How often a record is read again because somebody else has changed it meanwhile. */
const tries = 5;

export type Records = { readonly repairs: RecordsStore<RepairRow>; readonly returns: RecordsStore<ReturnRow> };

type Kept = { readonly id: string; readonly version: number; readonly timeline: TimelineEntry[] };

type Kind<Row extends Kept> = {
  readonly store: RecordsStore<Row>;
  /** A row out of what is known of the record. */
  readonly renewed: (row: Row) => Row;
  readonly mostEntries: number;
};

/** The record with one more entry; undefined where it holds that event already. Throws RefusedReport. */
const withReported = <Row extends Kept>(
  { renewed, mostEntries }: Kind<Row>,
  row: Row,
  entry: TimelineEntry,
): Row | undefined => {
  const timeline = withEntry(row.timeline, entry);
  if (timeline.length === row.timeline.length) return undefined;
  if (timeline.length > mostEntries) throw new RefusedReport('TimelineFull');
  return renewed({ ...row, timeline, version: row.version + 1 });
};

const enterInto = async <Row extends Kept>(
  kind: Kind<Row>,
  { detail }: Report,
  entry: TimelineEntry,
): Promise<boolean> => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = await kind.store.find(detail.region, detail);
    if (!row) throw new RefusedReport('UnknownRecord');
    const reported = withReported(kind, row, entry);
    if (!reported) return false;
    if (await kind.store.replace(row, reported)) return true;
  }
  throw new RefusedReport('TooManyChanges');
};

const isOfReturn = (report: Report) => report.type === 'RmaAssigned' && report.detail.kind === 'return';

/** Enters a report into its record, once however often it comes, in whatever order; says whether it was new. Throws RefusedReport. */
export const enter = async ({ repairs, returns }: Records, report: Report): Promise<boolean> =>
  isOfReturn(report)
    ? enterInto({ store: returns, renewed: newReturnRow, mostEntries: returnTimelineEntries }, report, entryOf(report))
    : enterInto(
        { store: repairs, renewed: newRepairRow, mostEntries: limits.timelineEntries },
        report,
        entryOf(report),
      );
