import { createSqsClient } from '#lambdas/lib/aws/clients.ts';
import { createRemainingReader } from '#lambdas/lib/http/daily-limits.ts';
import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { createImportDrafts } from '#lambdas/lib/jobs/import-drafts.ts';
import { createJobQuota } from '#lambdas/lib/jobs/job-quota.ts';
import { createJobsQueue, createJobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import { createUsersStore } from '#lambdas/lib/users/users.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createCountStartedRows, createExpiredInvitations, createImportedUsers } from './job-queries-store.ts';

export const handler = createFeatureHandler('jobs', jobs, ({ env, db, api }) =>
  createJobHandlers({
    jobs: createJobsStore(db, { jobs: env.JOBS_TABLE, audit: env.AUDIT_TABLE }),
    queue: createJobsQueue(createSqsClient(), { jobs: env.JOBS_QUEUE_URL, revocations: env.REVOCATIONS_QUEUE_URL }),
    drafts: createImportDrafts(db, env.JOBS_TABLE),
    invitations: createExpiredInvitations(db, env.USERS_TABLE),
    importedUsers: createImportedUsers(db, env.AUDIT_TABLE),
    countStartedRows: createCountStartedRows(db, env.JOBS_TABLE),
    countAdmins: createUsersStore(db, env.USERS_TABLE).countAdmins,
    settings: api.settings,
    quota: createJobQuota(db, env.ATTEMPTS_TABLE),
    readRemainingForDay: createRemainingReader(db, env.ATTEMPTS_TABLE),
  }),
);
