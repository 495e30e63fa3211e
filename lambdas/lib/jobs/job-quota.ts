import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readCancellationReasons, transact, buildUpdate } from '#lambdas/lib/aws/dynamodb.ts';
import { toCounterId, buildCounterUpdate } from '#lambdas/lib/http/daily-limits.ts';
import { AppError } from '#shared/api/errors.ts';
import type { DailyLimit } from '#shared/api/route.ts';
import type { JobHead } from './jobs-table.ts';

type CountedJob = Pick<JobHead, 'region' | 'id' | 'bySub' | 'startedAt' | 'expiresAt'>;

/** Key of the item that marks a job as counted. */
const toJobCountId = ({ region, id }: CountedJob) => `day#job#${region}#${id}`;

/** Counts jobs against their starters' daily limits, each on the day of its first start. */
export type JobQuota = {
  /** Counts the amounts of a job, once per id however often it is started. Throws LimitExceededException, but never for a counted job. */
  readonly count: (job: CountedJob, amounts: Partial<Record<DailyLimit, number>>) => Promise<void>;
  /** Refunds emails of a counted job that will never be sent, once per id. */
  readonly refund: (job: CountedJob, emails: number) => Promise<void>;
};

export const createJobQuota = (db: DynamoDBDocumentClient, table: string): JobQuota => ({
  count: async (job: CountedJob, amounts: Partial<Record<DailyLimit, number>>): Promise<void> => {
    const { region, bySub: sub, startedAt, expiresAt } = job;
    const counters = Object.entries(amounts) as [DailyLimit, number][];
    const jobCount = {
      Put: {
        TableName: table,
        Item: { id: toJobCountId(job), expiresAt },
        ConditionExpression: 'attribute_not_exists(id)',
      },
    };
    try {
      await transact(db, [
        jobCount,
        ...counters.map(([limitName, amount]) => ({
          Update: buildCounterUpdate(
            table,
            { limitName, user: { region, sub }, amount, token: job.id },
            new Date(startedAt),
          ),
        })),
      ]);
    } catch (error) {
      const [jobReason, ...counterReasons] = readCancellationReasons(error);
      if (jobReason === 'ConditionalCheckFailed') return;
      if (!counterReasons.includes('ConditionalCheckFailed')) throw error;
      throw new AppError('LimitExceededException', { cause: error });
    }
  },

  refund: async (job: CountedJob, emails: number): Promise<void> => {
    const starter = { region: job.region, sub: job.bySub };
    // `returnedEmails` is the stored number of refunded emails.
    const refundCondition = 'attribute_exists(id) AND attribute_not_exists(returnedEmails)';
    const jobUpdate = buildUpdate(
      table,
      { id: toJobCountId(job) },
      'SET returnedEmails = :emails',
      { emails },
      refundCondition,
    );
    const counterChange = buildUpdate(
      table,
      { id: toCounterId('emails', starter, new Date(job.startedAt)) },
      'ADD #amount :less',
      { less: -emails },
      'attribute_exists(id)',
    );
    try {
      await transact(db, [{ Update: jobUpdate }, { Update: counterChange }]);
    } catch (error) {
      if (!readCancellationReasons(error).includes('ConditionalCheckFailed')) throw error;
    }
  },
});
