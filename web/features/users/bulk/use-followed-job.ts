import { useEffect, useEffectEvent } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Call } from '#web/data/api.ts';
import { call, backgroundCall } from '#web/data/api.ts';
import { isSameData, useQuery } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { dismissJob, useWatchedJob, watchJob } from './watched-job.ts';

/** How often a running job is asked about. */
const pauseSeconds = 2.5;

/** Finds the region's latest job, and follows it while it runs. `isOfInterest`: whether one that has ended is shown as well. */
export const useFollowedJob = (isOfInterest: (job: Job) => boolean = () => false) => {
  const { region } = usePlace();
  const latest = useQuery(jobs.latestJob, { region });
  const watched = useWatchedJob();
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
    pauseSeconds,
    refresh: () => lookBy(backgroundCall),
    renew: () => lookBy(call),
  });
  /** Puts a summary away, and shows what runs beside it: one that takes rights away may have overtaken another. */
  const dismiss = () => {
    dismissJob(region);
    latest.reload();
  };
  return { watched, latest, dismiss };
};
