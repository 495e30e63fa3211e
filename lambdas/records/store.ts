import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { expressions } from '#lambdas/aws/expressions.ts';
import { putNew } from '#lambdas/aws/put-new.ts';
import { reasonsOf } from '#lambdas/aws/transact.ts';
import { AppError } from '#shared/errors.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { storeKey } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';
import { itemOf } from './item.ts';
import type { RecordKind, RecordRow } from './kind.ts';
import { recordPages } from './pages.ts';

/**
 * Optimistic lock: a record that nobody, neither the store nor the provider, has changed since it was read. A booking that is sent again
 * after it was withdrawn begins anew under its id and with the same versions: only when it was booked tells the two apart.
 */
const unchanged = ({ id, version, createdAt }: RecordRow) =>
  expressions(
    { ConditionExpression: '#id = :id AND #version = :version AND #createdAt = :createdAt' },
    { id, version, createdAt },
  );

/** The table of one kind of records. */
export const recordsStore = <Row extends RecordRow, IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  kind: RecordKind<Row, IndexRow>,
) => ({
  /**
   * Books a record: of any number with one reference in one store exactly one wins. Idempotent: what is sent again with the same id
   * answers what is stored, whatever else is different in it. Throws the kind's `exists`.
   */
  book: async (row: Row): Promise<Row> => {
    const item = await putNew(db, table, tables[kind.name].key.sort, itemOf(kind.name, row));
    if (!item) return row;
    const stored = kind.parse(item);
    if (stored.id === row.id) return stored;
    throw new AppError(kind.exists);
  },

  /** A page, newest first. */
  list: recordPages(db, table, kind),

  /** One record, wherever it stands: at its reference, or aside when it was withdrawn (it moves there, never back). */
  find: async (region: RegionId, { storeId, storeRefNo, id }: RecordIdentity): Promise<Row | undefined> => {
    const store = storeKey(region, storeId);
    for (const reference of [normaliseReference(storeRefNo), withdrawnReference(storeRefNo, id)]) {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { store, reference }, ConsistentRead: true }),
      );
      if (Item?.['id'] === id) return kind.parse(Item);
    }
    return undefined;
  },

  /** Writes a record over what was read of it; false when it has been changed since. */
  replace: (read: Row, row: Row): Promise<boolean> =>
    conditionHeld(db.send(new PutCommand({ TableName: table, Item: itemOf(kind.name, row), ...unchanged(read) }))),

  /** Moves a record to its new key, so that its reference can be used again; false when it has changed since it was read, or is changing. Throws ServiceUnavailable. */
  move: async (read: Row, row: Row): Promise<boolean> => {
    const { store, reference } = read;
    try {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [
            { Delete: { TableName: table, Key: { store, reference }, ...unchanged(read) } },
            // No condition: a booking that was withdrawn, sent again and withdrawn again has the same key.
            { Put: { TableName: table, Item: itemOf(kind.name, row) } },
          ],
        }),
      );
      return true;
    } catch (error) {
      const reasons = reasonsOf(error);
      if (reasons.some((reason) => ['ConditionalCheckFailed', 'TransactionConflict'].includes(reason))) return false;
      if (reasons.some((reason) => ['ThrottlingError', 'ProvisionedThroughputExceeded'].includes(reason))) {
        throw new AppError('ServiceUnavailable', { cause: error });
      }
      throw error;
    }
  },
});

export type RecordsStore<Row extends RecordRow, IndexRow> = ReturnType<typeof recordsStore<Row, IndexRow>>;
