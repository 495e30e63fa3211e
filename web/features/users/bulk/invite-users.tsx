import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './bulk.css';
import type { ImportRow } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import { jobs } from '#shared/routes/jobs.ts';
import type { AcceptedRow, ReadUsersFile } from '#shared/users/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import { useTypedNumber } from './typed-number.tsx';
import { useStartJob } from './use-start-job.ts';

const count = (rows: readonly AcceptedRow[], change: AcceptedRow['change']) =>
  rows.filter((row) => row.change === change).length;

/** The rows that bring a change. */
const rowsToSend = ({ accepted }: ReadUsersFile): ImportRow[] =>
  accepted
    .filter(({ change }) => change !== 'unchanged')
    .map(({ row, email, storeId, storeName, roles }) => ({ row, email, storeId, storeName, roles }));

/** Says which stores a file names otherwise than the portal does, whose names stay: it may be a slip, or a new name. */
const RenamedStores = ({ renamed }: Pick<ReadUsersFile, 'renamed'>) => {
  const { t } = useTexts();
  return (
    <Alert type="info" header={t('users.file.renamed.title')}>
      <ul className="renamed-stores">
        {renamed.map(({ storeId, known, named }) => (
          <li key={[storeId, named].join('\n')}>{t('users.file.renamed.store', { storeId, known, named })}</li>
        ))}
      </ul>
      {t('users.file.renamed.known')}
    </Alert>
  );
};

type Props = {
  readonly report: ReadUsersFile;
  readonly updateExisting: boolean;
  /** Another job of the region runs. */
  readonly isBlocked: boolean;
  readonly onStarted: () => void;
};

/** Invites the users of a file, and updates those that are there, if that is wanted. */
export const InviteUsers = ({ report, updateExisting, isBlocked, onStarted }: Props) => {
  const { t, formatNumber } = useTexts();
  const { id, region, isBusy, failure, start } = useStartJob(jobs.startImport, { onStarted });
  const { accepted, refused, renamed, emailsLeft = Infinity } = report;
  const invited = count(accepted, 'new');
  const updated = count(accepted, 'update');
  const isTooMany = invited + updated > emailsLeft;
  const number = useTypedNumber(invited + updated);
  const blockedBy = isBlocked ? t('errors.JobRunning') : isTooMany ? t('users.file.tooManyToday') : number.missing;

  const label = () => {
    if (updated === 0) return t('users.file.invite', { count: invited, number: formatNumber(invited) });
    if (invited === 0) return t('users.file.update', { count: updated, number: formatNumber(updated) });
    return t('users.file.inviteAndUpdate', { invited: formatNumber(invited), updated: formatNumber(updated) });
  };
  const admins = (change: AcceptedRow['admin']) => accepted.filter(({ admin }) => admin === change).length;
  const [become, cease] = [admins('becomes'), admins('ceases')];

  if (invited + updated === 0) return <Box>{t('users.file.nothingToDo')}</Box>;
  return (
    <SpaceBetween size="s">
      {renamed.length > 0 && <RenamedStores renamed={renamed} />}
      {refused.length > 0 && <Box>{t('users.file.leftOut', { count: refused.length })}</Box>}
      {emailsLeft < limits.bulk.rows && (
        <Alert type={isTooMany ? 'warning' : 'info'}>
          {t('users.file.leftToday', { count: emailsLeft })} {isTooMany && t('users.file.tooManyToday')}
        </Alert>
      )}
      {(become > 0 || cease > 0) && (
        <ul className="bulk-effects">
          {become > 0 && <li>{t('users.bulk.effects.becomeAdmin', { count: become })}</li>}
          {cease > 0 && <li>{t('users.bulk.effects.ceaseAdmin', { count: cease })}</li>}
        </ul>
      )}
      {number.field}
      <Button
        variant="primary"
        loading={isBusy}
        disabled={blockedBy !== undefined}
        {...(blockedBy !== undefined && { disabledReason: blockedBy })}
        onClick={() => void start({ region, id, updateExisting, rows: rowsToSend(report) })}
      >
        {label()}
      </Button>
      {failure && <FailureAlert failure={failure} />}
    </SpaceBetween>
  );
};
