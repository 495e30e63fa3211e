import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useEffect, useEffectEvent, useState } from 'react';
import { bulkActions } from '#shared/jobs/job.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import { paths } from '#shared/paths.ts';
import type { UserSummary } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { JobPanel } from './job-panel.tsx';
import { useFollowedJob } from './use-followed-job.ts';
import { useWatchedJob } from './watched-job.ts';

/** Tells when a job that was begun here has ended. */
const useEndOf = (id: string | undefined, onEnd: () => void) => {
  const job = useWatchedJob()?.job;
  const isOver = job !== undefined && job.id === id && job.state !== 'running';
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
};

type BulkActionsProps = {
  readonly selected: readonly UserSummary[];
  /** The action has ended: what a list shows of the users is no longer so. */
  readonly onDone: () => void;
};

/** Does one thing to all selected users. Its progress and summary are shown by `RunningJob`, which stands on the same page. */
export const BulkActions = ({ selected, onDone }: BulkActionsProps) => {
  const { t } = useTexts();
  const [action, setAction] = useState<BulkAction>();
  const [begun, setBegun] = useState<string>();
  useEndOf(begun, onDone);
  const isNobody = selected.length === 0;
  return (
    <>
      <ButtonDropdown
        items={bulkActions.map((id) => ({ id, text: t(`users.bulk.actions.${id}.item`) }))}
        disabled={isNobody}
        {...(isNobody && { disabledReason: t('users.bulk.actions.noneSelected') })}
        onItemClick={({ detail }) => setAction(bulkActions.find((id) => id === detail.id))}
      >
        {t('users.bulk.actions.button')}
      </ButtonDropdown>
      {action && (
        <ActionDialog
          action={action}
          selected={selected}
          onStarted={(job) => {
            setAction(undefined);
            setBegun(job.id);
          }}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
};

/** The region's job while it runs, whoever began it; and what it came to, for whoever saw it run. `onEnded`: users may have changed. */
export const RunningJob = ({ onEnded = () => {} }: { readonly onEnded?: () => void }) => {
  const { t } = useTexts();
  const here = usePlace();
  const { watched, dismiss } = useFollowedJob();
  useEndOf(watched?.isNews ? watched.job.id : undefined, onEnded);
  if (!watched?.isNews || watched.isDismissed) return null;
  const { job, isBegunHere } = watched;
  return (
    <JobPanel
      key={job.id}
      job={job}
      isBegunHere={isBegunHere}
      onDismiss={dismiss}
      actions={
        job.kind === 'import' && (
          <LinkButton href={paths.registerUsersBulk(here)}>{t('users.bulk.job.show')}</LinkButton>
        )
      }
    />
  );
};
