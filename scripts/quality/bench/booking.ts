import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { itemOf } from '#lambdas/lib/records/item.ts';
import type { BenchDatabase, HeardCall } from '#scripts/testing/database.ts';
import { withEmptyDatabase } from '#scripts/testing/database.ts';
import { callAs, newBooking, newReturn } from '#scripts/testing/records.ts';
import type { SignedIn } from '#scripts/testing/signed-in.ts';
import { benchStore, signedIn } from '#scripts/testing/signed-in.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import type { Bench, Figure } from './figure.ts';
import { repairRecord } from './filled-database.ts';
import { compare } from './interleaved.ts';

/**
 * The two DynamoDB calls that a booking requires: one reads the caller, one writes the idempotency record and the
 * record.
 */
const createRawBooking = ({ db }: BenchDatabase, { user, session }: SignedIn) => {
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
          sessions: { Keys: [{ id: session.id }], ConsistentRead: true },
        },
      }),
    );
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          putItem('attempts', 'id', { id: reference, storeId: benchStore.storeId, reference }),
          putItem('repairs', 'reference', itemOf('repairs', { ...repairRecord(0), reference })),
        ],
      }),
    );
  };
};

const toCallFigure = (label: string, calls: readonly HeardCall[]): Figure => ({
  what: `${label}: calls of DynamoDB, ${calls.map(({ operation }) => operation).join(' and ')}`,
  value: calls.length,
  atMost: 2,
});

export const booking: Bench = {
  about: 'a booking against the same calls of DynamoDB alone',
  run: () =>
    withEmptyDatabase(async (database) => {
      const caller = signedIn(new Date());
      const call = await callAs(database, caller);
      const callReturns = await callAs(database, signedIn(new Date(), 'register-returns'));
      let count = 0;
      const book = () => call(repairs.bookRepair, { body: newBooking(`booking-${(count += 1)}`) });
      const repairCalls = await database.heard(book);
      const returnCalls = await database.heard(() =>
        callReturns(returns.bookReturn, { body: newReturn('return-1', new Date()) }),
      );
      const ratio = await compare(book, createRawBooking(database, caller), { rounds: 25, calls: 12, warmUp: 60 });
      return [
        toCallFigure('Booking of a repair', repairCalls),
        toCallFigure('Booking of a return', returnCalls),
        { what: 'Booking of a repair / the same calls alone', value: ratio, atMost: 1.3 },
      ];
    }),
};
