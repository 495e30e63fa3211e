import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useSyncExternalStore, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { rowsDone, takesAway } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Input as RouteInput } from '#shared/route.ts';
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

/** A region's watched jobs: two at most, one that takes rights away before one that does not. */
type WatchedJobs = readonly WatchedJob[];

const store = createStore<{ readonly [Region in RegionId]?: WatchedJobs }>({});

const none: WatchedJobs = [];

const isSameLane = (one: Job, other: Job) => takesAway(one) === takesAway(other);

/** Answers overtake each other: what was known of the same job, or of its lane, may be newer. */
const isOlder = (answer: Job, known: Job) => {
  if (answer.id !== known.id) return isSameLane(answer, known) && answer.startedAt < known.startedAt;
  return answer.state === known.state ? rowsDone(answer) < rowsDone(known) : answer.state === 'running';
};

/** Shows a job from now on, wherever one of its region is shown. */
export const watchJob = (region: RegionId, job: Job, { isBegunHere = false } = {}) => {
  const known = store.get()[region] ?? none;
  if (known.some((other) => isOlder(job, other.job))) return;
  const before = known.find((other) => other.job.id === job.id);
  const watched = {
    job,
    isBegunHere: isBegunHere || before?.isBegunHere === true,
    isNews: isBegunHere || job.state === 'running' || before?.isNews === true,
    isDismissed: before?.isDismissed ?? false,
  };
  const others = known.filter((other) => !isSameLane(other.job, job));
  store.set({ ...store.get(), [region]: takesAway(job) ? [watched, ...others] : [...others, watched] });
};

/** Puts a job's summary away. */
export const dismissJob = (region: RegionId, { id }: Job) => {
  const known = store.get()[region] ?? none;
  const left = known.map((watched) => (watched.job.id === id ? { ...watched, isDismissed: true } : watched));
  store.set({ ...store.get(), [region]: left });
};

export const forgetJobs = () => store.set({});

/** Finds the region's running jobs, or its latest one, and follows those that run. `isOfInterest`: whether one that has ended is shown as well. */
export const useFollowedJobs = (isOfInterest: (job: Job) => boolean = () => false) => {
  const { region } = usePlace();
  const latest = useQuery(jobs.latestJob, { region });
  const watched = useSyncExternalStore(store.subscribe, () => store.get()[region] ?? none);
  const found = latest.status === 'loaded' ? latest.data.jobs : undefined;

  const take = useEffectEvent((job: Job) => {
    const isWatched = watched.some((known) => known.job.id === job.id);
    if (job.state === 'running' || isWatched || isOfInterest(job)) watchJob(region, job);
  });
  useEffect(() => {
    for (const job of found ?? []) take(job);
  }, [found]);

  const running = watched.map(({ job }) => job).filter(({ state }) => state === 'running');
  const lookBy = async (ask: Call) => {
    const changes = await Promise.all(
      running.map(async (job) => {
        const next = await ask(jobs.findJob, { region, id: job.id });
        watchJob(region, next);
        return !isSameData(job, next);
      }),
    );
    return changes.includes(true);
  };
  useRefreshWhilePending({
    isPending: running.length > 0,
    pauseSeconds: 2.5,
    refresh: () => lookBy(backgroundCall),
    renew: () => lookBy(call),
  });
  return { watched, latest };
};

type Starter = typeof jobs.startImport | typeof jobs.startResend | typeof jobs.startActions | typeof jobs.startUndo;

type Options = {
  /** It is shown from now on, unless there was nothing to do. */
  readonly onStarted: (job: Job) => void;
  /** Another one of the region runs, and is shown from now on. */
  readonly onOtherRuns?: (() => void) | undefined;
};

/** Starts a job once: sent again, the same start has the same id. With anything changed, such as the role, it is another job. */
export const useStartJob = <R extends Starter>(route: R, { onStarted, onOtherRuns }: Options) => {
  const { region } = usePlace();
  const attempt = useRef<{ readonly content: string; readonly id: string }>(undefined);
  const { isBusy, failure, mutate } = useMutation(route, {
    onDone: (job) => {
      if (job.total > 0) watchJob(region, job, { isBegunHere: true });
      // The id of a job that was never begun is used up: the next start is another job.
      if (job.stopReason === 'notBegun') attempt.current = undefined;
      onStarted(job);
    },
  });

  const showOther = useEffectEvent(async () => {
    // Whoever can't be told which one runs is told that one does.
    const latest = await call(jobs.latestJob, { region }).catch(() => ({ jobs: [] }));
    for (const job of latest.jobs) watchJob(region, job);
    onOtherRuns?.();
  });
  useEffect(() => {
    if (failure?.code === 'JobRunning') void showOther();
  }, [failure]);

  const start = (inputWith: (id: string) => RouteInput<R>) => {
    const content = JSON.stringify(inputWith(''));
    const id = attempt.current?.content === content ? attempt.current.id : crypto.randomUUID();
    attempt.current = { content, id };
    return mutate(inputWith(id));
  };
  return { region, isBusy, failure, start };
};

/** Before many are changed at once, somebody types how many: a field for it, and what is missing until it is right. */
export const useTypedNumber = (count: number) => {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState('');
  if (count <= limits.bulk.untypedRows) return { field: null, missing: undefined };
  const label = t('users.bulk.dialog.typeNumber', { number: count });
  // With or without the signs between thousands.
  const isRight = Number(typed.replaceAll(/\D/g, '')) === count;
  const isWrong = !isRight && typed !== '' && typed === left;
  return {
    field: (
      <FormField label={label} errorText={isWrong && t('users.bulk.dialog.wrongNumber', { number: count })}>
        <Input
          value={typed}
          onChange={({ detail }) => setTyped(detail.value)}
          onBlur={() => setLeft(typed)}
          inputMode="numeric"
          autoComplete={false}
        />
      </FormField>
    ),
    missing: isRight ? undefined : label,
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
