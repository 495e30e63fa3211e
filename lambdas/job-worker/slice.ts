import { chunksOf } from '#lambdas/aws/concurrency.ts';
import { hasName, isTransient } from '#lambdas/aws/errors.ts';
import type { Ending, JobHead, LeasedRow, Slice } from '#lambdas/bulk/jobs-table.ts';
import type { JobsQueue, JobsStore } from '#lambdas/bulk/jobs.ts';
import { isInRegion, rolesOf } from '#lambdas/directory/user-row.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError, isErrorCode } from '#shared/errors.ts';
import type { StopReason } from '#shared/jobs/job.ts';
import { takesAway } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { RowWork } from './row.ts';

export type SliceCollaborators = {
  readonly jobs: Pick<
    JobsStore,
    'get' | 'noteSent' | 'running' | 'begunRows' | 'lease' | 'release' | 'finish' | 'stop'
  >;
  readonly queue: JobsQueue;
  readonly users: Pick<UsersStore, 'get'>;
  readonly doRow: RowWork;
  readonly configuredGroups: readonly string[];
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<unknown>;
  /** From 0, below 1. */
  readonly random: () => number;
  readonly pace: () => Promise<void>;
  readonly log: Log;
};

type Turn = { readonly remainingMs: () => number; readonly isLast: boolean };

/** How long a row is nobody else's. Far longer than one takes, and short enough to wait for within a function's time. */
const leaseMs = 25_000;

/** A row isn't begun with less time left than it may take. */
const rowMs = 15_000;

const backoff = { tries: 6, firstMs: 250, mostMs: 4000 };

/** May be over in a moment: Cognito or DynamoDB is busy, or somebody else has changed the user at the same time. */
const mayPass = (error: unknown): boolean =>
  isTransient(error) ||
  hasName(error, 'LimitExceededException') ||
  (error instanceof AppError && ['ServiceUnavailable', 'UserChanged'].includes(error.code));

/** Of Cognito's own errors those stay that the portal has words for. */
const reasonOf = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  if (isTransient(error)) return 'ServiceUnavailable';
  if (!(error instanceof Error)) return 'InternalServerError';
  if (isErrorCode(error.name)) return error.name;
  return '$metadata' in error ? 'OtherAwsError' : 'InternalServerError';
};

const whyNoLonger = (starter: User | undefined, configuredGroups: readonly string[]): StopReason | undefined => {
  if (!starter) return 'starterDeleted';
  if (!starter.enabled) return 'starterDisabled';
  if (!isInRegion(starter, configuredGroups)) return 'starterOutside';
  return rolesOf(starter, configuredGroups).includes('admin') ? undefined : 'starterDemoted';
};

/** A job that has begun and then stands still for so long keeps nobody waiting. */
const standsAfterMs = 60_000;

/** A job that has not begun keeps its turn until the queue has given its slices up: ten tries, six minutes apart. */
const givenUpAfterMs = limits.bulk.sliceTries * 6 * 60_000;

/** True if a job gives way: in its own queue to one that is far smaller; otherwise to one that takes rights away, which needs Cognito's quota. */
const goesFirst = (other: JobHead, job: JobHead, now: Date): boolean => {
  if (other.id === job.id) return false;
  const sharesQueue = takesAway(other) === takesAway(job);
  const waitsForTurn = sharesQueue && other.left === other.total;
  const stoodMs = now.getTime() - Date.parse(other.updatedAt);
  if (stoodMs > (waitsForTurn ? givenUpAfterMs : standsAfterMs)) return false;
  return sharesQueue ? other.left * 4 < job.left : takesAway(other);
};

/** As long as the job before it takes, if that isn't long. */
const waitSeconds = ({ left }: JobHead) => Math.min(Math.ceil(left / limits.bulk.rowsPerSecond), 30);

/** Answers whether the rows are over with; else the queue has them again, the last time as failed. The starter's rights count. */
export const sliceWork = (collaborators: SliceCollaborators) => {
  const { jobs, queue, users, doRow, configuredGroups, now, wait, random, pace, log } = collaborators;

  const mayStill = async ({ region, id, bySub }: JobHead): Promise<boolean> => {
    const reason = whyNoLonger(await users.get(region, bySub), configuredGroups);
    if (reason) await jobs.stop(region, id, 'portal', now(), reason);
    return reason === undefined;
  };

  const attempt = async (job: JobHead, row: LeasedRow, may: boolean): Promise<Ending | { readonly error: unknown }> => {
    let about: Ending['subject'];
    let mayGive = may;
    for (let tries = 1; ; tries += 1) {
      try {
        const again = tries === 1 ? row : { ...row, isRepeated: true };
        const ending = await doRow(job, again, mayGive, (user) => {
          const { email, storeId, storeName } = user;
          about = { email, storeId, storeName, roles: rolesOf(user, configuredGroups) };
        });
        return { ...ending, ...(about && { subject: about }) };
      } catch (error) {
        const might = mayGive;
        mayGive = await mayStill(job);
        // Lost in the middle of the row: what it has begun is settled.
        if (might && !mayGive) continue;
        const rest = random() * Math.min(backoff.mostMs, backoff.firstMs * 2 ** tries);
        const isTime = now().getTime() + rest + rowMs < Date.parse(row.leaseUntil);
        if (mayPass(error) && tries < backoff.tries && isTime) {
          await wait(rest);
          continue;
        }
        if (mayPass(error)) return { error };
        const reason = reasonOf(error);
        if (!(error instanceof AppError))
          log('error', 'row failed', { requestId: `${job.id}#${row.number}`, code: reason, error: errorFields(error) });
        return { outcome: 'failed', reason, ...(about && { subject: about }) };
      }
    }
  };

  /** Whether a row is over with; or until when somebody else has it. */
  const doOne = async (job: JobHead, number: number, turn: Turn): Promise<boolean | Date> => {
    if (job.state === 'running') await pace();
    const may = await mayStill(job);
    const at = now();
    const lease = await jobs.lease(job, number, at, new Date(at.getTime() + leaseMs));
    if (lease.state === 'finished') return true;
    if (lease.state === 'busy') return lease.until;
    const hasTime = turn.remainingMs() > rowMs;
    const ending = hasTime ? await attempt(job, lease.row, may) : { error: new AppError('ServiceUnavailable') };
    if ('outcome' in ending) await jobs.finish(job, lease.row, ending, now());
    else if (turn.isLast)
      await jobs.finish(job, lease.row, { outcome: 'failed', reason: reasonOf(ending.error) }, now());
    else {
      log('warn', 'row given back', { requestId: `${job.id}#${number}`, error: errorFields(ending.error) });
      await jobs.release(job, lease.row, now());
      return false;
    }
    return true;
  };

  return async (slice: Slice, turn: Turn): Promise<boolean> => {
    const { region, id, rows } = slice;
    const job = await jobs.get(region, id, now());
    if (!job || job.state === 'done') return true;
    // The start may have broken off after it reached the queue, and before it could note that.
    if (job.state === 'running' && !job.isSent && !(await jobs.noteSent(job))) return true;
    if (rows.length > limits.bulk.sliceRows) {
      if (job.state === 'running') await queue.send(job, chunksOf(rows, limits.bulk.sliceRows));
      return true;
    }
    const first = job.state === 'running' && (await jobs.running(now())).find((other) => goesFirst(other, job, now()));
    if (first) {
      await queue.send(job, [rows], waitSeconds(first));
      return true;
    }
    // A job that is over has only its begun rows settled.
    let left = job.state === 'running' ? rows : await jobs.begunRows(job, rows);
    while (left.length > 0) {
      const busy: { number: number; until: Date }[] = [];
      for (const number of left) {
        if (!turn.isLast && turn.remainingMs() <= rowMs) return false;
        const done = await doOne(job, number, turn);
        if (done === false) return false;
        if (done instanceof Date) busy.push({ number, until: done });
      }
      left = busy.map(({ number }) => number);
      if (left.length === 0) break;
      // The worker that leases them may have been killed: once the lease is over, any worker may take them.
      const rest = Math.max(...busy.map(({ until }) => until.getTime())) - now().getTime() + 1;
      if (rest + rowMs > turn.remainingMs()) return false;
      await wait(Math.max(rest, 0));
    }
    return true;
  };
};

export type SliceWork = ReturnType<typeof sliceWork>;
