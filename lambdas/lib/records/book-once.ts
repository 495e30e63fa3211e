import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildExpressions, getItem, readCancellationReasons, transact } from '#lambdas/lib/aws/dynamodb.ts';
import { AppError } from '#shared/api/errors.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { RecordKind, RecordRow } from './record-kind.ts';
import type { RecordsStore } from './records-store.ts';

/** Idempotency record of a booking id: the key of the record that it has booked. */
const idempotencyRecord = z.object({ storeId: z.string(), reference: z.string() });

const maxAttempts = 3;

/**
 * Creates a function that books an id at most once in a region, whatever the store, reference or content: an idempotency record in the attempts
 * table and the record are written in one transaction. The function returns the current record if the id has already booked one.
 * It throws `kind.existsCode` if another id has the reference, `rejectionCodes.withdrawn` if the id's record was withdrawn, and ServiceUnavailable.
 */
export const createBookOnce = <Row extends RecordRow & { readonly expiresAt: number }, IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  kind: RecordKind<Row, IndexRow>,
  records: Pick<RecordsStore<Row, IndexRow>, 'buildPut' | 'find'>,
) => {
  const toKey = ({ region, id }: Row) => ({ id: `booking#${kind.name}#${region}#${id}` });

  const buildIdempotencyPut = (row: Row) => {
    const { storeId, reference, expiresAt } = row;
    return {
      TableName: table,
      Item: { ...toKey(row), storeId, reference, expiresAt },
      ...buildExpressions({ ConditionExpression: 'attribute_not_exists(#id)' }),
    };
  };

  /** Returns undefined on success, else the reasons for the idempotency record and the record, each `None` or `ConditionalCheckFailed`. */
  const write = async (row: Row): Promise<readonly string[] | undefined> => {
    try {
      await transact(db, [{ Put: buildIdempotencyPut(row) }, { Put: records.buildPut(row) }]);
      return undefined;
    } catch (error) {
      const reasons = readCancellationReasons(error);
      if (!reasons.includes('ConditionalCheckFailed')) throw error;
      return reasons;
    }
  };

  /** Finds the record that an id has booked, by its idempotency record or, if that is lost, by the row's reference. */
  const findBooked = async (row: Row): Promise<Row | undefined> => {
    const { region, storeId, storeRefNo, id } = row;
    const item = await getItem(db, table, toKey(row));
    const bookedKey = item && idempotencyRecord.parse(item);
    return records.find(region, {
      id,
      storeId: bookedKey?.storeId ?? storeId,
      storeRefNo: bookedKey?.reference ?? storeRefNo,
    });
  };

  return async (row: Row): Promise<Row> => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const reasons = await write(row);
      if (!reasons) return row;
      const bookedRecord = await findBooked(row);
      if (bookedRecord && isWithdrawn(bookedRecord)) throw new AppError(kind.rejectionCodes.withdrawn);
      if (bookedRecord) return bookedRecord;
      const [idReason] = reasons;
      if (idReason !== 'ConditionalCheckFailed') throw new AppError(kind.existsCode);
      // A read may see a transaction's idempotency record shortly before its record; the next attempt finds it.
    }
    throw new AppError('ServiceUnavailable');
  };
};
