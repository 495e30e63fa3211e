import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { useState } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import { EmailsLeft } from './emails-left.tsx';
import { useStartJob } from './use-start-job.ts';

type Props = { readonly onStarted: (job: Job) => void; readonly onClose: () => void };

/** Says who gets a new invitation before anybody does. What runs already is shown in the dialog's place. */
export const ResendDialog = ({ onStarted, onClose }: Props) => {
  const { t } = useTexts();
  const [isNobody, setNobody] = useState(false);
  const { id, region, isBusy, failure, start } = useStartJob(jobs.startResend, {
    onStarted: (job) => (job.total === 0 ? setNobody(true) : onStarted(job)),
    onOtherRuns: onClose,
  });
  return (
    <QuestionDialog
      title={t('users.bulk.resend.title')}
      cancel={isNobody ? t('users.bulk.dialog.done') : t('users.bulk.dialog.cancel')}
      confirm={
        isNobody ? undefined : { text: t('users.bulk.resend.confirm'), onChosen: () => void start({ region, id }) }
      }
      isBusy={isBusy}
      failure={failure?.code === 'JobRunning' ? undefined : failure}
      onClose={onClose}
    >
      {isNobody ? (
        <div aria-live="polite">
          <Alert type="info">{t('users.bulk.resend.none')}</Alert>
        </div>
      ) : (
        <>
          <Box>{t('users.bulk.resend.who')}</Box>
          <Box>{t('users.bulk.resend.duration')}</Box>
          <EmailsLeft />
        </>
      )}
    </QuestionDialog>
  );
};
