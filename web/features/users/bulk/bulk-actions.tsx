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

/** Does one thing to all selected users. Its progress and summary are shown by `RunningJob`, which stands on the same page. */
export const BulkActions = ({ selected }: { readonly selected: readonly UserSummary[] }) => {
  const { t } = useTexts();
  const [action, setAction] = useState<BulkAction>();
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
      {action && <ActionDialog action={action} selected={selected} onClose={() => setAction(undefined)} />}
    </>
  );
};

/** The region's job while it runs, whoever began it; and what it came to, for whoever saw it run. `onEnded`: users may have changed. */
export const RunningJob = ({ onEnded }: { readonly onEnded: () => void }) => {
  const { t } = useTexts();
  const here = usePlace();
  const { watched, dismiss } = useFollowedJob();
  const endedId = watched?.isNews && watched.job.state !== 'running' ? watched.job.id : undefined;
  const end = useEffectEvent(onEnded);
  useEffect(() => {
    if (endedId !== undefined) end();
  }, [endedId]);
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
