import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { ImportRow, Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import type { AcceptedRow, ReadUsersFile } from '#shared/users/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { RenamedStores } from './renamed-stores.tsx';
import type { Names } from './renamed-stores.tsx';
import { useStartJob } from './use-start-job.ts';

const count = (rows: readonly AcceptedRow[], change: AcceptedRow['change']) =>
  rows.filter((row) => row.change === change).length;

/** The rows that bring a change, under the names of their stores that are meant. */
const rowsToSend = ({ accepted, renamed }: ReadUsersFile, names: Names | undefined): ImportRow[] => {
  const known = new Map(names === 'known' ? renamed.map((store) => [store.storeId, store.known]) : []);
  return accepted
    .filter(({ change }) => change !== 'unchanged')
    .map(({ row, email, storeId, storeName, roles }) => ({
      row,
      email,
      storeId,
      storeName: known.get(storeId) ?? storeName,
      roles,
    }));
};

type Props = {
  readonly report: ReadUsersFile;
  readonly updateExisting: boolean;
  /** Another job of the region runs. */
  readonly isBlocked: boolean;
  readonly onStarted: (job: Job) => void;
};

/** Invites the users of a file, and updates those that are there, if that is wanted. */
export const InviteUsers = ({ report, updateExisting, isBlocked, onStarted }: Props) => {
  const { t, formatNumber } = useTexts();
  const [names, setNames] = useState<Names>();
  const [isNameMissing, setNameMissing] = useState(false);
  const { id, region, isBusy, failure, start } = useStartJob(jobs.startImport, { onStarted });
  const { accepted, refused, renamed } = report;
  const invited = count(accepted, 'new');
  const updated = count(accepted, 'update');

  const label = () => {
    if (updated === 0) return t('users.file.invite', { count: invited, number: formatNumber(invited) });
    if (invited === 0) return t('users.file.update', { count: updated, number: formatNumber(updated) });
    return t('users.file.inviteAndUpdate', { invited: formatNumber(invited), updated: formatNumber(updated) });
  };
  const invite = () => {
    if (renamed.length > 0 && names === undefined) {
      setNameMissing(true);
      announce(t('users.file.renamed.required'));
      return focusField(['names']);
    }
    return void start({ region, id, updateExisting, rows: rowsToSend(report, names) });
  };

  if (invited + updated === 0) return <Box>{t('users.file.nothingToDo')}</Box>;
  return (
    <SpaceBetween size="s">
      {renamed.length > 0 && (
        <RenamedStores
          renamed={renamed}
          value={names}
          onChange={(chosen) => {
            setNames(chosen);
            setNameMissing(false);
          }}
          isMissing={isNameMissing}
        />
      )}
      {refused.length > 0 && <Box>{t('users.file.leftOut', { count: refused.length })}</Box>}
      <Button
        variant="primary"
        loading={isBusy}
        disabled={isBlocked}
        {...(isBlocked && { disabledReason: t('errors.JobRunning') })}
        onClick={invite}
      >
        {label()}
      </Button>
      {failure && <FailureAlert failure={failure} />}
    </SpaceBetween>
  );
};
