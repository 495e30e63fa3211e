import { useSyncExternalStore, useEffect, useEffectEvent } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import type { Call } from '#web/data/api.ts';
import { call, backgroundCall } from '#web/data/api.ts';
import { isSameData, useQuery } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';

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
