import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { expressions, putNew } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { RecordKind, RecordRow } from './kind.ts';
import type { RecordsStore } from './store.ts';

const claim = z.object({ reference: z.string(), claimedAt: z.string() });
type Claim = z.output<typeof claim>;

/**
 * Books an id at most once in a store, whatever reference comes with it. A small item in the table of attempts claims the id before the
 * record is written; a later attempt finds the claim and is answered the record that stands. Where none came, it takes the claim over:
 * under another reference only once the attempt before it can't be under way any more. An id whose record was withdrawn may be booked anew.
 * Throws the kind's `exists`, and ServiceUnavailable while another attempt may be under way.
 */
export const bookOnce = <Row extends RecordRow, IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  kind: RecordKind<Row, IndexRow>,
  records: Pick<RecordsStore<Row, IndexRow>, 'book' | 'find'>,
) => {
  const keyOf = ({ store, id }: Row) => ({ id: `booking#${kind.name}#${store}#${id}` });
  const itemOf = (row: Row) => ({
    ...keyOf(row),
    reference: row.reference,
    claimedAt: row.createdAt,
    expiresAt: Math.floor(Date.parse(row.createdAt) / 1000) + limits.booking.claimDays * 86_400,
  });
  const unchanged = ({ reference, claimedAt }: Claim) =>
    expressions(
      { ConditionExpression: '#reference = :reference AND #claimedAt = :claimedAt' },
      { reference, claimedAt },
    );

  /** Where it fails, the next attempt under another reference waits until this one can't be under way. */
  const release = async (row: Row): Promise<void> => {
    const own = unchanged({ reference: row.reference, claimedAt: row.createdAt });
    await db.send(new DeleteCommand({ TableName: table, Key: keyOf(row), ...own })).catch(() => undefined);
  };

  const takeOver = async (earlier: Claim, row: Row): Promise<boolean> => {
    const age = Date.parse(row.createdAt) - Date.parse(earlier.claimedAt);
    if (earlier.reference !== row.reference && age < limits.booking.underWaySeconds * 1000)
      throw new AppError('ServiceUnavailable');
    // Later than the claim before it, however long this attempt took to get here: that one may be under way, and must not release this.
    const claimedAt = new Date(Math.max(Date.parse(row.createdAt), Date.parse(earlier.claimedAt) + 1)).toISOString();
    const Item = { ...itemOf(row), claimedAt };
    return conditionHeld(db.send(new PutCommand({ TableName: table, Item, ...unchanged(earlier) })));
  };

  const claimed = async (row: Row): Promise<{ readonly isFirst: boolean } | { readonly stands: Row }> => {
    const { region, storeId, id } = row;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const item = await putNew(db, table, 'id', itemOf(row));
      if (!item) return { isFirst: true };
      const earlier = claim.parse(item);
      const stands = await records.find(region, { storeId, storeRefNo: earlier.reference, id });
      if (stands && !isWithdrawn(stands)) return { stands };
      if (await takeOver(earlier, row)) return { isFirst: false };
    }
    throw new AppError('ServiceUnavailable');
  };

  return async (row: Row): Promise<Row> => {
    const claims = await claimed(row);
    if ('stands' in claims) return claims.stands;
    try {
      return await records.book(row);
    } catch (error) {
      // The next attempt may come at once, under another reference. Where an earlier one may be under way too, it has to wait.
      if (claims.isFirst && error instanceof AppError && error.code === kind.exists) await release(row);
      throw error;
    }
  };
};
