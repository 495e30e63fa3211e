import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { getItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import type { RecordKind, RecordRow } from '#lambdas/lib/records/record-kind.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { normalizeReference } from '#shared/records/record.ts';
import { scan } from './scan.ts';

/** Result of one row of the source table. Only `copied` and `updated` write. */
export const copyOutcomes = {
  copied: 'copied: the live table did not have it',
  updated: 'updated: the live table had an earlier version',
  same: 'left: the live table has the same',
  newer: 'left: the live table has a newer version',
  changed: 'left: the live table has the same version with other content',
  otherBooking: 'left: another booking has its reference in the live table',
  expired: 'left: it has expired',
  busy: 'left: it was changed at this moment; run the command again',
  unreadable: 'left: it is neither a repair nor a return',
} as const;
export type CopyOutcome = keyof typeof copyOutcomes;

const outcomesToDecide: readonly CopyOutcome[] = ['changed', 'otherBooking', 'busy', 'unreadable'];

/** Returns whether a row was left for a reason that may need a decision by a person. */
export const needsDecision = (counts: Readonly<Record<CopyOutcome, number>>) =>
  outcomesToDecide.some((outcome) => counts[outcome] > 0);

export type CopyFilter = {
  readonly region?: RegionId | undefined;
  readonly storeId?: string | undefined;
  readonly storeRefNo?: string | undefined;
  /** Instant from which on a record was booked or its last change was stored. */
  readonly since?: string | undefined;
};

type CopiedRow = { readonly outcome: CopyOutcome; readonly description: string };

type Collaborators = {
  readonly db: DynamoDBDocumentClient;
  /** Names of the live tables. */
  readonly names: Readonly<Record<RecordKindName, string>>;
  readonly now: Date;
  readonly isDryRun: boolean;
  /** Called with each row that the filter selects. */
  readonly report: (row: CopiedRow) => void;
};

/**
 * Number of rows that are copied at the same time: enough for a million rows in some hours, and far below the limits of
 * a table.
 */
const concurrency = 8;

/**
 * Returns the time (epoch milliseconds) at which the last change of a row was stored. A report may have occurred
 * earlier (`at`).
 */
const findLastChange = ({ createdAt, timeline }: RecordRow) =>
  Math.max(Date.parse(createdAt), ...timeline.map(({ at, recordedAt }) => Date.parse(recordedAt ?? at)));

const isSelected = (row: RecordRow, { region, storeId, storeRefNo, since }: CopyFilter) =>
  (region === undefined || row.region === region) &&
  (storeId === undefined || row.storeId === storeId) &&
  (storeRefNo === undefined || normalizeReference(row.storeRefNo) === normalizeReference(storeRefNo)) &&
  (since === undefined || findLastChange(row) >= Date.parse(since));

/**
 * Copies the repairs and returns of another table, restored or replaced, into the live tables: those that are missing,
 * and those of which the live table has an earlier version. Each write has a condition, so that nothing is overwritten
 * that stores or the provider changed in the meantime; search items and events follow by the live table's stream. Can
 * be repeated.
 */
export const copyBack = async (
  sourceTable: string,
  filter: CopyFilter,
  { db, names, now, isDryRun, report }: Collaborators,
): Promise<Record<CopyOutcome, number>> => {
  if (Object.values(names).includes(sourceTable)) throw new Error(`${sourceTable} is the live table itself.`);

  const copyRow = async <Row extends RecordRow & { readonly expiresAt: number }, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    row: Row,
  ): Promise<CopyOutcome> => {
    const table = names[kind.name];
    const store = createRecordsStore(db, table, kind);
    if (row.expiresAt * 1000 <= now.getTime()) return 'expired';
    const liveRow = await store.find(row.region, row);
    if (!liveRow) {
      if (await getItem(db, table, { store: row.store, reference: row.reference })) return 'otherBooking';
      return isDryRun || (await wasApplied(db.send(new PutCommand(store.buildPut(row))))) ? 'copied' : 'busy';
    }
    if (liveRow.version > row.version) return 'newer';
    if (liveRow.version === row.version) return isDeepStrictEqual(liveRow, row) ? 'same' : 'changed';
    // A withdrawal moves a record to another key.
    const write = liveRow.reference === row.reference ? store.replace : store.move;
    return isDryRun || (await write(liveRow, row)) ? 'updated' : 'busy';
  };

  const parseAndCopy = async <Row extends RecordRow & { readonly expiresAt: number }, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    item: Record<string, unknown>,
  ): Promise<CopiedRow | undefined> => {
    let row: Row;
    try {
      row = kind.parse(item);
    } catch {
      return { outcome: 'unreadable', description: `${String(item['store'])} ${String(item['reference'])}` };
    }
    if (!isSelected(row, filter)) return undefined;
    const description = `${kind.name} ${row.region} ${row.storeId} ${row.storeRefNo} (version ${row.version})`;
    return { outcome: await copyRow(kind, row), description };
  };

  const counts = Object.fromEntries(Object.keys(copyOutcomes).map((outcome) => [outcome, 0])) as Record<
    CopyOutcome,
    number
  >;
  for await (const page of scan(db, sourceTable))
    await mapConcurrently(concurrency, page, async (item) => {
      // Only returns have lines, as in the record stream.
      const result = await ('lines' in item ? parseAndCopy(returnKind, item) : parseAndCopy(repairKind, item));
      if (!result) return;
      counts[result.outcome] += 1;
      report(result);
    });
  return counts;
};
