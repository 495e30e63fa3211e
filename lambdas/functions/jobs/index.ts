import { sqs } from '#lambdas/lib/aws/clients.ts';
import { remainingForDay } from '#lambdas/lib/http/daily-limits.ts';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { importDrafts } from '#lambdas/lib/jobs/import-drafts.ts';
import { jobQuota } from '#lambdas/lib/jobs/job-quota.ts';
import { jobsQueue, jobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import { usersStore } from '#lambdas/lib/users/users.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createCountStartedRows, createExpiredInvitations, createImportedUsers } from './job-queries-store.ts';

export const handler = createFeatureHandler('jobs', jobs, ({ env, db, api }) =>
  createJobHandlers({
    jobs: jobsStore(db, { jobs: env.JOBS_TABLE, audit: env.AUDIT_TABLE }),
    queue: jobsQueue(sqs(), { jobs: env.JOBS_QUEUE_URL, revocations: env.REVOCATIONS_QUEUE_URL }),
    drafts: importDrafts(db, env.JOBS_TABLE),
    invitations: createExpiredInvitations(db, env.USERS_TABLE),
    importedUsers: createImportedUsers(db, env.AUDIT_TABLE),
    countStartedRows: createCountStartedRows(db, env.JOBS_TABLE),
    adminCount: usersStore(db, env.USERS_TABLE).adminCount,
    settings: api.settings,
    quota: jobQuota(db, env.ATTEMPTS_TABLE),
    readRemainingForDay: remainingForDay(db, env.ATTEMPTS_TABLE),
  }),
);
