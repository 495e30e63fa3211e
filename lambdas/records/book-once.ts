import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { expressions, getItem, reasonsOf, transact } from '#lambdas/aws/dynamodb.ts';
import { AppError } from '#shared/errors.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { RecordKind, RecordRow } from './kind.ts';
import type { RecordsStore } from './store.ts';

/** Where the record is that an id has booked. */
const claim = z.object({ storeId: z.string(), reference: z.string() });

const tries = 3;

/**
 * Books an id at most once in a region, whatever store, reference or content comes with it: a small item in the table of attempts, which
 * claims the id, and the record are written in one transaction. An id that has booked a record answers that record as it is now.
 * Throws the kind's `exists` where another id has the reference, its `withdrawn` where the id's record was withdrawn, and ServiceUnavailable.
 */
export const bookOnce = <Row extends RecordRow & { readonly expiresAt: number }, IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  kind: RecordKind<Row, IndexRow>,
  records: Pick<RecordsStore<Row, IndexRow>, 'putNew' | 'find'>,
) => {
  const keyOf = ({ region, id }: Row) => ({ id: `booking#${kind.name}#${region}#${id}` });

  const putClaim = (row: Row) => {
    const { storeId, reference, expiresAt } = row;
    return {
      TableName: table,
      Item: { ...keyOf(row), storeId, reference, expiresAt },
      ...expressions({ ConditionExpression: 'attribute_not_exists(#id)' }),
    };
  };

  /** Returns why the claim and the record were not written, each `None` or `ConditionalCheckFailed`; undefined where they were. */
  const write = async (row: Row): Promise<readonly string[] | undefined> => {
    try {
      await transact(db, [{ Put: putClaim(row) }, { Put: records.putNew(row) }]);
      return undefined;
    } catch (error) {
      const reasons = reasonsOf(error);
      if (!reasons.includes('ConditionalCheckFailed')) throw error;
      return reasons;
    }
  };

  /** Finds the record that an id has booked: where its claim says, or at the row's own reference if the claim is lost. */
  const findBooked = async (row: Row): Promise<Row | undefined> => {
    const { region, storeId, storeRefNo, id } = row;
    const item = await getItem(db, table, keyOf(row));
    const place = item && claim.parse(item);
    return records.find(region, {
      id,
      storeId: place?.storeId ?? storeId,
      storeRefNo: place?.reference ?? storeRefNo,
    });
  };

  return async (row: Row): Promise<Row> => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const reasons = await write(row);
      if (!reasons) return row;
      const booked = await findBooked(row);
      if (booked && isWithdrawn(booked)) throw new AppError(kind.refusals.withdrawn);
      if (booked) return booked;
      const [claimFailed] = reasons;
      if (claimFailed !== 'ConditionalCheckFailed') throw new AppError(kind.exists);
      // A read may see the claim of a transaction a moment before its record.
    }
    throw new AppError('ServiceUnavailable');
  };
};
