import type { Caller } from '#lambdas/http/caller.ts';
import { AppError } from '#shared/errors.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { ChangeRefusal } from '#shared/records/timeline.ts';
import { changeRefusal, isWithdrawn, withEntry } from '#shared/records/timeline.ts';
import type { RegionId } from '#shared/regions.ts';
import { findFor } from './access.ts';
import type { RecordKind, RecordRow } from './kind.ts';
import type { RecordsStore } from './store.ts';

/** A record after one more thing has happened to it. */
export const withChange = <Row extends RecordRow>(
  { renew, rankOf }: Pick<RecordKind<Row, unknown>, 'renew' | 'rankOf'>,
  row: Row,
  entry: Row['timeline'][number],
  change: Partial<Row> = {},
): Row => renew({ ...row, ...change, version: row.version + 1, timeline: withEntry(row.timeline, entry, rankOf) });

type Change<Row> = {
  readonly read: () => Promise<Row>;
  /** Undefined where nothing is left to do: a request sent again finds its own work. May throw. */
  readonly changed: (stored: Row) => Row | undefined;
  /** Under the optimistic lock; false when somebody else was quicker. */
  readonly write: (read: Row, row: Row) => Promise<boolean>;
  readonly tries?: number;
  /** What is thrown when it never settles; ServiceUnavailable unless said otherwise. */
  readonly unsettled?: () => Error;
};

/** Reads, changes and writes a record, again when somebody else was quicker; says whether anything was left to do. */
export const changeRecord = async <Row>({
  read,
  changed,
  write,
  tries = 3,
  unsettled = () => new AppError('ServiceUnavailable'),
}: Change<Row>): Promise<{ readonly row: Row; readonly isNew: boolean }> => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const stored = await read();
    const row = changed(stored);
    if (row === undefined) return { row: stored, isNew: false };
    if (await write(stored, row)) return { row, isNew: true };
  }
  throw unsettled();
};

type Asked = RecordIdentity & { readonly region: RegionId; readonly version: number };
type ChangeContext = { readonly caller: Caller; readonly now: Date };
type ByTheStore = { readonly at: string; readonly by: string };

type Correction<Row extends RecordRow> = {
  readonly isDone: (stored: Row) => boolean;
  readonly corrected: (
    stored: Row,
    done: ByTheStore,
  ) => { readonly entry: Row['timeline'][number]; readonly change: Partial<Row> };
  /** Throws when what comes out cannot be stored. */
  readonly check?: (row: Row) => void;
};

export const changesByTheStore = <Row extends RecordRow, IndexRow>(
  kind: RecordKind<Row, IndexRow>,
  records: Pick<RecordsStore<Row, IndexRow>, 'find' | 'replace' | 'move'>,
) => {
  const { changed, notPending } = kind.refusals;
  /** The page then shows a withdrawn record as it is. No code says "often enough": that it can't be changed here any more is what counts. */
  const codes = { withdrawn: changed, notPending, correctedTooOften: notPending } as const;

  const refuseChange = (stored: Row, seenVersion: number, refusal: ChangeRefusal | undefined) => {
    if (refusal === 'withdrawn' || refusal === 'notPending') throw new AppError(codes[refusal]);
    if (stored.version !== seenVersion) throw new AppError(changed);
    if (refusal) throw new AppError(codes[refusal]);
  };

  const change = async (
    action: keyof typeof changeRefusal,
    { region, version, ...identity }: Asked,
    { caller, now }: ChangeContext,
    isDone: (stored: Row) => boolean,
    next: (stored: Row, done: ByTheStore) => Row,
  ): Promise<Row> => {
    const { row } = await changeRecord({
      read: () => findFor(records, caller, region, identity),
      changed: (stored) => {
        if (isDone(stored)) return undefined;
        refuseChange(stored, version, changeRefusal[action](stored));
        return next(stored, { at: now.toISOString(), by: caller.email });
      },
      write: action === 'withdraw' ? records.move : records.replace,
    });
    return row;
  };

  return {
    /** Throws NotFound, the kind's refusals, and what `check` throws. */
    correct: (asked: Asked, context: ChangeContext, { isDone, corrected, check }: Correction<Row>) =>
      change(
        'correct',
        asked,
        context,
        (stored) => !isWithdrawn(stored) && isDone(stored),
        (stored, done) => {
          const { entry, change: facts } = corrected(stored, done);
          const next = withChange(kind, stored, entry, facts);
          check?.(next);
          return next;
        },
      ),

    withdraw: (asked: Asked, context: ChangeContext) =>
      change('withdraw', asked, context, isWithdrawn, (stored, done) => withChange(kind, stored, kind.withdrawn(done))),
  };
};
