import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { chunksOf } from '#lambdas/aws/concurrency.ts';
import { updateItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { StopReason } from '#shared/jobs/job.ts';
import { takesAway } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import { jobRows } from './job-rows.ts';
import type { JobHead, JobTables, Slice } from './jobs-table.ts';
import { jobEvent, jobHead, jobsTable, keyOf, tries } from './jobs-table.ts';

/** Which job of a region is its latest, of those that take rights away and of the others. */
const lanes = ['latest-taking', 'latest'] as const;
const laneOf = (job: Pick<JobHead, 'action'>) => lanes[takesAway(job) ? 0 : 1];

/** True if a start broke off before the job reached the queue: its rows may be incomplete, and only its starter has them. */
const isAbandoned = ({ state, isSent, startedAt }: JobHead, now: Date): boolean =>
  state === 'running' && !isSent && now.getTime() - Date.parse(startedAt) > limits.bulk.handOverSeconds * 1000;

/** Jobs and their rows. Of each region the latest one of each lane is known, and while that runs no other of its lane begins. */
export const jobsStore = (db: DynamoDBDocumentClient, tables: JobTables) => {
  const { jobs: table, audit } = tables;
  const jobItems = jobsTable(db, table);
  const { read, write } = jobItems;

  const get = async (region: RegionId, id: string, now: Date): Promise<JobHead | undefined> => {
    const item = await read(keyOf(region, id));
    const found = item && jobHead.parse(item);
    return found && found.expiresAt * 1000 > now.getTime() ? found : undefined;
  };

  /** Ends a running job, unless something has changed its state meanwhile. */
  const end = async (job: JobHead, by: string, now: Date, stopReason?: StopReason): Promise<void> => {
    const isUnsent = stopReason === 'notBegun';
    await write([
      {
        Update: updateItem(
          table,
          keyOf(job.region, job.id),
          `SET #state = :stopped, updatedAt = :now${stopReason ? ', stopReason = :reason' : ''}`,
          {
            stopped: 'stopped',
            running: 'running',
            now: now.toISOString(),
            reason: stopReason,
            ...(isUnsent && { no: false }),
          },
          `#state = :running${isUnsent ? ' AND isSent = :no' : ''}`,
        ),
      },
      jobEvent(audit, { ...job, stopReason }, 'jobStopped', by, now),
    ]);
  };

  /** Returns a job as it is from now on: the first to look at an abandoned one stops it. */
  const find = async (region: RegionId, id: string, now: Date): Promise<JobHead | undefined> => {
    const job = await get(region, id, now);
    if (!job || !isAbandoned(job, now)) return job;
    await end(job, 'portal', now, 'notBegun');
    return get(region, id, now);
  };

  const latestId = async (region: RegionId, lane: (typeof lanes)[number]) => {
    const item = await read(keyOf(region, lane));
    return item && z.object({ id: z.string() }).parse(item).id;
  };

  const latestOf = async (region: RegionId, now: Date): Promise<JobHead[]> => {
    const ids = await Promise.all(lanes.map((lane) => latestId(region, lane)));
    const found = await Promise.all(ids.map((id) => (id === undefined ? undefined : find(region, id, now))));
    return found.flatMap((job) => job ?? []).toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  };

  return {
    ...jobRows(db, tables, jobItems),

    /** Returns a job as it is stored, for a worker: what the queue has handed out is not abandoned. */
    get,

    find,

    /** Returns the latest job of each lane, the newer one first. */
    latest: latestOf,

    /** Returns the import that was started last, running or over, or undefined. */
    latestImport: async (region: RegionId, now: Date): Promise<JobHead | undefined> => {
      let [job] = await latestOf(region, now);
      while (job && job.kind !== 'import')
        job = job.previous === undefined ? undefined : await find(region, job.previous, now);
      return job;
    },

    running: async (now: Date): Promise<JobHead[]> =>
      (await Promise.all(regionIds.map((region) => latestOf(region, now))))
        .flat()
        .filter(({ state }) => state === 'running'),

    /** Writes a new job down, or answers the one of this id that is there already. Throws JobRunning while another one of its lane runs. */
    begin: async (started: JobHead, now: Date): Promise<JobHead> => {
      const { region, id } = started;
      for (let attempt = 1; attempt <= tries; attempt += 1) {
        const known = await find(region, id, now);
        if (known) return known;
        const latest = await latestId(region, laneOf(started));
        const [previous] = await latestOf(region, now);
        if (latest !== undefined && (await find(region, latest, now))?.state === 'running')
          throw new AppError('JobRunning');
        const failed = await write([
          {
            Put: {
              TableName: table,
              Item: { ...keyOf(region, id), ...started, ...(previous && { previous: previous.id }) },
              ConditionExpression: 'attribute_not_exists(#job)',
              ExpressionAttributeNames: { '#job': 'job' },
            },
          },
          {
            Put: {
              TableName: table,
              Item: { ...keyOf(region, laneOf(started)), id },
              // A job that doesn't run never runs again: it is enough that no other has begun since.
              ...(latest === undefined
                ? { ConditionExpression: 'attribute_not_exists(#id)' }
                : { ConditionExpression: '#id = :latest', ExpressionAttributeValues: { ':latest': latest } }),
              ExpressionAttributeNames: { '#id': 'id' },
            },
          },
          ...(started.total > 0 ? [jobEvent(audit, started, 'jobStarted', started.by, now)] : []),
        ]);
        if (failed.length === 0) return started;
      }
      throw new AppError('ServiceUnavailable');
    },

    /** Notes that the queue has the job; false where the job is over already, and none of its rows may begin. */
    noteSent: async ({ region, id }: JobHead): Promise<boolean> => {
      const values = { yes: true, running: 'running' };
      const update = updateItem(table, keyOf(region, id), 'SET isSent = :yes', values, '#state = :running');
      return conditionHeld(db.send(new UpdateCommand(update)));
    },

    /** No further row begins, and another job may. A job that is over stays as it is. */
    stop: async (region: RegionId, id: string, by: string, now: Date, stopReason?: StopReason): Promise<void> => {
      const job = await find(region, id, now);
      if (job?.state === 'running') await end(job, by, now, stopReason);
    },
  };
};

export type JobsStore = ReturnType<typeof jobsStore>;

const mostMessages = 10;

/** How often messages that SQS has refused are sent before the start is broken off. */
const sendTries = 3;

type SentJob = Pick<JobHead, 'region' | 'id' | 'action'>;
type QueueUrls = { readonly jobs: string; readonly revocations: string };

/** The queues of jobs: what takes rights away has one of its own, so that it waits for no import. */
export const jobsQueue = (sqs: SQSClient, urls: QueueUrls) => {
  const sendBatch = async (url: string, bodies: readonly string[], DelaySeconds: number) => {
    let left = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, DelaySeconds }));
    for (let attempt = 0; attempt < sendTries && left.length > 0; attempt += 1) {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: left }));
      left = left.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
    }
    if (left.length > 0) throw new AppError('ServiceUnavailable');
  };
  return {
    /** Sends rows of a job, a slice each; they are handed out after so many seconds, up to 900. */
    send: async (job: SentJob, slices: readonly Slice['rows'][], delaySeconds = 0): Promise<void> => {
      const url = takesAway(job) ? urls.revocations : urls.jobs;
      const bodies = slices.map((rows) => JSON.stringify({ region: job.region, id: job.id, rows } satisfies Slice));
      for (const batch of chunksOf(bodies, mostMessages)) await sendBatch(url, batch, delaySeconds);
    },
  };
};

export type JobsQueue = ReturnType<typeof jobsQueue>;
