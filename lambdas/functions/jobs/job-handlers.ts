import { createHash } from 'node:crypto';
import type { RemainingForDay } from '#lambdas/lib/http/daily-limits.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { ImportDrafts } from '#lambdas/lib/jobs/import-drafts.ts';
import type { JobQuota } from '#lambdas/lib/jobs/job-quota.ts';
import type { JobsQueue, JobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import type { JobHead, Subject } from '#lambdas/lib/jobs/jobs-table.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { jobs as jobRoutes } from '#shared/api/routes/jobs.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Job } from '#shared/jobs/job.ts';
import { isRevocationJob } from '#shared/jobs/job.ts';
import type { Role } from '#shared/users/groups.ts';
import { findAvailableRoles } from '#shared/users/user.ts';
import type { CountStartedRows, ExpiredInvitations, ImportedUsers } from './job-queries-store.ts';

export type JobsCollaborators = {
  readonly jobs: JobsStore;
  readonly queue: JobsQueue;
  readonly drafts: Pick<ImportDrafts, 'find'>;
  readonly invitations: ExpiredInvitations;
  readonly importedUsers: ImportedUsers;
  readonly countStartedRows: CountStartedRows;
  readonly countAdmins: UsersStore['countAdmins'];
  readonly quota: JobQuota;
  readonly readRemainingForDay: RemainingForDay;
  readonly settings: Readonly<Record<RegionId, { readonly returnsAvailable: boolean }>>;
};

type JobRequest = Pick<JobHead, 'region' | 'id' | 'kind'> &
  Partial<Pick<JobHead, 'action' | 'role' | 'updateExisting' | 'undoes'>>;
type StartContext = {
  readonly now: Date;
  readonly site: string;
  readonly caller: { readonly email: string; readonly sub: string };
};

const daySeconds = 24 * 3600;

const buildJobHead = (request: JobRequest, rows: readonly Subject[], { now, site, caller }: StartContext): JobHead => ({
  updateExisting: false,
  ...request,
  state: rows.length === 0 ? 'done' : 'running',
  total: rows.length,
  left: rows.length,
  outcomes: { invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0 },
  admins:
    request.role === 'admin' && request.action === 'addToGroup'
      ? rows.length
      : rows.filter(({ roles }) => roles.includes('admin')).length,
  by: caller.email,
  bySub: caller.sub,
  site,
  startedAt: now.toISOString(),
  updatedAt: now.toISOString(),
  digest: createHash('sha256')
    .update(JSON.stringify([request, rows]))
    .digest('hex'),
  isSent: rows.length === 0,
  expiresAt: Math.floor(now.getTime() / 1000) + limits.jobDays * daySeconds,
});

/** Time after the end of a job during which the audit index may still lack some of its events. */
const auditIndexDelayMs = 60_000;

const sendsEmails = ({ action }: JobHead) =>
  action !== 'enable' && action !== 'disable' && action !== 'removeFromGroup';

export const createJobHandlers = (collaborators: JobsCollaborators): Handlers<typeof jobRoutes> => {
  const {
    jobs,
    queue,
    drafts,
    invitations,
    importedUsers,
    settings,
    countStartedRows,
    countAdmins,
    quota,
    readRemainingForDay,
  } = collaborators;
  const findJob = async (region: RegionId, id: string, now: Date): Promise<Job> => {
    const job = await jobs.find(region, id, now);
    if (!job) throw new AppError('NotFound');
    return job;
  };

  /** Counts a job against its starter's daily limits, once per id, and stops it if a limit is exceeded. Throws LimitExceededException. */
  const countJob = async (job: JobHead, now: Date): Promise<void> => {
    const rows = job.total;
    // A job that may create admins is announced by one email to each admin.
    const announcements = job.admins > 0 ? await countAdmins(job.region) : 0;
    try {
      await quota.count(job, {
        ...(sendsEmails(job) && { emails: rows + announcements }),
        ...(isRevocationJob(job) ? { revokingRows: rows } : { grantingRows: rows }),
      });
    } catch (error) {
      // After an outage the job stays running, so that a repeated start can complete it.
      if (error instanceof AppError && error.code === 'LimitExceededException')
        await jobs.stop(job.region, job.id, job.by, now);
      throw error;
    }
  };

  /** Stops a job and refunds its starter the emails that no row will send. */
  const stop = async (region: RegionId, id: string, actorEmail: string, now: Date): Promise<void> => {
    await jobs.stop(region, id, actorEmail, now);
    const refund = async () => {
      const job = await jobs.find(region, id, now);
      if (job?.state !== 'stopped' || !sendsEmails(job)) return;
      await quota.refund(job, job.total - (await countStartedRows(job)));
    };
    // The job has stopped as requested; a missing refund does less harm than an error.
    await refund().catch(() => undefined);
  };

  const areRolesAvailable = (region: RegionId, roles: readonly Role[]): boolean =>
    roles.every((role) => findAvailableRoles(settings[region]).includes(role));

  /** Returns the region's running jobs, or else its last one. Refunds the emails of jobs that never reached the queue. */
  const readLatest = async (region: RegionId, now: Date): Promise<JobHead[]> => {
    const latestJobs = await jobs.findLatest(region, now);
    const unsentJobs = latestJobs.filter((job) => job.stopReason === 'notBegun' && sendsEmails(job));
    for (const job of unsentJobs) await quota.refund(job, job.total).catch(() => undefined);
    const runningJobs = latestJobs.filter(({ state }) => state === 'running');
    return runningJobs.length > 0 ? runningJobs : latestJobs.slice(0, 1);
  };

  /** Starts a job. Is idempotent, since a repeated start only completes what an interrupted one has left undone. */
  const start = async (request: JobRequest, rows: readonly Subject[], context: StartContext): Promise<Job> => {
    const head = buildJobHead(request, rows, context);
    // Refunds an earlier job that never reached the queue, before this job replaces it as the latest.
    await readLatest(request.region, context.now);
    const job = await jobs.begin(head, context.now);
    if (job.isSent || job.state !== 'running') return job;
    if (job.digest !== head.digest) {
      // The interrupted start was for other rows. No row has started, so the job is stopped to unblock the region.
      await stop(job.region, job.id, context.caller.email, context.now);
      return findJob(job.region, job.id, context.now);
    }
    // The job is counted only after it exists, so that a start rejected with JobRunning doesn't count.
    await countJob(job, context.now);
    await jobs.addRows(job, rows);
    // One message contains all rows, so that the queue never receives only a part of the job. A worker splits it into slices.
    await queue.send(job, [rows.map(({ number }) => number)]);
    await jobs.markSent(job);
    return findJob(job.region, job.id, context.now);
  };

  return {
    startImport: async ({ region, id, acceptsDoubtfulRows }, context) => {
      const { sub } = context.caller;
      const draft = await drafts.find(region, id, context.now);
      // Another admin's draft is treated like a missing one.
      if (draft?.bySub !== sub) {
        // The draft may have expired since it was started, so a repeated start returns the existing job.
        const job = await jobs.find(region, id, context.now);
        if (job?.bySub === sub) return { body: job };
        throw new AppError('UsersFileOutdated');
      }
      const { updateExisting } = draft;
      const rows = draft.rows.filter(({ isDoubtful }) => acceptsDoubtfulRows || !isDoubtful);
      if (rows.length === 0)
        throw new AppError('InvalidParameterException', {
          problems: [{ path: 'acceptsDoubtfulRows', rule: 'confirmation' }],
        });
      // A role may have become unavailable in the region since the file was read.
      if (!rows.every(({ roles }) => areRolesAvailable(region, roles))) throw new AppError('UsersFileOutdated');
      const subjects = rows.map(({ row, email, storeId, storeName, roles }) => ({
        number: row,
        email,
        storeId,
        storeName,
        roles,
      }));
      return { body: await start({ region, id, kind: 'import', updateExisting }, subjects, context) };
    },

    startResend: async ({ region, id }, context) => {
      const expiredUsers = await invitations.list(region, context.now);
      const subjects = expiredUsers.map((subject, index) => ({ number: index + 1, ...subject }));
      return { body: await start({ region, id, kind: 'resend' }, subjects, context) };
    },

    startActions: async ({ region, id, action, role, subs }, context) => {
      if (role !== undefined && action === 'addToGroup' && !areRolesAvailable(region, [role]))
        throw new AppError('InvalidParameterException', { problems: [{ path: 'role', rule: 'pattern' }] });
      const subjects = [...new Set(subs)].map((sub, index) => ({
        number: index + 1,
        sub,
        email: '',
        storeId: '',
        storeName: '',
        roles: [],
      }));
      return { body: await start({ region, id, kind: 'actions', action, ...(role && { role }) }, subjects, context) };
    },

    startUndo: async ({ region, id, undoes }, context) => {
      const lastImport = await jobs.findLatestImport(region, context.now);
      if (lastImport?.id !== undoes) {
        const job = await jobs.find(region, undoes, context.now);
        throw new AppError(job?.kind === 'import' ? 'ImportNotLatest' : 'NotFound');
      }
      if (lastImport.state === 'running') throw new AppError('JobRunning');
      const subjects = await importedUsers.list(lastImport, context.now);
      const { invited = 0, updated = 0 } = lastImport.outcomes;
      const hasJustEnded = context.now.getTime() - Date.parse(lastImport.updatedAt) < auditIndexDelayMs;
      if (hasJustEnded && subjects.length < invited + updated) throw new AppError('ServiceUnavailable');
      return { body: await start({ region, id, kind: 'undo', undoes }, subjects, context) };
    },

    latestJob: async ({ region }, { now, caller }) => {
      const latestJobs = await readLatest(region, now);
      const emailsLeft = await readRemainingForDay('emails', { region, sub: caller.sub }, now);
      return { body: { jobs: latestJobs, emailsLeft } };
    },

    findJob: async ({ region, id }, { now }) => ({ body: await findJob(region, id, now) }),

    listFailedRows: async ({ region, id }, { now }) => {
      await findJob(region, id, now);
      return { body: { items: await jobs.listFailedRows(region, id) } };
    },

    stopJob: async ({ region, id }, { now, caller }) => {
      await findJob(region, id, now);
      await stop(region, id, caller.email, now);
      return { body: await findJob(region, id, now) };
    },
  };
};
