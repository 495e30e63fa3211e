import type { Role } from '#shared/groups.ts';
import type { BulkAction, Job, JobKind } from '#shared/jobs/job.ts';
import { rowOutcomes, rowsDone } from '#shared/jobs/job.ts';
import type { RowOutcome } from '#shared/jobs/job.ts';
import type { TextKey, Texts, Translate } from '#web/language/i18n.ts';

type JobTexts = { readonly name: TextKey; readonly summary: TextKey };

const kindTexts = {
  import: { name: 'users.bulk.jobs.import', summary: 'users.bulk.summary.import' },
  resend: { name: 'users.bulk.jobs.resend', summary: 'users.bulk.summary.resend' },
  actions: { name: 'users.bulk.jobs.actions', summary: 'users.bulk.summary.actions' },
} as const satisfies Record<JobKind, JobTexts>;

const actionTexts = {
  resendInvitation: { name: 'users.bulk.jobs.resendInvitation', summary: 'users.bulk.summary.resendInvitation' },
  enable: { name: 'users.bulk.jobs.enable', summary: 'users.bulk.summary.enable' },
  disable: { name: 'users.bulk.jobs.disable', summary: 'users.bulk.summary.disable' },
  addToGroup: { name: 'users.bulk.jobs.addToGroup', summary: 'users.bulk.summary.addToGroup' },
  removeFromGroup: { name: 'users.bulk.jobs.removeFromGroup', summary: 'users.bulk.summary.removeFromGroup' },
} as const satisfies Record<BulkAction, JobTexts>;

const headingTexts = {
  running: 'users.bulk.job.heading.running',
  done: 'users.bulk.job.heading.done',
  stopped: 'users.bulk.job.heading.stopped',
} as const satisfies Record<Job['state'], TextKey>;

const outcomeTexts = {
  invited: 'users.bulk.outcomes.invited',
  updated: 'users.bulk.outcomes.updated',
  unchanged: 'users.bulk.outcomes.unchanged',
  done: 'users.bulk.outcomes.done',
  failed: 'users.bulk.outcomes.failed',
} as const satisfies Record<RowOutcome, TextKey>;

const roleTexts = {
  admin: 'users.roles.admin',
  'register-repairs': 'users.roles.register-repairs',
  'register-returns': 'users.roles.register-returns',
} as const satisfies Record<Role, TextKey>;

export const roleWords = (role: Role, t: Translate): string => t(roleTexts[role]);

/** As much of a job as its history tells. */
type ToldJob = Pick<Job, 'kind' | 'action' | 'total' | 'outcomes' | 'stopReason'>;

const textsOf = ({ kind, action }: ToldJob): JobTexts => (action === undefined ? kindTexts[kind] : actionTexts[action]);

/** What a job does. */
export const jobName = (job: ToldJob, t: Translate): string => t(textsOf(job).name);

/** What a job does, and whether it still does. */
export const jobHeading = (job: Job, t: Translate): string => t(headingTexts[job.state], { job: jobName(job, t) });

/** How many rows a job was for, how many of them went well, how many did not, and why it went no further. */
export const jobSummary = (job: ToldJob, { t, formatNumber }: Texts): string => {
  const { failed = 0 } = job.outcomes;
  const summary = t(textsOf(job).summary, {
    done: formatNumber(rowsDone(job) - failed),
    total: formatNumber(job.total),
    errors: formatNumber(failed),
    count: failed,
  });
  return job.stopReason ? `${summary}. ${t(`users.bulk.job.stopReasons.${job.stopReason}`)}` : summary;
};

/** How many rows ended how, as far as any did; what a stopped job has left is counted as well. */
export const outcomeNumbers = (job: Job, t: Translate): (readonly [string, number])[] => {
  const left = job.total - rowsDone(job);
  const ended = rowOutcomes.flatMap((outcome) => {
    const count = job.outcomes[outcome] ?? 0;
    return count === 0 ? [] : [[t(outcomeTexts[outcome]), count] as const];
  });
  return left === 0 ? ended : [...ended, [t('users.bulk.outcomes.notBegun'), left]];
};
