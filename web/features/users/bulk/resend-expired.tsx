import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { jobs } from '#shared/routes/jobs.ts';
import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import { EmailsLeft, useStartJob } from './start-job.tsx';

/** Says who gets a new invitation before anybody does. What runs already is shown in the dialog's place. */
const ResendDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTexts();
  const [isNobody, setNobody] = useState(false);
  const { id, region, isBusy, failure, start } = useStartJob(jobs.startResend, {
    onStarted: ({ total }) => (total === 0 ? setNobody(true) : onClose()),
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

export const ResendExpired = () => {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('users.bulk.resend.button')}</Button>
      {isOpen && <ResendDialog onClose={() => setOpen(false)} />}
    </>
  );
};
