import type { Job } from '#shared/jobs/job.ts';
import { rowOutcomes, rowsDone } from '#shared/jobs/job.ts';
import type { Texts, Translate } from '#web/language/i18n.ts';

type ToldJob = Pick<Job, 'kind' | 'action' | 'total' | 'outcomes' | 'stopReason'>;

const doneBy = ({ kind, action }: ToldJob) => action ?? kind;

export const jobName = (job: ToldJob, t: Translate): string => t(`users.bulk.jobs.${doneBy(job)}`);

export const jobHeading = (job: Job, t: Translate): string =>
  t(`users.bulk.job.heading.${job.state}`, { job: jobName(job, t) });

export const jobSummary = (job: ToldJob, { t, formatNumber }: Texts): string => {
  const { failed = 0 } = job.outcomes;
  const summary = t(`users.bulk.summary.${doneBy(job)}`, {
    done: formatNumber(rowsDone(job) - failed),
    total: formatNumber(job.total),
    errors: formatNumber(failed),
    count: failed,
  });
  return job.stopReason ? `${summary}. ${t(`users.bulk.job.stopReasons.${job.stopReason}`)}` : summary;
};

/** How long a job will still take at its pace so far, in seconds; undefined before its first row. Asks the server's clock only. */
export const remainingSeconds = (job: Job) => {
  const done = rowsDone(job);
  const taken = (Date.parse(job.updatedAt) - Date.parse(job.startedAt)) / 1000;
  return done === 0 ? undefined : ((job.total - done) * taken) / done;
};

/** Roughly, since a pace changes: hours only above a hundred minutes. */
export const remainingWords = (seconds: number | undefined, t: Translate): string => {
  if (seconds === undefined) return t('users.bulk.job.remaining.unknown');
  if (seconds < 30) return t('users.bulk.job.remaining.seconds');
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes <= 100
    ? t('users.bulk.job.remaining.minutes', { count: minutes })
    : t('users.bulk.job.remaining.hours', { count: Math.round(minutes / 60) });
};

export const outcomeNumbers = (job: Job, t: Translate): (readonly [string, number])[] => {
  const left = job.total - rowsDone(job);
  const ended = rowOutcomes.flatMap((outcome) => {
    const count = job.outcomes[outcome] ?? 0;
    return count === 0 ? [] : [[t(`users.bulk.outcomes.${outcome}`), count] as const];
  });
  return left === 0 ? ended : [...ended, [t('users.bulk.outcomes.notBegun'), left]];
};
