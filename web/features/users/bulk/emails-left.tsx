import Box from '@cloudscape-design/components/box';
import { limits } from '#shared/limits.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';

/** How many users one may still invite or change today, where a job could be too large for that. */
export const EmailsLeft = () => {
  const { t } = useTexts();
  const latest = useQuery(jobs.latestJob, { region: usePlace().region });
  const left = latest.status === 'loaded' ? latest.data.emailsLeft : undefined;
  if (left === undefined || left >= limits.bulk.rows) return null;
  return <Box>{t('users.file.leftToday', { count: left })}</Box>;
};
