import type { Job } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import type { Translate } from '#web/language/i18n.ts';

/** How long a job will still take at its pace so far, in seconds; undefined before its first row. Asks the server's clock only. */
export const remainingSeconds = (job: Pick<Job, 'total' | 'outcomes' | 'startedAt' | 'updatedAt'>) => {
  const done = rowsDone(job);
  if (done === 0) return undefined;
  const taken = (Date.parse(job.updatedAt) - Date.parse(job.startedAt)) / 1000;
  return ((job.total - done) * taken) / done;
};

/** Roughly, since a pace changes: seconds aren't counted, and hours only above a hundred minutes. */
export const remainingWords = (seconds: number | undefined, t: Translate): string => {
  if (seconds === undefined) return t('users.bulk.job.remaining.unknown');
  if (seconds < 30) return t('users.bulk.job.remaining.seconds');
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes <= 100
    ? t('users.bulk.job.remaining.minutes', { count: minutes })
    : t('users.bulk.job.remaining.hours', { count: Math.round(minutes / 60) });
};
