import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#shared/errors.ts';

/** An item of a TransactWriteItems. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** What a transaction was cancelled for, item by item; empty for any other error. */
export const reasonsOf = (error: unknown): string[] =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons?.map(({ Code }) => Code ?? '') ?? []) : [];

const passing = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

const tries = 6;

/**
 * Writes all or nothing. Where somebody else writes the same item at this very moment it tries again, since the SDK does not;
 * throws ServiceUnavailable when that isn't enough. `token` makes it idempotent.
 */
export const transact = async (
  db: DynamoDBDocumentClient,
  TransactItems: TransactItem[],
  token?: string,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
      return;
    } catch (error) {
      const reasons = reasonsOf(error).filter((reason) => reason !== 'None');
      if (reasons.length === 0 || !reasons.every((reason) => passing.includes(reason))) throw error;
      if (attempt === tries) throw new AppError('ServiceUnavailable', { cause: error });
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
};
