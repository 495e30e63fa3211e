import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useTexts } from '#web/language/i18n.ts';
import { BulkDialog } from './bulk-dialog.tsx';
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
        <BulkDialog
          title={t('users.bulk.stop.title')}
          cancel={t('users.bulk.stop.cancel')}
          confirm={t('users.bulk.stop.confirm')}
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => void mutate({ region, id: job.id })}
          onClose={close}
        >
          <Box>{t('users.bulk.stop.text')}</Box>
        </BulkDialog>
      )}
    </>
  );
};
