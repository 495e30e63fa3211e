import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import { watchJob } from './watched-job.ts';

/** Stops a job, once it has been asked. */
export const StopJob = ({ job }: { readonly job: Job }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, mutate, reset } = useMutation(jobs.stopJob, {
    onDone: (stopped) => {
      setAsked(false);
      watchJob(region, stopped);
    },
  });
  const close = () => {
    setAsked(false);
    reset();
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('users.bulk.stop.button')}</Button>
      {isAsked && (
        <QuestionDialog
          title={t('users.bulk.stop.title')}
          cancel={t('users.bulk.stop.cancel')}
          confirm={{ text: t('users.bulk.stop.confirm'), onChosen: () => void mutate({ region, id: job.id }) }}
          isBusy={isBusy}
          failure={failure}
          onClose={close}
        >
          <Box>{t('users.bulk.stop.text')}</Box>
        </QuestionDialog>
      )}
    </>
  );
};
