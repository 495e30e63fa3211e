import type { Caller } from '#lambdas/lib/http/caller.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { ChangeRejection } from '#shared/records/timeline.ts';
import { changeRejection, isWithdrawn, insertEntry } from '#shared/records/timeline.ts';
import { findAccessibleRecord } from './access.ts';
import type { RecordKind, RecordRow } from './record-kind.ts';
import type { RecordsStore } from './records-store.ts';

/** Returns a record with one more timeline entry and, optionally, changed fields. */
export const applyEntry = <Row extends RecordRow>(
  { withDerivedFields, rankEntry }: Pick<RecordKind<Row, unknown>, 'withDerivedFields' | 'rankEntry'>,
  row: Row,
  entry: Row['timeline'][number],
  change: Partial<Row> = {},
): Row =>
  withDerivedFields({
    ...row,
    ...change,
    version: row.version + 1,
    timeline: insertEntry(row.timeline, entry, rankEntry),
  });

type Change<Row> = {
  readonly read: () => Promise<Row>;
  /** Returns the changed record, or undefined if the change has already been applied, as on a repeated request. May throw. */
  readonly apply: (current: Row) => Row | undefined;
  /** Writes under the optimistic lock; returns false on a concurrent change. */
  readonly write: (current: Row, row: Row) => Promise<boolean>;
  readonly maxAttempts?: number;
  /** Creates the error for too many concurrent changes; ServiceUnavailable by default. */
  readonly createConflictError?: () => Error;
};

/** Reads, changes and writes a record, and retries on concurrent changes. `isNew` is false if the change had already been applied. */
export const changeRecord = async <Row>({
  read,
  apply,
  write,
  maxAttempts = 3,
  createConflictError = () => new AppError('ServiceUnavailable'),
}: Change<Row>): Promise<{ readonly row: Row; readonly isNew: boolean }> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const current = await read();
    const row = apply(current);
    if (row === undefined) return { row: current, isNew: false };
    if (await write(current, row)) return { row, isNew: true };
  }
  throw createConflictError();
};

type ChangeRequest = RecordIdentity & { readonly region: RegionId; readonly version: number };
type ChangeContext = { readonly caller: Caller; readonly now: Date };
type ChangeStamp = { readonly at: string; readonly by: string };

type Correction<Row extends RecordRow> = {
  readonly isApplied: (current: Row) => boolean;
  readonly apply: (
    current: Row,
    stamp: ChangeStamp,
  ) => { readonly entry: Row['timeline'][number]; readonly change: Partial<Row> };
  /** Throws if the corrected record cannot be stored. */
  readonly check?: (row: Row) => void;
};

export const createRecordChanges = <Row extends RecordRow, IndexRow>(
  kind: RecordKind<Row, IndexRow>,
  records: Pick<RecordsStore<Row, IndexRow>, 'find' | 'replace' | 'move'>,
) => {
  const { changed, notPending } = kind.rejectionCodes;
  /** Error code by rejection. A withdrawn record counts as changed, so that the page shows its current state; too many corrections have no separate code. */
  const codeByRejection = { withdrawn: changed, notPending, correctedTooOften: notPending } as const;

  const assertChangeable = (current: Row, seenVersion: number, rejection: ChangeRejection | undefined) => {
    if (rejection === 'withdrawn' || rejection === 'notPending') throw new AppError(codeByRejection[rejection]);
    if (current.version !== seenVersion) throw new AppError(changed);
    if (rejection) throw new AppError(codeByRejection[rejection]);
  };

  const change = async (
    action: keyof typeof changeRejection,
    { region, version, ...identity }: ChangeRequest,
    { caller, now }: ChangeContext,
    isApplied: (current: Row) => boolean,
    apply: (current: Row, stamp: ChangeStamp) => Row,
  ): Promise<Row> => {
    const { row } = await changeRecord({
      read: () => findAccessibleRecord(records, caller, region, identity),
      apply: (current) => {
        if (isApplied(current)) return undefined;
        assertChangeable(current, version, changeRejection[action](current));
        return apply(current, { at: now.toISOString(), by: caller.email });
      },
      write: action === 'withdraw' ? records.move : records.replace,
    });
    return row;
  };

  return {
    /** Corrects a record. Throws NotFound, the kind's rejections, and the errors of `check`. */
    correct: (request: ChangeRequest, context: ChangeContext, { isApplied, apply, check }: Correction<Row>) =>
      change(
        'correct',
        request,
        context,
        (current) => !isWithdrawn(current) && isApplied(current),
        (current, stamp) => {
          const { entry, change: fields } = apply(current, stamp);
          const row = applyEntry(kind, current, entry, fields);
          check?.(row);
          return row;
        },
      ),

    withdraw: (request: ChangeRequest, context: ChangeContext) =>
      change('withdraw', request, context, isWithdrawn, (current, stamp) =>
        applyEntry(kind, current, kind.createWithdrawal(stamp)),
      ),
  };
};
