import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf, mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { expressions, updateItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { FailedRow, Job } from '#shared/jobs/job.ts';
import { failedRow } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Ending, JobHead, JobRow, JobsTable, JobTables, Lease, LeasedRow, Subject } from './jobs-table.ts';
import { jobEvent, jobHead, jobRow, keyOf, rowKey, subject, tries } from './jobs-table.ts';

/** Rows that DynamoDB writes in one transaction, and such writes at once. */
const most = { rows: 100, writes: 4 };

export const jobRows = (db: DynamoDBDocumentClient, { jobs: table, audit }: JobTables, { read, write }: JobsTable) => ({
  /** Those that are there already stay as they are. */
  addRows: async ({ region, id, expiresAt }: JobHead, rows: readonly Subject[]): Promise<void> => {
    await mapConcurrently(most.writes, chunksOf(rows, most.rows), (chunk) =>
      // The chunks of one start are the same each time: a row that is there has its whole chunk beside it.
      write(
        chunk.map((row) => ({
          Put: {
            TableName: table,
            Item: { ...keyOf(region, id, rowKey(row.number)), ...row, state: 'pending', expiresAt },
            ...expressions({ ConditionExpression: 'attribute_not_exists(#row)' }),
          },
        })),
      ),
    );
  },

  /** Takes hold of a row, unless it is finished, somebody else has it, or the job had ended before it was begun. */
  lease: async (of: JobHead, number: number, now: Date, until: Date): Promise<Lease> => {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const item = await read(keyOf(of.region, of.id, rowKey(number)));
      if (!item) return { state: 'finished' };
      const seen: JobRow = jobRow.parse(item);
      if (seen.state !== 'pending' && seen.state !== 'started') return { state: 'finished' };
      const { leaseUntil } = seen;
      if (leaseUntil !== undefined && leaseUntil > now.toISOString())
        return { state: 'busy', until: new Date(leaseUntil) };
      const startedAt = seen.startedAt ?? now.toISOString();
      const mayBegin = {
        ConditionCheck: {
          TableName: table,
          Key: keyOf(of.region, of.id),
          ...expressions({ ConditionExpression: '#state = :running' }, { running: 'running' }),
        },
      };
      const failed = await write([
        {
          Update: updateItem(
            table,
            keyOf(of.region, of.id, rowKey(number)),
            'SET #state = :started, startedAt = :startedAt, leaseUntil = :until',
            { started: 'started', startedAt, until: until.toISOString(), seen: seen.state, lease: leaseUntil },
            leaseUntil === undefined ? '#state = :seen' : '#state = :seen AND leaseUntil = :lease',
          ),
        },
        ...(seen.startedAt === undefined ? [mayBegin] : []),
      ]);
      if (failed.includes(1)) return { state: 'finished' };
      if (failed.length > 0) continue;
      const row = {
        ...subject.parse(seen),
        since: new Date(startedAt),
        leaseUntil: until.toISOString(),
        isRepeated: seen.startedAt !== undefined,
      };
      return { state: 'leased', row };
    }
    throw new AppError('ServiceUnavailable');
  },

  /** Returns those of these rows that a worker has begun and not finished. */
  begunRows: async ({ region, id }: JobHead, numbers: readonly number[]): Promise<number[]> => {
    const { job } = keyOf(region, id);
    const first = rowKey(Math.min(...numbers));
    const last = rowKey(Math.max(...numbers));
    const begun = expressions(
      {
        KeyConditionExpression: '#job = :job AND #row BETWEEN :first AND :last',
        FilterExpression: '#state = :started',
      },
      { job, first, last, started: 'started' },
    );
    const found = new Set<number>();
    const pages = paginateQuery({ client: db }, { TableName: table, ConsistentRead: true, ...begun });
    for await (const { Items = [] } of pages) for (const item of Items) found.add(jobRow.parse(item).number);
    return numbers.filter((number) => found.has(number));
  },

  /** Lets go of a row that isn't done, so that whoever gets its slice next can begin at once. */
  release: async (of: JobHead, { number, leaseUntil }: LeasedRow, now: Date): Promise<void> => {
    const key = keyOf(of.region, of.id, rowKey(number));
    const values = { now: now.toISOString(), leaseUntil };
    const update = updateItem(table, key, 'SET leaseUntil = :now', values, 'leaseUntil = :leaseUntil');
    await conditionHeld(db.send(new UpdateCommand(update)));
  },

  /** Writes how a row ended and counts it, both or neither; the last one ends the job. Left to whoever has its lease. */
  finish: async (of: JobHead, row: LeasedRow, { outcome, reason, subject: known }: Ending, now: Date) => {
    const ending = { state: outcome, ...known, reason };
    const names = Object.entries(ending).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const rowUpdate = {
      Update: updateItem(
        table,
        keyOf(of.region, of.id, rowKey(row.number)),
        `SET ${names.map((name) => `#${name} = :${name}`).join(', ')} REMOVE leaseUntil`,
        { ...ending, started: 'started', lease: row.leaseUntil },
        '#state = :started AND leaseUntil = :lease',
      ),
    };
    const count = (condition: string, values: Record<string, unknown>, state?: Job['state']) => ({
      Update: updateItem(
        table,
        keyOf(of.region, of.id),
        `SET #left = #left - :one, outcomes.#${outcome} = outcomes.#${outcome} + :one, updatedAt = :now${state ? ', #state = :state' : ''}`,
        { one: 1, now: now.toISOString(), ...values, state },
        condition,
      ),
    });
    // Of the last row nothing else is counted any more: what the head says, and this one, is what the job came to.
    const ended = async () => {
      const head = jobHead.parse(await read(keyOf(of.region, of.id)));
      const outcomes = { ...head.outcomes, [outcome]: head.outcomes[outcome] + 1 };
      return jobEvent(audit, { ...head, outcomes }, 'jobEnded', of.by, now);
    };
    const counts = [
      async () => [count('#left > :one', {})],
      async () => [count('#left = :one AND #state = :running', { running: 'running' }, 'done'), await ended()],
      async () => [count('#left = :one AND #state <> :running', { running: 'running' })],
    ];
    for (const counted of counts) {
      const failed = await write([rowUpdate, ...(await counted())]);
      if (!failed.includes(1)) return;
    }
    throw new AppError('ServiceUnavailable');
  },

  failedRows: async (region: RegionId, id: string): Promise<FailedRow[]> => {
    const found: FailedRow[] = [];
    const ofFailed = expressions(
      { KeyConditionExpression: '#job = :job AND begins_with(#row, :row)', FilterExpression: '#state = :failed' },
      { job: keyOf(region, id).job, row: 'row#', failed: 'failed' },
    );
    for await (const { Items = [] } of paginateQuery({ client: db }, { TableName: table, ...ofFailed }))
      found.push(...Items.map((item) => failedRow.parse({ ...item, row: item['number'] })));
    return found;
  },
});
