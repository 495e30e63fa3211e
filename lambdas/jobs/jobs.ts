import { createHash } from 'node:crypto';
import type { JobQuota } from '#lambdas/bulk/job-quota.ts';
import type { JobHead, Subject } from '#lambdas/bulk/jobs-table.ts';
import type { JobsQueue, JobsStore } from '#lambdas/bulk/jobs.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { LeftForDay } from '#lambdas/http/daily-limits.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
import type { Job } from '#shared/jobs/job.ts';
import { takesAway } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { jobs as jobRoutes } from '#shared/routes/jobs.ts';
import { rolesFor } from '#shared/users/user.ts';
import type { CountBegunRows, ExpiredInvitations, ImportedUsers } from './store.ts';

export type JobsCollaborators = {
  readonly jobs: JobsStore;
  readonly queue: JobsQueue;
  readonly invitations: ExpiredInvitations;
  readonly importedUsers: ImportedUsers;
  readonly countBegunRows: CountBegunRows;
  readonly adminCount: UsersStore['adminCount'];
  readonly quota: JobQuota;
  readonly leftForDay: LeftForDay;
  readonly settings: Readonly<Record<RegionId, { readonly returnsAvailable: boolean }>>;
};

type Asked = Pick<JobHead, 'region' | 'id' | 'kind'> &
  Partial<Pick<JobHead, 'action' | 'role' | 'updateExisting' | 'undoes'>>;
type By = {
  readonly now: Date;
  readonly site: string;
  readonly caller: { readonly email: string; readonly sub: string };
};

const day = 24 * 3600;

const newHead = (asked: Asked, rows: readonly Subject[], { now, site, caller }: By): JobHead => ({
  updateExisting: false,
  ...asked,
  state: rows.length === 0 ? 'done' : 'running',
  total: rows.length,
  left: rows.length,
  outcomes: { invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0 },
  admins:
    asked.role === 'admin' && asked.action === 'addToGroup'
      ? rows.length
      : rows.filter(({ roles }) => roles.includes('admin')).length,
  by: caller.email,
  bySub: caller.sub,
  site,
  startedAt: now.toISOString(),
  updatedAt: now.toISOString(),
  digest: createHash('sha256')
    .update(JSON.stringify([asked, rows]))
    .digest('hex'),
  isSent: rows.length === 0,
  expiresAt: Math.floor(now.getTime() / 1000) + limits.jobDays * day,
});

/** For so long the index of the history may not have every event of a job that has ended. */
const indexLagMs = 60_000;

const sendsEmails = ({ action }: JobHead) =>
  action !== 'enable' && action !== 'disable' && action !== 'removeFromGroup';

export const jobHandlers = (parts: JobsCollaborators): Handlers<typeof jobRoutes> => {
  const { jobs, queue, invitations, importedUsers, settings, countBegunRows, adminCount, quota, leftForDay } = parts;
  const found = async (region: RegionId, id: string, now: Date): Promise<Job> => {
    const job = await jobs.find(region, id, now);
    if (!job) throw new AppError('NotFound');
    return job;
  };

  /** Counts a job once, however often it is started, and stops it when it is past a limit of its starter. */
  const countJob = async (job: JobHead, now: Date): Promise<void> => {
    const rows = job.total;
    // One email tells every admin of a job that may make admins.
    const announcements = job.admins > 0 ? await adminCount(job.region) : 0;
    try {
      await quota.count(job, {
        ...(sendsEmails(job) && { emails: rows + announcements }),
        ...(takesAway(job) ? { revokingRows: rows } : { grantingRows: rows }),
      });
    } catch (error) {
      // Only a job past its limit stops: an outage leaves it to be completed by the same start.
      if (error instanceof AppError && error.code === 'LimitExceededException')
        await jobs.stop(job.region, job.id, job.by, now);
      throw error;
    }
  };

  /** Stops a job and gives its starter the emails back that no row will send. */
  const stop = async (region: RegionId, id: string, by: string, now: Date): Promise<void> => {
    await jobs.stop(region, id, by, now);
    const giveBack = async () => {
      const job = await jobs.find(region, id, now);
      if (job?.state !== 'stopped' || !sendsEmails(job)) return;
      await quota.giveBack(job, job.total - (await countBegunRows(job)));
    };
    // The job has stopped, which is what was asked for: a count that is too high harms less than an error.
    await giveBack().catch(() => undefined);
  };

  const refuseRoles = (region: RegionId, roles: readonly Role[], path: string) => {
    if (roles.some((role) => !rolesFor(settings[region]).includes(role)))
      throw new AppError('InvalidParameterException', { problems: [{ path, rule: 'pattern' }] });
  };

  /** Returns the region's running jobs, or the one that ran last. Gives the emails of a job back that never reached the queue. */
  const readLatest = async (region: RegionId, now: Date): Promise<JobHead[]> => {
    const latest = await jobs.latest(region, now);
    const unsent = latest.filter((job) => job.stopReason === 'notBegun' && sendsEmails(job));
    for (const job of unsent) await quota.giveBack(job, job.total).catch(() => undefined);
    const running = latest.filter(({ state }) => state === 'running');
    return running.length > 0 ? running : latest.slice(0, 1);
  };

  /** Idempotent: the same start again begins nothing twice, and completes what was broken off. */
  const start = async (asked: Asked, rows: readonly Subject[], by: By): Promise<Job> => {
    const wanted = newHead(asked, rows, by);
    await readLatest(asked.region, by.now);
    const job = await jobs.begin(wanted, by.now);
    if (job.isSent || job.state !== 'running') return job;
    if (job.digest !== wanted.digest) {
      // Broken off, and whom it was about has changed since: nothing of it has begun, and nothing may block the region.
      await stop(job.region, job.id, by.caller.email, by.now);
      return found(job.region, job.id, by.now);
    }
    // Only what has begun counts: a start that is refused because another job runs uses up no day.
    await countJob(job, by.now);
    await jobs.addRows(job, rows);
    // One message for all rows: the queue has the whole job or nothing of it. A worker cuts it into slices.
    await queue.send(job, [rows.map(({ number }) => number)]);
    await jobs.noteSent(job);
    return found(job.region, job.id, by.now);
  };

  return {
    startImport: async ({ region, id, updateExisting, rows }, by) => {
      for (const [index, { roles }] of rows.entries()) refuseRoles(region, roles, `rows.${index}.roles`);
      const subjects = rows.map(({ row: number, ...person }) => ({ number, ...person }));
      return { body: await start({ region, id, kind: 'import', updateExisting }, subjects, by) };
    },

    startResend: async ({ region, id }, by) => {
      const expired = await invitations.list(region, by.now);
      const subjects = expired.map((subject, index) => ({ number: index + 1, ...subject }));
      return { body: await start({ region, id, kind: 'resend' }, subjects, by) };
    },

    startActions: async ({ region, id, action, role, subs }, by) => {
      if (role !== undefined && action === 'addToGroup') refuseRoles(region, [role], 'role');
      const subjects = [...new Set(subs)].map((sub, index) => ({
        number: index + 1,
        sub,
        email: '',
        storeId: '',
        storeName: '',
        roles: [],
      }));
      return { body: await start({ region, id, kind: 'actions', action, ...(role && { role }) }, subjects, by) };
    },

    startUndo: async ({ region, id, undoes }, by) => {
      const last = await jobs.latestImport(region, by.now);
      if (last?.id !== undoes) {
        const known = await jobs.find(region, undoes, by.now);
        throw new AppError(known?.kind === 'import' ? 'ImportNotLatest' : 'NotFound');
      }
      if (last.state === 'running') throw new AppError('JobRunning');
      const subjects = await importedUsers.list(last, by.now);
      const { invited = 0, updated = 0 } = last.outcomes;
      const hasJustEnded = by.now.getTime() - Date.parse(last.updatedAt) < indexLagMs;
      if (hasJustEnded && subjects.length < invited + updated) throw new AppError('ServiceUnavailable');
      return { body: await start({ region, id, kind: 'undo', undoes }, subjects, by) };
    },

    latestJob: async ({ region }, { now, caller }) => {
      const latest = await readLatest(region, now);
      const emailsLeft = await leftForDay('emails', { region, sub: caller.sub }, now);
      return { body: { jobs: latest, emailsLeft } };
    },

    findJob: async ({ region, id }, { now }) => ({ body: await found(region, id, now) }),

    listFailedRows: async ({ region, id }, { now }) => {
      await found(region, id, now);
      return { body: { items: await jobs.failedRows(region, id) } };
    },

    stopJob: async ({ region, id }, { now, caller }) => {
      await found(region, id, now);
      await stop(region, id, caller.email, now);
      return { body: await found(region, id, now) };
    },
  };
};
