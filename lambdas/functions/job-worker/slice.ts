import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { hasName, isTransient } from '#lambdas/lib/aws/errors.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import type { JobsQueue, JobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import type { RowResult, JobHead, LeasedRow, Slice } from '#lambdas/lib/jobs/jobs-table.ts';
import { isInRegion, findRoles } from '#lambdas/lib/users/user-row.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { AppError, isErrorCode } from '#shared/api/errors.ts';
import { limits } from '#shared/config/limits.ts';
import type { StopReason } from '#shared/jobs/job.ts';
import { isRevocationJob } from '#shared/jobs/job.ts';
import type { RowProcessor } from './row.ts';

export type SliceCollaborators = {
  readonly jobs: Pick<
    JobsStore,
    'get' | 'markSent' | 'listRunning' | 'findStartedRows' | 'lease' | 'release' | 'finish' | 'stop'
  >;
  readonly queue: JobsQueue;
  readonly users: Pick<UsersStore, 'get'>;
  readonly applyRow: RowProcessor;
  readonly configuredGroups: readonly string[];
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Waits until the rate limit allows the next row. */
  readonly waitForTurn: () => Promise<void>;
  readonly log: Log;
};

/** `remainingMs` returns the time until Lambda ends the invocation. `isLastDelivery` is true if the queue will not deliver the slice again. */
type InvocationBudget = { readonly remainingMs: () => number; readonly isLastDelivery: boolean };

/** Lease of a row: far longer than a row takes, but short enough to wait for within one invocation. */
const leaseMs = 25_000;

/** Maximum time that a row takes; no row starts with less time left. */
const maxRowMs = 15_000;

/** Retries of a row: the number of tries, and bounds of the random delays between them, which double with each try. */
const backoff = { tries: 6, baseMs: 250, maxMs: 4000 };

/** Returns true for errors that a retry may resolve: Cognito or DynamoDB throttles, or the user was changed concurrently. */
const isRetryable = (error: unknown): boolean =>
  isTransient(error) ||
  hasName(error, 'LimitExceededException') ||
  (error instanceof AppError && ['ServiceUnavailable', 'UserChanged'].includes(error.code));

/** Maps an error to the code of a failed row. Cognito errors keep their name if the portal has a text for it. */
const toReason = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  if (isTransient(error)) return 'ServiceUnavailable';
  if (!(error instanceof Error)) return 'InternalServerError';
  if (isErrorCode(error.name)) return error.name;
  return '$metadata' in error ? 'OtherAwsError' : 'InternalServerError';
};

/** Returns the reason to stop the job of a starter who no longer has the rights for it; undefined while they have them. */
const findStopReason = (starter: User | undefined, configuredGroups: readonly string[]): StopReason | undefined => {
  if (!starter) return 'starterDeleted';
  if (!starter.enabled) return 'starterDisabled';
  if (!isInRegion(starter, configuredGroups)) return 'starterOutside';
  return findRoles(starter, configuredGroups).includes('admin') ? undefined : 'starterDemoted';
};

/** A started job without progress for this long no longer has priority. */
const staleAfterMs = 60_000;

/** A job that has not started has priority until the queue has given up its slices: ten deliveries, six minutes (the visibility timeout) apart. */
const abandonedAfterMs = limits.bulk.maxSliceDeliveries * 6 * 60_000;

/** Returns true if `job` waits for `otherJob`: for a job of the same queue with less than a quarter of its rows left, or for a job that revokes rights, because both share Cognito's quota. */
const hasPriority = (otherJob: JobHead, job: JobHead, now: Date): boolean => {
  if (otherJob.id === job.id) return false;
  const sharesQueue = isRevocationJob(otherJob) === isRevocationJob(job);
  const isWaitingInQueue = sharesQueue && otherJob.left === otherJob.total;
  const idleMs = now.getTime() - Date.parse(otherJob.updatedAt);
  if (idleMs > (isWaitingInQueue ? abandonedAfterMs : staleAfterMs)) return false;
  return sharesQueue ? otherJob.left * 4 < job.left : isRevocationJob(otherJob);
};

/** Returns the estimated remaining time of the job with priority, at most 30 seconds. */
const toDelaySeconds = ({ left }: JobHead) => Math.min(Math.ceil(left / limits.bulk.rowsPerSecond), 30);

/** Processes a slice and resolves to true when its rows are finished; otherwise the queue redelivers it, and on the last delivery open rows fail. Rows are processed with the starter's current rights. */
export type SliceProcessor = (slice: Slice, budget: InvocationBudget) => Promise<boolean>;

export const createSliceProcessor = (collaborators: SliceCollaborators): SliceProcessor => {
  const { jobs, queue, users, applyRow, configuredGroups, now, wait, random, waitForTurn, log } = collaborators;

  /** Returns true if the starter still has the rights for the job, else stops it. */
  const checkStarter = async ({ region, id, bySub }: JobHead): Promise<boolean> => {
    const reason = findStopReason(await users.get(region, bySub), configuredGroups);
    if (reason) await jobs.stop(region, id, 'portal', now(), reason);
    return reason === undefined;
  };

  const processLeasedRow = async (
    job: JobHead,
    row: LeasedRow,
    isStarterAllowed: boolean,
  ): Promise<RowResult | { readonly error: unknown }> => {
    let foundSubject: RowResult['subject'];
    let canGrant = isStarterAllowed;
    for (let tries = 1; ; tries += 1) {
      try {
        const currentRow = tries === 1 ? row : { ...row, isRepeated: true };
        const result = await applyRow(job, currentRow, canGrant, (user) => {
          const { email, storeId, storeName } = user;
          foundSubject = { email, storeId, storeName, roles: findRoles(user, configuredGroups) };
        });
        return { ...result, ...(foundSubject && { subject: foundSubject }) };
      } catch (error) {
        const couldGrant = canGrant;
        canGrant = await checkStarter(job);
        // The starter lost the rights during the row: the next attempt settles the changes made so far.
        if (couldGrant && !canGrant) continue;
        const delayMs = random() * Math.min(backoff.maxMs, backoff.baseMs * 2 ** tries);
        const hasTime = now().getTime() + delayMs + maxRowMs < Date.parse(row.leaseUntil);
        if (isRetryable(error) && tries < backoff.tries && hasTime) {
          await wait(delayMs);
          continue;
        }
        if (isRetryable(error)) return { error };
        const reason = toReason(error);
        if (!(error instanceof AppError))
          log('error', 'row failed', { requestId: `${job.id}#${row.number}`, code: reason, error: errorFields(error) });
        return { outcome: 'failed', reason, ...(foundSubject && { subject: foundSubject }) };
      }
    }
  };

  /** Processes a row. Returns true when it is finished, false when it must be retried, or the end of another worker's lease. */
  const processRow = async (job: JobHead, number: number, budget: InvocationBudget): Promise<boolean | Date> => {
    if (job.state === 'running') await waitForTurn();
    const isStarterAllowed = await checkStarter(job);
    const startedAt = now();
    const lease = await jobs.lease(job, number, startedAt, new Date(startedAt.getTime() + leaseMs));
    if (lease.state === 'finished') return true;
    if (lease.state === 'busy') return lease.until;
    const hasTime = budget.remainingMs() > maxRowMs;
    const result = hasTime
      ? await processLeasedRow(job, lease.row, isStarterAllowed)
      : { error: new AppError('ServiceUnavailable') };
    if ('outcome' in result) await jobs.finish(job, lease.row, result, now());
    else if (budget.isLastDelivery)
      await jobs.finish(job, lease.row, { outcome: 'failed', reason: toReason(result.error) }, now());
    else {
      log('warn', 'row given back', { requestId: `${job.id}#${number}`, error: errorFields(result.error) });
      await jobs.release(job, lease.row, now());
      return false;
    }
    return true;
  };

  return async (slice, budget) => {
    const { region, id, rows } = slice;
    const job = await jobs.get(region, id, now());
    if (!job || job.state === 'done') return true;
    // The start may have been interrupted after sending the job and before marking it as sent.
    if (job.state === 'running' && !job.isSent && !(await jobs.markSent(job))) return true;
    if (rows.length > limits.bulk.sliceRows) {
      if (job.state === 'running') await queue.send(job, splitIntoChunks(rows, limits.bulk.sliceRows));
      return true;
    }
    const priorityJob =
      job.state === 'running' && (await jobs.listRunning(now())).find((otherJob) => hasPriority(otherJob, job, now()));
    if (priorityJob) {
      await queue.send(job, [rows], toDelaySeconds(priorityJob));
      return true;
    }
    // For an ended job only the started rows are settled.
    let openRows = job.state === 'running' ? rows : await jobs.findStartedRows(job, rows);
    while (openRows.length > 0) {
      const busyRows: { number: number; until: Date }[] = [];
      for (const number of openRows) {
        if (!budget.isLastDelivery && budget.remainingMs() <= maxRowMs) return false;
        const result = await processRow(job, number, budget);
        if (result === false) return false;
        if (result instanceof Date) busyRows.push({ number, until: result });
      }
      openRows = busyRows.map(({ number }) => number);
      if (openRows.length === 0) break;
      // The worker with the lease may have been killed; any worker may take over when the lease ends.
      const delayMs = Math.max(...busyRows.map(({ until }) => until.getTime())) - now().getTime() + 1;
      if (delayMs + maxRowMs > budget.remainingMs()) return false;
      await wait(Math.max(delayMs, 0));
    }
    return true;
  };
};
