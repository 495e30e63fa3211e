import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/components/files/file.css';
import '#web/ui/file-progress.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { regions } from '#shared/config/regions.ts';
import type { Job } from '#shared/jobs/job.ts';
import { countFinishedRows } from '#shared/jobs/job.ts';
import { usePlace } from '#web/browser/place.ts';
import { FileNumbers } from '#web/components/files/file-numbers.tsx';
import { useMutation } from '#web/data/use-mutation.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import {
  formatJobHeading,
  formatJobSummary,
  listOutcomeCounts,
  estimateRemainingSeconds,
  formatRemainingTime,
} from './job-texts.ts';
import { dismissJob, useWatchedJobs, watchJob } from './region-job.tsx';
import { FailedRows } from './rejected-user-rows.tsx';
import { UndoImport } from './undo-import.tsx';

const progressText = (job: Job, { t, formatNumber }: Texts) =>
  t('users.bulk.job.progress', { done: formatNumber(countFinishedRows(job)), total: formatNumber(job.total) });

const JobProgress = ({ job }: { readonly job: Job }) => {
  const texts = useTexts();
  const { t } = texts;
  const text = progressText(job, texts);
  return (
    <>
      <div className="file-progress">
        <progress
          aria-label={formatJobHeading(job, t)}
          aria-valuetext={text}
          max={job.total}
          value={countFinishedRows(job)}
        />
        <span>{text}</span>
        <span>{formatRemainingTime(estimateRemainingSeconds(job), t)}</span>
      </div>
      <Box color="text-body-secondary">{t('users.bulk.job.background')}</Box>
    </>
  );
};

const JobSummary = ({ job }: { readonly job: Job }) => {
  const texts = useTexts();
  const { failed = 0 } = job.outcomes;
  const isComplete = failed === 0 && job.state === 'done';
  return (
    <>
      <Alert type={isComplete ? 'success' : 'warning'}>{formatJobSummary(job, texts)}</Alert>
      <FileNumbers numbers={listOutcomeCounts(job, texts.t)} />
      {failed > 0 && <FailedRows job={job} />}
    </>
  );
};

const StopJob = ({ job }: { readonly job: Job }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, failure, mutate, reset } = useMutation(jobs.stopJob, {
    onDone: (stoppedJob) => {
      setIsConfirming(false);
      watchJob(region, stoppedJob);
    },
  });
  const close = () => {
    setIsConfirming(false);
    reset();
  };
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{t('users.bulk.stop.button')}</Button>
      {isConfirming && (
        <Dialog
          title={t('users.bulk.stop.title')}
          cancel={t('users.bulk.stop.cancel')}
          confirm={{ text: t('users.bulk.stop.confirm'), onChosen: () => void mutate({ region, id: job.id }) }}
          isBusy={isBusy}
          failure={failure}
          onClose={close}
        >
          <Box>{t('users.bulk.stop.text')}</Box>
        </Dialog>
      )}
    </>
  );
};

type Props = {
  readonly job: Job;
  /** True if the job was just started on this page; the panel then takes the focus. */
  readonly isStartedHere: boolean;
  readonly canDismiss?: boolean;
  readonly children?: ReactNode;
};

export const JobPanel = ({ job, isStartedHere, canDismiss = false, children }: Props) => {
  const texts = useTexts();
  const { t, formatInstant } = texts;
  const { region } = usePlace();
  const { timeZone } = regions[region];
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isRunning = job.state === 'running';

  useEffect(() => {
    if (isStartedHere) heading.current?.focus();
  }, [isStartedHere]);

  // Progress is announced per quarter, because an announcement per row would be too much.
  const quarter = job.total === 0 ? 4 : Math.floor((4 * countFinishedRows(job)) / job.total);
  const announcedState = useRef({ isRunning, quarter });
  const announceChange = useEffectEvent((current: typeof announcedState.current) => {
    const previousState = announcedState.current;
    announcedState.current = current;
    if (previousState.isRunning && !current.isRunning) {
      announce(formatJobSummary(job, texts));
      // The focus moves only if the user has not moved it elsewhere.
      const { activeElement } = document;
      if (activeElement === document.body || panel.current?.contains(activeElement)) heading.current?.focus();
    } else if (current.isRunning && current.quarter > previousState.quarter)
      announce(`${progressText(job, texts)}. ${formatRemainingTime(estimateRemainingSeconds(job), t)}`);
  });
  useEffect(() => announceChange({ isRunning, quarter }), [isRunning, quarter]);

  return (
    <div ref={panel}>
      <Container>
        <div className="file-report">
          <h2 ref={heading} tabIndex={-1} className="file-report-title">
            {formatJobHeading(job, t)}
          </h2>
          <Box color="text-body-secondary">
            {t('users.bulk.job.startedBy', { date: formatInstant(job.startedAt, timeZone), by: job.by })}
          </Box>
          {isRunning ? <JobProgress job={job} /> : <JobSummary job={job} />}
          <SpaceBetween direction="horizontal" size="xs">
            {isRunning && <StopJob job={job} />}
            <UndoImport job={job} />
            {!isRunning && canDismiss && (
              <Button
                onClick={() => {
                  // The focus moves first, because the button disappears with the panel.
                  focusHeading();
                  dismissJob(region, job);
                }}
              >
                {t('users.bulk.job.dismiss')}
              </Button>
            )}
            {children}
          </SpaceBetween>
        </div>
      </Container>
    </div>
  );
};

/** Panels of the region's running jobs, including jobs of other admins, and summaries of the jobs that were seen running. Calls `onEnded` when a job has ended and users may have changed. */
export const RunningJobs = ({ onEnded }: { readonly onEnded: () => void }) => {
  const { t } = useTexts();
  const place = usePlace();
  const { watchedJobs } = useWatchedJobs();
  const seenJobs = watchedJobs.filter(({ wasSeenRunning }) => wasSeenRunning);
  const endedJobIds = seenJobs.filter(({ job }) => job.state !== 'running').map(({ job }) => job.id);
  const notifyEnded = useEffectEvent(onEnded);
  const endedIds = endedJobIds.join();
  useEffect(() => {
    if (endedIds !== '') notifyEnded();
  }, [endedIds]);
  return seenJobs
    .filter(({ isDismissed }) => !isDismissed)
    .map(({ job, isStartedHere }) => (
      <JobPanel key={job.id} job={job} isStartedHere={isStartedHere} canDismiss>
        {job.kind === 'import' && (
          <LinkButton href={paths.registerUsersBulk(place)}>{t('users.bulk.job.show')}</LinkButton>
        )}
      </JobPanel>
    ));
};
