import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { splitIntoChunks, mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { buildDiffUpdate, buildExpressions, buildUpdate } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { FailedRow } from '#shared/jobs/job.ts';
import { failedRow } from '#shared/jobs/job.ts';
import type {
  RowResult,
  JobHead,
  JobRow,
  JobsTable,
  JobTables,
  LeaseResult,
  LeasedRow,
  Subject,
} from './jobs-table.ts';
import { buildJobEvent, jobHead, jobRow, toItemKey, toRowKey, subject, maxAttempts } from './jobs-table.ts';

/** Rows per transaction (DynamoDB's limit) and concurrent transactions. */
const batchLimits = { rows: 100, writes: 4 };

/** Operations on the rows of jobs. */
export type JobRows = {
  /** Adds the rows of a job; existing rows stay unchanged. */
  readonly addRows: (job: JobHead, rows: readonly Subject[]) => Promise<void>;
  /** Leases a row, unless it is finished, leased by another worker, or not yet started when the job ended. */
  readonly lease: (job: JobHead, number: number, now: Date, until: Date) => Promise<LeaseResult>;
  /** Returns the numbers of those rows that a worker has started but not finished. */
  readonly findStartedRows: (job: JobHead, numbers: readonly number[]) => Promise<number[]>;
  /** Ends the lease of an unfinished row, so that the next worker of its slice can start at once. */
  readonly release: (job: JobHead, row: LeasedRow, now: Date) => Promise<void>;
  /** Writes and counts a row's result in one transaction; the last row ends the job. Does nothing if another worker has the lease. */
  readonly finish: (job: JobHead, row: LeasedRow, result: RowResult, now: Date) => Promise<void>;
  /** Returns the rows of a job that have failed so far. */
  readonly listFailedRows: (region: RegionId, id: string) => Promise<FailedRow[]>;
};

export const createJobRows = (
  db: DynamoDBDocumentClient,
  { jobs: table, audit }: JobTables,
  { read, write }: JobsTable,
): JobRows => ({
  addRows: async ({ region, id, expiresAt }: JobHead, rows: readonly Subject[]): Promise<void> => {
    await mapConcurrently(batchLimits.writes, splitIntoChunks(rows, batchLimits.rows), (chunk) =>
      // A repeated start has the same chunks, so if one row exists, its whole chunk does, and the failed write can be ignored.
      write(
        chunk.map((row) => ({
          Put: {
            TableName: table,
            Item: { ...toItemKey(region, id, toRowKey(row.number)), ...row, state: 'pending', expiresAt },
            ...buildExpressions({ ConditionExpression: 'attribute_not_exists(#row)' }),
          },
        })),
      ),
    );
  },

  lease: async (job: JobHead, number: number, now: Date, until: Date): Promise<LeaseResult> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const item = await read(toItemKey(job.region, job.id, toRowKey(number)));
      if (!item) return { state: 'finished' };
      const storedRow: JobRow = jobRow.parse(item);
      if (storedRow.state !== 'pending' && storedRow.state !== 'started') return { state: 'finished' };
      const { leaseUntil } = storedRow;
      if (leaseUntil !== undefined && leaseUntil > now.toISOString())
        return { state: 'busy', until: new Date(leaseUntil) };
      const startedAt = storedRow.startedAt ?? now.toISOString();
      const jobRunsCheck = {
        ConditionCheck: {
          TableName: table,
          Key: toItemKey(job.region, job.id),
          ...buildExpressions({ ConditionExpression: '#state = :running' }, { running: 'running' }),
        },
      };
      const failedItems = await write([
        {
          Update: buildUpdate(
            table,
            toItemKey(job.region, job.id, toRowKey(number)),
            'SET #state = :started, startedAt = :startedAt, leaseUntil = :until',
            { started: 'started', startedAt, until: until.toISOString(), seen: storedRow.state, lease: leaseUntil },
            leaseUntil === undefined ? '#state = :seen' : '#state = :seen AND leaseUntil = :lease',
          ),
        },
        ...(storedRow.startedAt === undefined ? [jobRunsCheck] : []),
      ]);
      const jobRunsCheckIndex = 1;
      if (failedItems.includes(jobRunsCheckIndex)) return { state: 'finished' };
      if (failedItems.length > 0) continue;
      const row = {
        ...subject.parse(storedRow),
        since: new Date(startedAt),
        leaseUntil: until.toISOString(),
        isRepeated: storedRow.startedAt !== undefined,
      };
      return { state: 'leased', row };
    }
    throw new AppError('ServiceUnavailable');
  },

  findStartedRows: async ({ region, id }: JobHead, numbers: readonly number[]): Promise<number[]> => {
    const { job } = toItemKey(region, id);
    const first = toRowKey(Math.min(...numbers));
    const last = toRowKey(Math.max(...numbers));
    const startedRows = buildExpressions(
      {
        KeyConditionExpression: '#job = :job AND #row BETWEEN :first AND :last',
        FilterExpression: '#state = :started',
      },
      { job, first, last, started: 'started' },
    );
    const startedNumbers = new Set<number>();
    const pages = paginateQuery({ client: db }, { TableName: table, ConsistentRead: true, ...startedRows });
    for await (const { Items = [] } of pages) for (const item of Items) startedNumbers.add(jobRow.parse(item).number);
    return numbers.filter((number) => startedNumbers.has(number));
  },

  release: async (job: JobHead, { number, leaseUntil }: LeasedRow, now: Date): Promise<void> => {
    const key = toItemKey(job.region, job.id, toRowKey(number));
    const values = { now: now.toISOString(), leaseUntil };
    const update = buildUpdate(table, key, 'SET leaseUntil = :now', values, 'leaseUntil = :leaseUntil');
    await wasApplied(db.send(new UpdateCommand(update)));
  },

  finish: async (job: JobHead, row: LeasedRow, { outcome, reason, subject: foundSubject }: RowResult, now: Date) => {
    const { email, storeId, storeName, roles, leaseUntil } = row;
    const leasedRow = { email, storeId, storeName, roles, leaseUntil, state: 'started' };
    const finishedRow = { ...leasedRow, ...foundSubject, leaseUntil: undefined, state: outcome, reason };
    const rowUpdate = {
      Update: {
        TableName: table,
        Key: toItemKey(job.region, job.id, toRowKey(row.number)),
        ...buildDiffUpdate(leasedRow, finishedRow, '#state = :started AND leaseUntil = :lease', {
          started: 'started',
          lease: leaseUntil,
        }),
      },
    };
    const headKey = toItemKey(job.region, job.id);
    const countOutcome = `SET #left = #left - :one, outcomes.#${outcome} = outcomes.#${outcome} + :one, updatedAt = :now`;
    const countValues = { one: 1, now: now.toISOString() };
    const countRow = { Update: buildUpdate(table, headKey, countOutcome, countValues, '#left > :one') };
    const countLastRow = {
      Update: buildUpdate(
        table,
        headKey,
        `${countOutcome}, #state = :done`,
        { ...countValues, running: 'running', done: 'done' },
        '#left = :one AND #state = :running',
      ),
    };
    const countLastRowOfStoppedJob = {
      Update: buildUpdate(
        table,
        headKey,
        countOutcome,
        { ...countValues, running: 'running' },
        '#left = :one AND #state <> :running',
      ),
    };
    // No other row is left to count, so the final totals are the head's plus this outcome.
    const createEndEvent = async () => {
      const head = jobHead.parse(await read(toItemKey(job.region, job.id)));
      const outcomes = { ...head.outcomes, [outcome]: head.outcomes[outcome] + 1 };
      return buildJobEvent(audit, { ...head, outcomes }, 'jobEnded', job.by, now);
    };
    /** Returns false if the condition of the count did not hold. A lost lease counts as finished: its new worker writes the result. */
    const tryToFinish = async (count: TransactItem, ...events: readonly TransactItem[]) => {
      const failedItems = await write([rowUpdate, count, ...events]);
      const countIndex = 1;
      return !failedItems.includes(countIndex);
    };

    const hasRowsLeft = await tryToFinish(countRow);
    if (hasRowsLeft) return;
    const hasEndedJob = await tryToFinish(countLastRow, await createEndEvent());
    if (hasEndedJob) return;
    const wasJobStopped = await tryToFinish(countLastRowOfStoppedJob);
    if (wasJobStopped) return;
    throw new AppError('ServiceUnavailable');
  },

  listFailedRows: async (region: RegionId, id: string): Promise<FailedRow[]> => {
    const failedRows: FailedRow[] = [];
    const failedRowsQuery = buildExpressions(
      { KeyConditionExpression: '#job = :job AND begins_with(#row, :row)', FilterExpression: '#state = :failed' },
      { job: toItemKey(region, id).job, row: 'row#', failed: 'failed' },
    );
    for await (const { Items = [] } of paginateQuery({ client: db }, { TableName: table, ...failedRowsQuery }))
      failedRows.push(...Items.map((item) => failedRow.parse({ ...item, row: item['number'] })));
    return failedRows;
  },
});
