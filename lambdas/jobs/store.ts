import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Slice, Subject } from '#lambdas/directory/jobs-table.ts';
import { regionState, userSchema } from '#lambdas/directory/user-row.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';
import { statusOf } from '#shared/users/user.ts';

/** SQS takes so many messages in one call. */
const mostMessages = 10;

/** How often messages that SQS has refused are sent before the start is broken off. */
const tries = 3;

/** Where jobs wait to be done. */
export const jobsQueue = (sqs: SQSClient, url: string) => {
  const sendBatch = async (bodies: readonly string[]) => {
    let left = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    for (let attempt = 0; attempt < tries && left.length > 0; attempt += 1) {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: left }));
      left = left.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
    }
    if (left.length > 0) throw new AppError('ServiceUnavailable');
  };
  return {
    send: async (slices: readonly Slice[]): Promise<void> => {
      const bodies = slices.map((slice) => JSON.stringify(slice));
      for (let from = 0; from < bodies.length; from += mostMessages)
        await sendBatch(bodies.slice(from, from + mostMessages));
    },
  };
};

export type JobsQueue = ReturnType<typeof jobsQueue>;

const { partition } = tables.users.indexes.byState;

/** Whoever of a region has not finished registering and whose invitation has expired, by email; as many as one job takes. */
export const expiredInvitations = (db: DynamoDBDocumentClient, table: string) => ({
  list: async (region: RegionId, now: Date): Promise<Omit<Subject, 'number'>[]> => {
    const found: Omit<Subject, 'number'>[] = [];
    let next: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byState',
          KeyConditionExpression: '#regionState = :invited',
          ExpressionAttributeNames: { '#regionState': partition },
          ExpressionAttributeValues: { ':invited': regionState(region, 'invited') },
          ...(next && { ExclusiveStartKey: next }),
        }),
      );
      const users = Items.map((item) => userSchema.parse(item)).filter(
        (user) => statusOf(user, now) === 'inviteExpired',
      );
      found.push(...users.map(({ sub, email, storeId, storeName }) => ({ sub, email, storeId, storeName, roles: [] })));
      next = LastEvaluatedKey;
    } while (next && found.length < limits.bulk.rows);
    return found.slice(0, limits.bulk.rows);
  },
});

export type ExpiredInvitations = ReturnType<typeof expiredInvitations>;
