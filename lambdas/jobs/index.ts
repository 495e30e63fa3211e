import { sqs } from '#lambdas/aws/clients.ts';
import { jobQuota } from '#lambdas/bulk/job-quota.ts';
import { jobsQueue, jobsStore } from '#lambdas/bulk/jobs.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { leftForDay } from '#lambdas/http/daily-limits.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { jobHandlers } from './jobs.ts';
import { countBegunRows, expiredInvitations, importedUsers } from './store.ts';

export const handler = feature('jobs', jobs, ({ env, db, api }) =>
  jobHandlers({
    jobs: jobsStore(db, { jobs: env.JOBS_TABLE, audit: env.AUDIT_TABLE }),
    queue: jobsQueue(sqs(), { jobs: env.JOBS_QUEUE_URL, revocations: env.REVOCATIONS_QUEUE_URL }),
    invitations: expiredInvitations(db, env.USERS_TABLE),
    importedUsers: importedUsers(db, env.AUDIT_TABLE),
    countBegunRows: countBegunRows(db, env.JOBS_TABLE),
    adminCount: usersStore(db, env.USERS_TABLE).adminCount,
    settings: api.settings,
    quota: jobQuota(db, env.ATTEMPTS_TABLE),
    leftForDay: leftForDay(db, env.ATTEMPTS_TABLE),
  }),
);
