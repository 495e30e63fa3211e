import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useMutation } from '#web/data/use-mutation.ts';
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
