import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useSyncExternalStore, useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import type { Call } from '#web/data/api.ts';
import { call, backgroundCall } from '#web/data/api.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { isSameData, useQuery } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/language/i18n.ts';

type WatchedJob = {
  readonly job: Job;
  /** Begun on this page, and not only found. */
  readonly isBegunHere: boolean;
  /** Begun or seen running here, so that its end is news. */
  readonly isNews: boolean;
  readonly isDismissed: boolean;
};

const store = createStore<{ readonly [Region in RegionId]?: WatchedJob }>({});

/** Answers overtake each other: what was known of the same job may be newer. */
const isOlder = (answer: Job, known: Job) => {
  if (answer.id !== known.id) return false;
  return answer.state === known.state ? rowsDone(answer) < rowsDone(known) : answer.state === 'running';
};

/** Shows a job from now on, wherever one of its region is shown. */
export const watchJob = (region: RegionId, job: Job, { isBegunHere = false } = {}) => {
  const known = store.get()[region];
  if (known && isOlder(job, known.job)) return;
  const before = known?.job.id === job.id ? known : undefined;
  store.set({
    ...store.get(),
    [region]: {
      job,
      isBegunHere: isBegunHere || before?.isBegunHere === true,
      isNews: isBegunHere || job.state === 'running' || before?.isNews === true,
      isDismissed: before?.isDismissed ?? false,
    },
  });
};

export const forgetJobs = () => store.set({});

/** Finds the region's latest job, and follows it while it runs. `isOfInterest`: whether one that has ended is shown as well. */
export const useFollowedJob = (isOfInterest: (job: Job) => boolean = () => false) => {
  const { region } = usePlace();
  const latest = useQuery(jobs.latestJob, { region });
  const watched = useSyncExternalStore(store.subscribe, () => store.get()[region]);
  const found = latest.status === 'loaded' ? latest.data.job : undefined;

  const take = useEffectEvent((job: Job) => {
    if (job.state === 'running' || job.id === watched?.job.id || isOfInterest(job)) watchJob(region, job);
  });
  useEffect(() => {
    if (found) take(found);
  }, [found]);

  const job = watched?.job;
  const lookBy = async (ask: Call) => {
    if (job === undefined) return false;
    const next = await ask(jobs.findJob, { region, id: job.id });
    watchJob(region, next);
    return !isSameData(job, next);
  };
  useRefreshWhilePending({
    isPending: job?.state === 'running',
    pauseSeconds: 2.5,
    refresh: () => lookBy(backgroundCall),
    renew: () => lookBy(call),
  });
  /** Puts a summary away, and shows what runs beside it: one that takes rights away may have overtaken another. */
  const dismiss = () => {
    if (watched) store.set({ ...store.get(), [region]: { ...watched, isDismissed: true } });
    latest.reload();
  };
  return { watched, latest, dismiss };
};

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
