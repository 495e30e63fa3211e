import SpaceBetween from '@cloudscape-design/components/space-between';
import { takesAway } from '#shared/jobs/job.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LoadFailed } from '#web/ui/list/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { JobPanel } from './job-panel.tsx';
import { useFollowedJob } from './use-followed-job.ts';
import { UsersFileSection } from './users-file-section.tsx';

/** Registers many users by a file; what runs, or ran last, is shown above it. */
export const RegisterUsersBulkPage = () => {
  const { t } = useTexts();
  const { watched, latest, dismiss } = useFollowedJob(({ kind }) => kind === 'import');
  const shown =
    watched && !watched.isDismissed && (watched.isNews || watched.job.kind === 'import') ? watched : undefined;
  return (
    <Page title={t('users.bulk.title')} description={t('users.bulk.description')}>
      <SpaceBetween size="l">
        {latest.status === 'failed' && <LoadFailed failure={latest} onRetry={latest.reload} />}
        {shown && <JobPanel key={shown.job.id} job={shown.job} isBegunHere={shown.isBegunHere} onDismiss={dismiss} />}
        <UsersFileSection isBlocked={watched?.job.state === 'running' && !takesAway(watched.job)} />
      </SpaceBetween>
    </Page>
  );
};
