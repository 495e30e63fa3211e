import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { jobs } from '#shared/api/routes/jobs.ts';
import type { Job } from '#shared/jobs/job.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import './bulk.css';
import { RemainingDailyEmails, useStartJob, useTypedConfirmation } from './region-job.tsx';

const countChanges = ({ outcomes: { invited = 0, updated = 0 } }: Job) => ({ invited, updated });

type UndoProps = { readonly job: Job; readonly onClose: () => void };

const UndoDialog = ({ job, onClose }: UndoProps) => {
  const { t } = useTexts();
  const { region, isBusy, failure, start } = useStartJob(jobs.startUndo, { onStarted: onClose });
  const { invited, updated } = countChanges(job);
  const confirmation = useTypedConfirmation(invited + updated);
  return (
    <Dialog
      title={t('users.bulk.undo.title')}
      cancel={t('users.bulk.undo.cancel')}
      confirm={{
        text: t('users.bulk.undo.confirm'),
        onChosen: () => void start((id) => ({ region, id, undoes: job.id })),
      }}
      isDestructive
      disabledReason={confirmation.disabledReason}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <ul className="bulk-effects">
        {updated > 0 && <li>{t('users.bulk.undo.updated')}</li>}
        {invited > 0 && <li>{t('users.bulk.undo.invited')}</li>}
        <li>{t('users.bulk.undo.stores')}</li>
        <li>{t('users.bulk.undo.left')}</li>
      </ul>
      <RemainingDailyEmails />
      {confirmation.field}
    </Dialog>
  );
};

/** Undoes an ended import that changed users, after confirmation. The server rejects all but the region's last import. */
export const UndoImport = ({ job }: { readonly job: Job }) => {
  const { t } = useTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  const { invited, updated } = countChanges(job);
  if (job.kind !== 'import' || job.state === 'running' || invited + updated === 0) return null;
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{t('users.bulk.undo.button')}</Button>
      {isConfirming && <UndoDialog job={job} onClose={() => setIsConfirming(false)} />}
    </>
  );
};
