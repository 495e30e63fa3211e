import { sqs } from '#lambdas/aws/clients.ts';
import { jobsQueue, jobsStore } from '#lambdas/bulk/jobs.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { dailyLimits, leftForDay } from '#lambdas/http/daily-limits.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { jobHandlers } from './jobs.ts';
import { expiredInvitations } from './store.ts';

export const handler = feature('jobs', jobs, ({ env, db, api }) =>
  jobHandlers({
    jobs: jobsStore(db, { jobs: env.JOBS_TABLE, audit: env.AUDIT_TABLE }),
    queue: jobsQueue(sqs(), { jobs: env.JOBS_QUEUE_URL, revocations: env.REVOCATIONS_QUEUE_URL }),
    invitations: expiredInvitations(db, env.USERS_TABLE),
    settings: api.settings,
    countForDay: dailyLimits(db, env.ATTEMPTS_TABLE),
    leftForDay: leftForDay(db, env.ATTEMPTS_TABLE),
  }),
);
