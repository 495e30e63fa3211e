import type { Job } from '#shared/jobs/job.ts';
import { rowOutcomes, countFinishedRows } from '#shared/jobs/job.ts';
import type { Texts, Translate } from '#web/i18n/i18n.ts';

type DescribedJob = Pick<Job, 'kind' | 'action' | 'total' | 'outcomes' | 'stopReason'>;

const toTextKey = ({ kind, action }: DescribedJob) => action ?? kind;

export const formatJobName = (job: DescribedJob, t: Translate): string => t(`users.bulk.jobs.${toTextKey(job)}`);

export const formatJobHeading = (job: Job, t: Translate): string =>
  t(`users.bulk.job.heading.${job.state}`, { job: formatJobName(job, t) });

export const formatJobSummary = (job: DescribedJob, { t, formatNumber }: Texts): string => {
  const { failed = 0 } = job.outcomes;
  const summary = t(`users.bulk.summary.${toTextKey(job)}`, {
    done: formatNumber(countFinishedRows(job) - failed),
    total: formatNumber(job.total),
    errors: formatNumber(failed),
    count: failed,
  });
  return job.stopReason ? `${summary}. ${t(`users.bulk.job.stopReasons.${job.stopReason}`)}` : summary;
};

/** Estimates a job's remaining seconds from its pace so far; undefined before its first row. Uses server timestamps only. */
export const estimateRemainingSeconds = (job: Job) => {
  const finishedCount = countFinishedRows(job);
  const elapsedSeconds = (Date.parse(job.updatedAt) - Date.parse(job.startedAt)) / 1000;
  return finishedCount === 0 ? undefined : ((job.total - finishedCount) * elapsedSeconds) / finishedCount;
};

/** Formats a remaining time roughly, because the pace varies. Uses hours only above 100 minutes. */
export const formatRemainingTime = (seconds: number | undefined, t: Translate): string => {
  if (seconds === undefined) return t('users.bulk.job.remaining.unknown');
  if (seconds < 30) return t('users.bulk.job.remaining.seconds');
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes <= 100
    ? t('users.bulk.job.remaining.minutes', { count: minutes })
    : t('users.bulk.job.remaining.hours', { count: Math.round(minutes / 60) });
};

/** Returns the number of rows of each outcome, with its label. */
export const listOutcomeCounts = (job: Job, t: Translate): (readonly [label: string, count: number])[] => {
  const remainingCount = job.total - countFinishedRows(job);
  const counts = rowOutcomes.flatMap((outcome) => {
    const count = job.outcomes[outcome] ?? 0;
    return count === 0 ? [] : [[t(`users.bulk.outcomes.${outcome}`), count] as const];
  });
  return remainingCount === 0 ? counts : [...counts, [t('users.bulk.outcomes.notBegun'), remainingCount]];
};
