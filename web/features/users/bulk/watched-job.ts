import { useSyncExternalStore } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';

/** A region's job as it was last heard of. */
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

/** Puts the summary of a job away. */
export const dismissJob = (region: RegionId) => {
  const known = store.get()[region];
  if (known) store.set({ ...store.get(), [region]: { ...known, isDismissed: true } });
};

/** For tests: nothing is known of any job. */
export const forgetJobs = () => store.set({});

/** What is known of the region's job, without asking. */
export const useWatchedJob = (): WatchedJob | undefined => {
  const { region } = usePlace();
  return useSyncExternalStore(store.subscribe, () => store.get()[region]);
};
