import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { buildUpdate } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { StopReason } from '#shared/jobs/job.ts';
import { isRevocationJob } from '#shared/jobs/job.ts';
import type { JobRows } from './job-rows.ts';
import { createJobRows } from './job-rows.ts';
import type { JobHead, JobTables, Slice } from './jobs-table.ts';
import { buildJobEvent, jobHead, createJobsTable, toItemKey, maxAttempts } from './jobs-table.ts';

/** Keys of the items that refer to a region's latest job that revokes rights (`latest-taking`), and to its latest other job. */
const latestKeys = ['latest-taking', 'latest'] as const;
const toLatestKey = (job: Pick<JobHead, 'action'>) => latestKeys[isRevocationJob(job) ? 0 : 1];

/** Returns true if a start was interrupted before the job reached the queue. Its stored rows may be incomplete, so only its starter could complete it. */
const isAbandoned = ({ state, isSent, startedAt }: JobHead, now: Date): boolean =>
  state === 'running' && !isSent && now.getTime() - Date.parse(startedAt) > limits.bulk.queueTimeoutSeconds * 1000;

/** Store of jobs and their rows. In each region one job that revokes rights and one other job can run at a time. */
export type JobsStore = JobRows & {
  /** Returns the stored job without checking whether its start was abandoned, for workers that received it from the queue. */
  readonly get: (region: RegionId, id: string, now: Date) => Promise<JobHead | undefined>;
  /** Finds a job, and stops it first if its start was abandoned. */
  readonly find: (region: RegionId, id: string, now: Date) => Promise<JobHead | undefined>;
  /** Returns the latest job that revokes rights and the latest other one, the newer first. */
  readonly findLatest: (region: RegionId, now: Date) => Promise<JobHead[]>;
  /** Returns the import that was started last, in any state, or undefined. */
  readonly findLatestImport: (region: RegionId, now: Date) => Promise<JobHead | undefined>;
  /** Returns the running jobs of all regions. */
  readonly listRunning: (now: Date) => Promise<JobHead[]>;
  /** Writes a new job, or returns the existing one with this id. Throws JobRunning while another job of the same group (revoking or not) runs. */
  readonly begin: (newJob: JobHead, now: Date) => Promise<JobHead>;
  /** Marks a job as sent to the queue; returns false if it has already ended, so that none of its rows may start. */
  readonly markSent: (job: JobHead) => Promise<boolean>;
  /** Stops a running job: no further row starts, and another job may. An ended job stays unchanged. */
  readonly stop: (region: RegionId, id: string, by: string, now: Date, stopReason?: StopReason) => Promise<void>;
};

export const createJobsStore = (db: DynamoDBDocumentClient, tables: JobTables): JobsStore => {
  const { jobs: table, audit } = tables;
  const jobItems = createJobsTable(db, table);
  const { read, write } = jobItems;

  const get = async (region: RegionId, id: string, now: Date): Promise<JobHead | undefined> => {
    const item = await read(toItemKey(region, id));
    const job = item && jobHead.parse(item);
    return job && job.expiresAt * 1000 > now.getTime() ? job : undefined;
  };

  /** Stops a running job, unless its state has changed concurrently. */
  const stopRunningJob = async (job: JobHead, by: string, now: Date, stopReason?: StopReason): Promise<void> => {
    const mustBeUnsent = stopReason === 'notBegun';
    await write([
      {
        Update: buildUpdate(
          table,
          toItemKey(job.region, job.id),
          `SET #state = :stopped, updatedAt = :now${stopReason ? ', stopReason = :reason' : ''}`,
          {
            stopped: 'stopped',
            running: 'running',
            now: now.toISOString(),
            reason: stopReason,
            ...(mustBeUnsent && { no: false }),
          },
          `#state = :running${mustBeUnsent ? ' AND isSent = :no' : ''}`,
        ),
      },
      buildJobEvent(audit, { ...job, stopReason }, 'jobStopped', by, now),
    ]);
  };

  const find = async (region: RegionId, id: string, now: Date): Promise<JobHead | undefined> => {
    const job = await get(region, id, now);
    if (!job || !isAbandoned(job, now)) return job;
    await stopRunningJob(job, 'portal', now, 'notBegun');
    return get(region, id, now);
  };

  const findLatestId = async (region: RegionId, latestKey: (typeof latestKeys)[number]) => {
    const item = await read(toItemKey(region, latestKey));
    return item && z.object({ id: z.string() }).parse(item).id;
  };

  const findLatest = async (region: RegionId, now: Date): Promise<JobHead[]> => {
    const ids = await Promise.all(latestKeys.map((latestKey) => findLatestId(region, latestKey)));
    const jobs = await Promise.all(ids.map((id) => (id === undefined ? undefined : find(region, id, now))));
    return jobs.flatMap((job) => job ?? []).toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  };

  return {
    ...createJobRows(db, tables, jobItems),

    get,

    find,

    findLatest,

    findLatestImport: async (region: RegionId, now: Date): Promise<JobHead | undefined> => {
      let [job] = await findLatest(region, now);
      while (job && job.kind !== 'import')
        job = job.previous === undefined ? undefined : await find(region, job.previous, now);
      return job;
    },

    listRunning: async (now: Date): Promise<JobHead[]> =>
      (await Promise.all(regionIds.map((region) => findLatest(region, now))))
        .flat()
        .filter(({ state }) => state === 'running'),

    begin: async (newJob: JobHead, now: Date): Promise<JobHead> => {
      const { region, id } = newJob;
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const existingJob = await find(region, id, now);
        if (existingJob) return existingJob;
        const latestId = await findLatestId(region, toLatestKey(newJob));
        const [previous] = await findLatest(region, now);
        if (latestId !== undefined && (await find(region, latestId, now))?.state === 'running')
          throw new AppError('JobRunning');
        const failedItems = await write([
          {
            Put: {
              TableName: table,
              Item: { ...toItemKey(region, id), ...newJob, ...(previous && { previous: previous.id }) },
              ConditionExpression: 'attribute_not_exists(#job)',
              ExpressionAttributeNames: { '#job': 'job' },
            },
          },
          {
            Put: {
              TableName: table,
              Item: { ...toItemKey(region, toLatestKey(newJob)), id },
              // An ended job never runs again, so it is enough to check that no other job has started.
              ...(latestId === undefined
                ? { ConditionExpression: 'attribute_not_exists(#id)' }
                : { ConditionExpression: '#id = :latest', ExpressionAttributeValues: { ':latest': latestId } }),
              ExpressionAttributeNames: { '#id': 'id' },
            },
          },
          ...(newJob.total > 0 ? [buildJobEvent(audit, newJob, 'jobStarted', newJob.by, now)] : []),
        ]);
        if (failedItems.length === 0) return newJob;
      }
      throw new AppError('ServiceUnavailable');
    },

    markSent: async ({ region, id }: JobHead): Promise<boolean> => {
      const values = { yes: true, running: 'running' };
      const update = buildUpdate(table, toItemKey(region, id), 'SET isSent = :yes', values, '#state = :running');
      return wasApplied(db.send(new UpdateCommand(update)));
    },

    stop: async (region: RegionId, id: string, by: string, now: Date, stopReason?: StopReason): Promise<void> => {
      const job = await find(region, id, now);
      if (job?.state === 'running') await stopRunningJob(job, by, now, stopReason);
    },
  };
};

const maxBatchMessages = 10;

/** Attempts to send messages that SQS rejects, before the start fails. */
const maxSendAttempts = 3;

type SentJob = Pick<JobHead, 'region' | 'id' | 'action'>;
type QueueUrls = { readonly jobs: string; readonly revocations: string };

/** Job queues. Jobs that revoke rights have their own queue, so that they don't wait for imports. */
export type JobsQueue = {
  /** Sends one message per slice, delivered after `delaySeconds` (at most 900, default 0). Throws ServiceUnavailable. */
  readonly send: (job: SentJob, slices: readonly Slice['rows'][], delaySeconds?: number) => Promise<void>;
};

export const createJobsQueue = (sqs: SQSClient, urls: QueueUrls): JobsQueue => {
  const sendBatch = async (url: string, bodies: readonly string[], DelaySeconds: number) => {
    let unsent = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, DelaySeconds }));
    for (let attempt = 0; attempt < maxSendAttempts && unsent.length > 0; attempt += 1) {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: unsent }));
      unsent = unsent.filter(({ Id }) => Failed.some((failedEntry) => failedEntry.Id === Id));
    }
    if (unsent.length > 0) throw new AppError('ServiceUnavailable');
  };
  return {
    send: async (job: SentJob, slices: readonly Slice['rows'][], delaySeconds = 0): Promise<void> => {
      const url = isRevocationJob(job) ? urls.revocations : urls.jobs;
      const bodies = slices.map((rows) => JSON.stringify({ region: job.region, id: job.id, rows } satisfies Slice));
      for (const batch of splitIntoChunks(bodies, maxBatchMessages)) await sendBatch(url, batch, delaySeconds);
    },
  };
};
