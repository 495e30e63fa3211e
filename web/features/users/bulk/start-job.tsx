import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';
import { watchJob } from './watched-job.ts';

type Starter = typeof jobs.startImport | typeof jobs.startResend | typeof jobs.startActions;

type Options = {
  /** It is shown from now on, unless there was nothing to do. */
  readonly onStarted: (job: Job) => void;
  /** Another one of the region runs, and is shown from now on. */
  readonly onOtherRuns?: (() => void) | undefined;
};

/** Starts a job once: sent again, the same start has the same id. */
export const useStartJob = <R extends Starter>(route: R, { onStarted, onOtherRuns }: Options) => {
  const { region } = usePlace();
  const [id] = useState(() => crypto.randomUUID());
  const { isBusy, failure, mutate } = useMutation(route, {
    onDone: (job) => {
      if (job.total > 0) watchJob(region, job, { isBegunHere: true });
      onStarted(job);
    },
  });

  const showOther = useEffectEvent(async () => {
    // Whoever can't be told which one runs is told that one does.
    const { job } = await call(jobs.latestJob, { region }).catch(() => ({ job: undefined }));
    if (job) watchJob(region, job);
    onOtherRuns?.();
  });
  useEffect(() => {
    if (failure?.code === 'JobRunning') void showOther();
  }, [failure]);

  return { id, region, isBusy, failure, start: mutate };
};

/** Before many are changed at once, somebody types how many: a field for it, and what is missing until it is right. */
export const useTypedNumber = (count: number) => {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  if (count <= limits.bulk.untypedRows) return { field: null, missing: undefined };
  const label = t('users.bulk.dialog.typeNumber', { number: count });
  return {
    field: (
      <FormField label={label}>
        <Input
          value={typed}
          onChange={({ detail }) => setTyped(detail.value)}
          inputMode="numeric"
          autoComplete={false}
        />
      </FormField>
    ),
    // With or without the signs between thousands.
    missing: Number(typed.replaceAll(/\D/g, '')) === count ? undefined : label,
  };
};

/** How many users one may still invite or change today, where a job could be too large for that. */
export const EmailsLeft = () => {
  const { t } = useTexts();
  const latest = useQuery(jobs.latestJob, { region: usePlace().region });
  const left = latest.status === 'loaded' ? latest.data.emailsLeft : undefined;
  if (left === undefined || left >= limits.bulk.rows) return null;
  return <Box>{t('users.file.leftToday', { count: left })}</Box>;
};
