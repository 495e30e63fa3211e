import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hasName } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import { jobRows } from './job-rows.ts';
import type { JobHead, Patience } from './jobs-table.ts';
import { jobHead, jobsTable, keyOf, tries } from './jobs-table.ts';

/** Jobs and their rows. Of each region the latest one is known, and while that runs no other begins. */
export const jobsStore = (db: DynamoDBDocumentClient, table: string, patience: Patience) => {
  const jobItems = jobsTable(db, table, patience);
  const { read, write } = jobItems;

  const find = async (region: RegionId, id: string, now: Date): Promise<JobHead | undefined> => {
    const item = await read(keyOf(region, id));
    const found = item && jobHead.parse(item);
    return found && found.expiresAt * 1000 > now.getTime() ? found : undefined;
  };

  const latestId = async (region: RegionId) => {
    const item = await read(keyOf(region, 'latest'));
    return item && z.object({ id: z.string() }).parse(item).id;
  };

  return {
    ...jobRows(db, table, jobItems),

    find,

    /** The job of a region that runs, or ran last. */
    latest: async (region: RegionId, now: Date): Promise<JobHead | undefined> => {
      const id = await latestId(region);
      return id === undefined ? undefined : find(region, id, now);
    },

    /** Writes a new job down, or answers the one of this id that is there already. Throws JobRunning while another one runs. */
    begin: async (started: JobHead, now: Date): Promise<JobHead> => {
      const { region, id } = started;
      for (let attempt = 1; attempt <= tries; attempt += 1) {
        const known = await find(region, id, now);
        if (known) return known;
        const latest = await latestId(region);
        if (latest !== undefined && (await find(region, latest, now))?.state === 'running')
          throw new AppError('JobRunning');
        const failed = await write([
          {
            Put: {
              TableName: table,
              Item: { ...keyOf(region, id), ...started },
              ConditionExpression: 'attribute_not_exists(#job)',
              ExpressionAttributeNames: { '#job': 'job' },
            },
          },
          {
            Put: {
              TableName: table,
              Item: { ...keyOf(region, 'latest'), id },
              // A job that doesn't run never runs again: it is enough that no other has begun since.
              ...(latest === undefined
                ? { ConditionExpression: 'attribute_not_exists(#id)' }
                : { ConditionExpression: '#id = :latest', ExpressionAttributeValues: { ':latest': latest } }),
              ExpressionAttributeNames: { '#id': 'id' },
            },
          },
        ]);
        if (failed.length === 0) return started;
      }
      throw new AppError('ServiceUnavailable');
    },

    noteSent: async ({ region, id }: JobHead): Promise<void> => {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(region, id),
          UpdateExpression: 'SET isSent = :yes',
          ExpressionAttributeValues: { ':yes': true },
        }),
      );
    },

    /** No further row begins, and another job may. A job that is over stays as it is. */
    stop: async (region: RegionId, id: string, now: Date): Promise<void> => {
      await db
        .send(
          new UpdateCommand({
            TableName: table,
            Key: keyOf(region, id),
            UpdateExpression: 'SET #state = :stopped, updatedAt = :now',
            ConditionExpression: '#state = :running',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':stopped': 'stopped', ':running': 'running', ':now': now.toISOString() },
          }),
        )
        .catch((error: unknown) => {
          if (!hasName(error, 'ConditionalCheckFailedException')) throw error;
        });
    },
  };
};

export type JobsStore = ReturnType<typeof jobsStore>;
