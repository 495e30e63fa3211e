import { BatchGetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { itemOf } from '#lambdas/records/item.ts';
import type { BenchDatabase } from './database.ts';
import { withEmptyDatabase } from './database.ts';
import type { Bench } from './figure.ts';
import { compare } from './interleaved.ts';
import { repairRecord } from './repair-records.ts';
import { newBooking, repairsFunction } from './repairs-function.ts';
import type { SignedIn } from './signed-in.ts';
import { signedIn } from './signed-in.ts';

/** The three calls that a booking cannot do without (who calls, the claim of its id, the record), and nothing else. */
const rawCalls = ({ db }: BenchDatabase, { user, session }: SignedIn) => {
  let count = 0;
  return async () => {
    await db.send(
      new BatchGetCommand({
        RequestItems: {
          users: { Keys: [{ id: user.id }], ConsistentRead: true },
          sessions: { Keys: [{ id: session.id }], ConsistentRead: true },
        },
      }),
    );
    count += 1;
    await db.send(
      new PutCommand({
        TableName: 'attempts',
        Item: { id: `raw-${count}`, reference: `raw-${count}`, claimedAt: new Date().toISOString() },
        ConditionExpression: 'attribute_not_exists(#id)',
        ExpressionAttributeNames: { '#id': 'id' },
      }),
    );
    await db.send(
      new PutCommand({
        TableName: 'repairs',
        Item: itemOf('repairs', { ...repairRecord(0), reference: `raw-${count}` }),
        ConditionExpression: 'attribute_not_exists(#reference)',
        ExpressionAttributeNames: { '#reference': 'reference' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
  };
};

/** What the portal adds to the three calls of DynamoDB that a booking is. */
export const booking: Bench = {
  about: 'a booking against the same calls of DynamoDB alone',
  run: () =>
    withEmptyDatabase(async (database) => {
      const caller = signedIn(new Date());
      const call = await repairsFunction(database, caller);
      let count = 0;
      const book = () => call('bookRepair', { body: newBooking(`booking-${(count += 1)}`) });
      const heard = await database.heard(book);
      const { first, second, ratio } = await compare(book, rawCalls(database, caller), {
        rounds: 25,
        calls: 12,
        warmUp: 60,
      });
      return [
        {
          what: `Booking: calls of DynamoDB, ${heard.map(({ operation }) => operation).join(' and ')}`,
          value: heard.length,
          atMost: 3,
        },
        { what: 'Booking: p50', value: first, unit: 'ms' },
        { what: 'The same calls alone: p50', value: second, unit: 'ms' },
        { what: 'Booking / the same calls alone', value: ratio, atMost: 1.3 },
      ];
    }),
};
