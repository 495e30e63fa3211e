import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/ui/file/file.css';
import '#web/ui/file-progress.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Job } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useMutation } from '#web/data/use-mutation.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Texts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FileNumbers } from '#web/ui/file/file-numbers.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import { jobHeading, jobSummary, outcomeNumbers, remainingSeconds, remainingWords } from './job-words.ts';
import { dismissJob, useFollowedJobs, watchJob } from './region-job.tsx';
import { UndoImport } from './undo-import.tsx';
import { FailedRows } from './wrong-rows.tsx';

const progressWords = (job: Job, { t, formatNumber }: Texts) =>
  t('users.bulk.job.progress', { done: formatNumber(rowsDone(job)), total: formatNumber(job.total) });

const JobProgress = ({ job }: { readonly job: Job }) => {
  const texts = useTexts();
  const { t } = texts;
  const words = progressWords(job, texts);
  return (
    <>
      <div className="file-progress">
        <progress aria-label={jobHeading(job, t)} aria-valuetext={words} max={job.total} value={rowsDone(job)} />
        <span>{words}</span>
        <span>{remainingWords(remainingSeconds(job), t)}</span>
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
      <Alert type={isComplete ? 'success' : 'warning'}>{jobSummary(job, texts)}</Alert>
      <FileNumbers numbers={outcomeNumbers(job, texts.t)} />
      {failed > 0 && <FailedRows job={job} />}
    </>
  );
};

const StopJob = ({ job }: { readonly job: Job }) => {
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
        <QuestionDialog
          title={t('users.bulk.stop.title')}
          cancel={t('users.bulk.stop.cancel')}
          confirm={{ text: t('users.bulk.stop.confirm'), onChosen: () => void mutate({ region, id: job.id }) }}
          isBusy={isBusy}
          failure={failure}
          onClose={close}
        >
          <Box>{t('users.bulk.stop.text')}</Box>
        </QuestionDialog>
      )}
    </>
  );
};

type Props = {
  readonly job: Job;
  /** Begun just now, so that whoever began it is led here. */
  readonly isBegunHere: boolean;
  readonly canDismiss?: boolean;
  readonly children?: ReactNode;
};

export const JobPanel = ({ job, isBegunHere, canDismiss = false, children }: Props) => {
  const texts = useTexts();
  const { t, formatInstant } = texts;
  const { region } = usePlace();
  const { timeZone } = regions[region];
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isRunning = job.state === 'running';

  useEffect(() => {
    if (isBegunHere) heading.current?.focus();
  }, [isBegunHere]);

  // Nobody wants every row read out: a quarter of the way at a time.
  const quarter = job.total === 0 ? 4 : Math.floor((4 * rowsDone(job)) / job.total);
  const told = useRef({ isRunning, quarter });
  const tell = useEffectEvent((now: typeof told.current) => {
    const before = told.current;
    told.current = now;
    if (before.isRunning && !now.isRunning) {
      announce(jobSummary(job, texts));
      // Whoever went on with something else meanwhile is not called back.
      const { activeElement } = document;
      if (activeElement === document.body || panel.current?.contains(activeElement)) heading.current?.focus();
    } else if (now.isRunning && now.quarter > before.quarter)
      announce(`${progressWords(job, texts)}. ${remainingWords(remainingSeconds(job), t)}`);
  });
  useEffect(() => tell({ isRunning, quarter }), [isRunning, quarter]);

  return (
    <div ref={panel}>
      <Container>
        <div className="file-report">
          <h2 ref={heading} tabIndex={-1} className="file-report-title">
            {jobHeading(job, t)}
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
                  // The button goes with the panel.
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

/** The region's jobs while they run, whoever began them; and what they came to, for a reader who saw them run. `onEnded`: users may have changed. */
export const RunningJobs = ({ onEnded }: { readonly onEnded: () => void }) => {
  const { t } = useTexts();
  const place = usePlace();
  const { watched } = useFollowedJobs();
  const news = watched.filter(({ isNews }) => isNews);
  const ended = news.filter(({ job }) => job.state !== 'running').map(({ job }) => job.id);
  const end = useEffectEvent(onEnded);
  const endedIds = ended.join();
  useEffect(() => {
    if (endedIds !== '') end();
  }, [endedIds]);
  return news
    .filter(({ isDismissed }) => !isDismissed)
    .map(({ job, isBegunHere }) => (
      <JobPanel key={job.id} job={job} isBegunHere={isBegunHere} canDismiss>
        {job.kind === 'import' && (
          <LinkButton href={paths.registerUsersBulk(place)}>{t('users.bulk.job.show')}</LinkButton>
        )}
      </JobPanel>
    ));
};
