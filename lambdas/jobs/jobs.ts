import { createHash } from 'node:crypto';
import type { JobHead, Subject } from '#lambdas/bulk/jobs-table.ts';
import type { JobsQueue, JobsStore } from '#lambdas/bulk/jobs.ts';
import type { CountForDay, LeftForDay } from '#lambdas/http/daily-limits.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
import type { Job } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { jobs as jobRoutes } from '#shared/routes/jobs.ts';
import { rolesFor } from '#shared/users/user.ts';
import type { ExpiredInvitations } from './store.ts';

export type JobsCollaborators = {
  readonly jobs: JobsStore;
  readonly queue: JobsQueue;
  readonly invitations: ExpiredInvitations;
  readonly countForDay: CountForDay;
  readonly leftForDay: LeftForDay;
  readonly settings: Readonly<Record<RegionId, { readonly returnsAvailable: boolean }>>;
};

type Asked = Pick<JobHead, 'region' | 'id' | 'kind'> & Partial<Pick<JobHead, 'action' | 'role' | 'updateExisting'>>;
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

const sendsEmails = ({ action }: JobHead) =>
  action !== 'enable' && action !== 'disable' && action !== 'removeFromGroup';

export const jobHandlers = (parts: JobsCollaborators): Handlers<typeof jobRoutes> => {
  const { jobs, queue, invitations, settings, countForDay, leftForDay } = parts;
  const found = async (region: RegionId, id: string, now: Date): Promise<Job> => {
    const job = await jobs.find(region, id, now);
    if (!job) throw new AppError('NotFound');
    return job;
  };

  const refuseRoles = (region: RegionId, roles: readonly Role[], path: string) => {
    if (roles.some((role) => !rolesFor(settings[region]).includes(role)))
      throw new AppError('InvalidParameterException', { problems: [{ path, rule: 'pattern' }] });
  };

  /** Idempotent: the same start again begins nothing twice, and completes what was broken off. */
  const start = async (asked: Asked, rows: readonly Subject[], by: By): Promise<Job> => {
    const wanted = newHead(asked, rows, by);
    const job = await jobs.begin(wanted, by.now);
    if (job.isSent || job.state !== 'running') return job;
    if (job.digest !== wanted.digest) {
      // Broken off, and whom it was about has changed since: nothing of it has begun, and nothing may block the region.
      await jobs.stop(job.region, job.id, by.caller.email, by.now);
      return found(job.region, job.id, by.now);
    }
    // Only what has begun counts: a start that is refused because another job runs uses up no day.
    if (sendsEmails(job))
      await countForDay('emails', { region: job.region, sub: job.bySub }, rows.length, by.now).catch(async (error) => {
        await jobs.stop(job.region, job.id, job.by, by.now);
        throw error;
      });
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

    latestJob: async ({ region }, { now, caller }) => {
      const [latest, emailsLeft] = await Promise.all([
        jobs.latest(region, now),
        leftForDay('emails', { region, sub: caller.sub }, now),
      ]);
      return { body: { jobs: latest, emailsLeft } };
    },

    findJob: async ({ region, id }, { now }) => ({ body: await found(region, id, now) }),

    listFailedRows: async ({ region, id }, { now }) => {
      await found(region, id, now);
      return { body: { items: await jobs.failedRows(region, id) } };
    },

    stopJob: async ({ region, id }, { now, caller }) => {
      await found(region, id, now);
      await jobs.stop(region, id, caller.email, now);
      return { body: await found(region, id, now) };
    },
  };
};
