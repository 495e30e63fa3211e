import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { maintenanceId } from '#lambdas/lib/http/maintenance.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import type { TemporaryDatabase, RecordedCall } from '#scripts/testing/database.ts';
import { runWithEmptyDatabase } from '#scripts/testing/database.ts';
import { createRouteCaller, createRepairBooking, createReturnBooking } from '#scripts/testing/records.ts';
import type { SignedInUser } from '#scripts/testing/signed-in-user.ts';
import { benchStore, createSignedInUser } from '#scripts/testing/signed-in-user.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import type { Bench, Figure } from './figure.ts';
import { buildRepairRecord } from './filled-database.ts';
import { compareInterleaved } from './interleaved.ts';

/**
 * The two DynamoDB calls that a booking requires: one reads the caller, one writes the idempotency record and the
 * record.
 */
const createRawBooking = ({ db }: TemporaryDatabase, { user, session }: SignedInUser) => {
  let rawCount = 0;
  const putItem = (TableName: string, key: string, Item: object) => ({
    Put: {
      TableName,
      Item: { ...Item },
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': key },
    },
  });
  return async () => {
    const reference = `raw-${(rawCount += 1)}`;
    await db.send(
      new BatchGetCommand({
        RequestItems: {
          users: { Keys: [{ id: user.id }], ConsistentRead: true },
          sessions: { Keys: [{ id: session.id }, { id: maintenanceId }], ConsistentRead: true },
        },
      }),
    );
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          putItem('attempts', 'id', { id: reference, storeId: benchStore.storeId, reference }),
          putItem('repairs', 'reference', toItem('repairs', { ...buildRepairRecord(0), reference })),
        ],
      }),
    );
  };
};

const toCallFigure = (label: string, calls: readonly RecordedCall[]): Figure => ({
  label: `${label}: calls of DynamoDB, ${calls.map(({ operation }) => operation).join(' and ')}`,
  value: calls.length,
  atMost: 2,
});

export const booking: Bench = {
  description: 'a booking against the same calls of DynamoDB alone',
  run: () =>
    runWithEmptyDatabase(async (database) => {
      const caller = createSignedInUser(new Date());
      const call = await createRouteCaller(database, caller);
      const callReturns = await createRouteCaller(database, createSignedInUser(new Date(), 'register-returns'));
      let count = 0;
      const book = () => call(repairs.bookRepair, { body: createRepairBooking(`booking-${(count += 1)}`) });
      const repairCalls = await database.recordCalls(book);
      const returnCalls = await database.recordCalls(() =>
        callReturns(returns.bookReturn, { body: createReturnBooking('return-1', new Date()) }),
      );
      const ratio = await compareInterleaved(book, createRawBooking(database, caller), {
        rounds: 25,
        calls: 12,
        warmUp: 60,
      });
      return [
        toCallFigure('Booking of a repair', repairCalls),
        toCallFigure('Booking of a return', returnCalls),
        { label: 'Booking of a repair / the same calls alone', value: ratio, atMost: 1.3 },
      ];
    }),
};
