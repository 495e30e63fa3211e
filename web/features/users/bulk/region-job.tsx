import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useSyncExternalStore, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Input as RouteInput } from '#shared/api/route.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Job } from '#shared/jobs/job.ts';
import { countFinishedRows, isRevocationJob } from '#shared/jobs/job.ts';
import { usePlace } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import type { Call } from '#web/data/api.ts';
import { call, backgroundCall } from '#web/data/api.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { isSameData, useQuery } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/i18n/i18n.ts';

type WatchedJob = {
  readonly job: Job;
  /** True if the job was started on this page. */
  readonly isStartedHere: boolean;
  /** True if the job was started or seen running on this page, so that its end is shown. */
  readonly wasSeenRunning: boolean;
  readonly isDismissed: boolean;
};

/** Watched jobs of a region: at most one that revokes rights, which has priority and comes first, and one other job. */
type WatchedJobs = readonly WatchedJob[];

const store = createStore<{ readonly [Region in RegionId]?: WatchedJobs }>({});

const emptyJobs: WatchedJobs = [];

/** Returns whether both jobs revoke rights, or neither does. */
const hasSamePriority = (first: Job, second: Job) => isRevocationJob(first) === isRevocationJob(second);

/** Returns whether a received job is older than a known one with the same id or priority, because responses can arrive out of order. */
const isOlder = (newJob: Job, knownJob: Job) => {
  if (newJob.id !== knownJob.id) return hasSamePriority(newJob, knownJob) && newJob.startedAt < knownJob.startedAt;
  return newJob.state === knownJob.state
    ? countFinishedRows(newJob) < countFinishedRows(knownJob)
    : newJob.state === 'running';
};

/** Adds or updates a watched job. All job views of the region show it. */
export const watchJob = (region: RegionId, job: Job, { isStartedHere = false } = {}) => {
  const knownJobs = store.get()[region] ?? emptyJobs;
  if (knownJobs.some((knownJob) => isOlder(job, knownJob.job))) return;
  const previousVersion = knownJobs.find((knownJob) => knownJob.job.id === job.id);
  const newWatchedJob = {
    job,
    isStartedHere: isStartedHere || previousVersion?.isStartedHere === true,
    wasSeenRunning: isStartedHere || job.state === 'running' || previousVersion?.wasSeenRunning === true,
    isDismissed: previousVersion?.isDismissed ?? false,
  };
  const otherJobs = knownJobs.filter((knownJob) => !hasSamePriority(knownJob.job, job));
  store.set({
    ...store.get(),
    [region]: isRevocationJob(job) ? [newWatchedJob, ...otherJobs] : [...otherJobs, newWatchedJob],
  });
};

/** Hides a job's summary. */
export const dismissJob = (region: RegionId, { id }: Job) => {
  const knownJobs = store.get()[region] ?? emptyJobs;
  const updatedJobs = knownJobs.map((watchedJob) =>
    watchedJob.job.id === id ? { ...watchedJob, isDismissed: true } : watchedJob,
  );
  store.set({ ...store.get(), [region]: updatedJobs });
};

export const clearWatchedJobs = () => store.set({});

/** Loads the region's running jobs, or else its latest one, and polls the running ones. `isOfInterest` selects the ended jobs to watch as well. */
export const useWatchedJobs = (isOfInterest: (job: Job) => boolean = () => false) => {
  const { region } = usePlace();
  const latestQuery = useQuery(jobs.latestJob, { region });
  const watchedJobs = useSyncExternalStore(store.subscribe, () => store.get()[region] ?? emptyJobs);
  const latestJobs = latestQuery.status === 'loaded' ? latestQuery.data.jobs : undefined;

  const followJob = useEffectEvent((job: Job) => {
    const isWatched = watchedJobs.some((watchedJob) => watchedJob.job.id === job.id);
    if (job.state === 'running' || isWatched || isOfInterest(job)) watchJob(region, job);
  });
  useEffect(() => {
    for (const job of latestJobs ?? []) followJob(job);
  }, [latestJobs]);

  const runningJobs = watchedJobs.map(({ job }) => job).filter(({ state }) => state === 'running');
  const refreshJobs = async (callApi: Call) => {
    const changes = await Promise.all(
      runningJobs.map(async (job) => {
        const newJob = await callApi(jobs.findJob, { region, id: job.id });
        watchJob(region, newJob);
        return !isSameData(job, newJob);
      }),
    );
    return changes.includes(true);
  };
  useRefreshWhilePending({
    isPending: runningJobs.length > 0,
    pauseSeconds: 2.5,
    refreshInBackground: () => refreshJobs(backgroundCall),
    refreshOnDemand: () => refreshJobs(call),
  });
  return { watchedJobs, latestQuery };
};

type Starter = typeof jobs.startImport | typeof jobs.startResend | typeof jobs.startActions | typeof jobs.startUndo;

type Options = {
  /** Called with the started job, which is watched unless it has no rows. */
  readonly onStarted: (job: Job) => void;
  /** Called if another job of the region is running, which is then watched. */
  readonly onOtherJobRunning?: (() => void) | undefined;
};

/**
 * Starts a job idempotently: a retry with the same input reuses the id, and a changed input gets a new one. An import
 * has the id of its report instead.
 */
export const useStartJob = <R extends Starter>(route: R, { onStarted, onOtherJobRunning }: Options) => {
  const { region } = usePlace();
  const attempt = useRef<{ readonly content: string; readonly id: string }>(undefined);
  const { isBusy, failure, mutate } = useMutation(route, {
    onDone: (job) => {
      if (job.total > 0) watchJob(region, job, { isStartedHere: true });
      // The id of a job that never started is used up, so the next attempt needs a new one.
      if (job.stopReason === 'notBegun') attempt.current = undefined;
      onStarted(job);
    },
  });

  const showRunningJob = useEffectEvent(async () => {
    // If the running job cannot be loaded, the JobRunning failure is still shown.
    const latestResponse = await call(jobs.latestJob, { region }).catch(() => ({ jobs: [] }));
    for (const job of latestResponse.jobs) watchJob(region, job);
    onOtherJobRunning?.();
  });
  useEffect(() => {
    if (failure?.code === 'JobRunning') void showRunningJob();
  }, [failure]);

  const start = (buildInput: (id: string) => RouteInput<R>) => {
    const content = JSON.stringify(buildInput(''));
    const id = attempt.current?.content === content ? attempt.current.id : crypto.randomUUID();
    attempt.current = { content, id };
    return mutate(buildInput(id));
  };
  return { region, isBusy, failure, start };
};

/** Returns a field that confirms a large bulk change by typing the number of users, and the reason why the number is not correct yet. Small changes need no confirmation and have neither. */
export const useTypedConfirmation = (count: number) => {
  const { t } = useTexts();
  const [typedText, setTypedText] = useState('');
  const [textOnBlur, setTextOnBlur] = useState('');
  if (count <= limits.bulk.confirmationThreshold) return { field: null, disabledReason: undefined };
  const label = t('users.bulk.dialog.typeNumber', { number: count });
  // Thousands separators are ignored.
  const isCorrect = Number(typedText.replaceAll(/\D/g, '')) === count;
  const isWrong = !isCorrect && typedText !== '' && typedText === textOnBlur;
  return {
    field: (
      <FormField label={label} errorText={isWrong && t('users.bulk.dialog.wrongNumber', { number: count })}>
        <Input
          value={typedText}
          onChange={({ detail }) => setTypedText(detail.value)}
          onBlur={() => setTextOnBlur(typedText)}
          inputMode="numeric"
          autoComplete={false}
        />
      </FormField>
    ),
    disabledReason: isCorrect ? undefined : label,
  };
};

/** Shows how many users can still be invited or changed today, if a job could exceed that number. */
export const RemainingDailyEmails = () => {
  const { t } = useTexts();
  const latestQuery = useQuery(jobs.latestJob, { region: usePlace().region });
  const emailsLeft = latestQuery.status === 'loaded' ? latestQuery.data.emailsLeft : undefined;
  if (emailsLeft === undefined || emailsLeft >= limits.bulk.rows) return null;
  return <Box>{t('users.file.leftToday', { count: emailsLeft })}</Box>;
};
