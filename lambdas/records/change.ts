import { AppError } from '#shared/errors.ts';
import { withEntry } from '#shared/records/timeline.ts';
import type { RecordKind, RecordRow } from './kind.ts';

/** A record after one more thing has happened to it; `change` is what else is different. */
export const withChange = <Row extends RecordRow>(
  { renew, rankOf }: Pick<RecordKind<Row, unknown>, 'renew' | 'rankOf'>,
  row: Row,
  entry: Row['timeline'][number],
  change: Partial<Row> = {},
): Row => renew({ ...row, ...change, version: row.version + 1, timeline: withEntry(row.timeline, entry, rankOf) });

type Change<Row> = {
  readonly read: () => Promise<Row>;
  /** The row to write, or undefined where nothing is left to do: a request sent again finds its own work. May throw. */
  readonly changed: (stored: Row) => Row | undefined;
  /** Writes under the optimistic lock; false when somebody else was quicker. */
  readonly write: (read: Row, row: Row) => Promise<boolean>;
  /** How often the record is read because somebody else was quicker. */
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
