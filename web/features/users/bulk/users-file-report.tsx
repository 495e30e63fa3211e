import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useState } from 'react';
import { jobs } from '#shared/api/routes/jobs.ts';
import { limits } from '#shared/config/limits.ts';
import type { Encoding, EncodingSamples } from '#shared/text/spreadsheet.ts';
import type { AcceptedRow, ReadUsersFile, RowChange, UsersFileReport } from '#shared/users/file/report.ts';
import { rowChanges } from '#shared/users/file/report.ts';
import { FileNumbers } from '#web/components/files/file-numbers.tsx';
import { ReportTable, createRowColumn } from '#web/components/files/report-table.tsx';
import { useRowRangesText } from '#web/components/files/row-ranges.ts';
import { SpellingQuestion } from '#web/components/files/spelling-question.tsx';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import { rolesText } from '#web/features/users/user-texts.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import './bulk.css';
import { DoubtfulStores, FileConsequences } from './file-consequences.tsx';
import { useTypedConfirmation, useStartJob } from './region-job.tsx';
import { RejectedUserRows, RejectedUsersFile } from './rejected-user-rows.tsx';

const countRows = (rows: readonly AcceptedRow[], change: RowChange) =>
  rows.filter((row) => row.change === change).length;

type StartProps = {
  readonly isBlocked: boolean;
  readonly onStarted: () => void;
  /** Reads the file again, because the import of this report can no longer be started. */
  readonly onReadAgain: () => void;
};
type ReadProps = StartProps & { readonly report: ReadUsersFile };
type InviteProps = ReadProps & { readonly acceptsDoubtfulRows: boolean };

const InviteUsers = ({ report, acceptsDoubtfulRows, isBlocked, onStarted, onReadAgain }: InviteProps) => {
  const { t, formatNumber } = useTexts();
  const { region, isBusy, failure, start } = useStartJob(jobs.startImport, {
    // The file is read again after a job that never started, because the id of the report is used up.
    onStarted: ({ stopReason }) => {
      if (stopReason === 'notBegun') onReadAgain();
      else onStarted();
    },
  });
  const { jobId, accepted, refused, renamed, emailsLeft = Infinity } = report;
  const invitedCount = countRows(accepted, 'new');
  const updatedCount = countRows(accepted, 'update');
  const isOverDailyLimit = invitedCount + updatedCount > emailsLeft;
  const confirmation = useTypedConfirmation(invitedCount + updatedCount);
  const findDisabledReason = () => {
    if (isBlocked) return t('errors.JobRunning');
    return isOverDailyLimit ? t('users.file.tooManyToday') : confirmation.disabledReason;
  };
  const disabledReason = findDisabledReason();

  const formatLabel = () => {
    if (updatedCount === 0) return t('users.file.invite', { count: invitedCount, number: formatNumber(invitedCount) });
    if (invitedCount === 0) return t('users.file.update', { count: updatedCount, number: formatNumber(updatedCount) });
    return t('users.file.inviteAndUpdate', {
      invited: formatNumber(invitedCount),
      updated: formatNumber(updatedCount),
    });
  };
  const countAdmins = (change: AcceptedRow['admin']) => accepted.filter(({ admin }) => admin === change).length;
  const newAdminCount = countAdmins('becomes');
  const formerAdminCount = countAdmins('ceases');

  if (jobId === undefined || invitedCount + updatedCount === 0) return <Box>{t('users.file.nothingToDo')}</Box>;
  return (
    <SpaceBetween size="s">
      {/* The portal keeps its own store name, because a different one may be a typo. */}
      {renamed.length > 0 && (
        <Alert type="info" header={t('users.file.renamed.title')}>
          <ul className="file-consequences">
            {renamed.map(({ storeId, known, named }) => (
              <li key={[storeId, named].join('\n')}>{t('users.file.renamed.store', { storeId, known, named })}</li>
            ))}
          </ul>
          {t('users.file.renamed.known')}
        </Alert>
      )}
      {refused.length > 0 && <Box>{t('users.file.leftOut', { count: refused.length })}</Box>}
      {emailsLeft < limits.bulk.rows && (
        <Alert type={isOverDailyLimit ? 'warning' : 'info'}>
          {t('users.file.leftToday', { count: emailsLeft })} {isOverDailyLimit && t('users.file.tooManyToday')}
        </Alert>
      )}
      {(newAdminCount > 0 || formerAdminCount > 0) && (
        <ul className="bulk-effects">
          {newAdminCount > 0 && <li>{t('users.bulk.effects.becomeAdmin', { count: newAdminCount })}</li>}
          {formerAdminCount > 0 && <li>{t('users.bulk.effects.ceaseAdmin', { count: formerAdminCount })}</li>}
        </ul>
      )}
      {confirmation.field}
      <Button
        variant="primary"
        loading={isBusy}
        disabled={disabledReason !== undefined}
        {...(disabledReason !== undefined && { disabledReason })}
        onClick={() => void start(() => ({ region, id: jobId, acceptsDoubtfulRows }))}
      >
        {formatLabel()}
      </Button>
      {failure && (
        <FailureAlert
          failure={failure}
          action={failure.code === 'UsersFileOutdated' && <Button onClick={onReadAgain}>{t('file.retry')}</Button>}
        />
      )}
    </SpaceBetween>
  );
};

type Item = AcceptedRow & { readonly id: string };

const buildColumns = (t: Translate): readonly ListColumn<Item>[] => [
  createRowColumn(t),
  {
    id: 'change',
    header: t('users.file.columns.change'),
    text: ({ change }) => t(`users.file.changes.${change}`),
    order: ({ change }) => rowChanges.indexOf(change),
    minWidth: 120,
  },
  { id: 'email', header: t('users.file.columns.email'), text: ({ email }) => email, minWidth: 200 },
  { id: 'storeId', header: t('users.file.columns.storeId'), text: ({ storeId }) => storeId, minWidth: 110 },
  { id: 'storeName', header: t('users.file.columns.storeName'), text: ({ storeName }) => storeName, minWidth: 150 },
  { id: 'roles', header: t('users.file.columns.roles'), text: ({ roles }) => rolesText(roles, { t }), minWidth: 180 },
];

const AcceptedUsers = ({ accepted }: { readonly accepted: readonly AcceptedRow[] }) => {
  const { t } = useTexts();
  const items = useMemo(() => accepted.map((row): Item => ({ ...row, id: String(row.row) })), [accepted]);
  const columns = useMemo(() => buildColumns(t), [t]);
  return (
    <section aria-labelledby="accepted-users">
      <h4 id="accepted-users" className="file-rows-title">
        {t('users.file.accepted')}
      </h4>
      <ReportTable label={t('users.file.accepted')} columns={columns} items={items} />
    </section>
  );
};

const focusReport = () => document.querySelector<HTMLElement>('[data-file-outcome]')?.focus();

/** Returns the report with its doubtful rows moved to the accepted ones. */
const acceptDoubtfulRows = (report: ReadUsersFile): ReadUsersFile => ({
  ...report,
  accepted: [...report.accepted, ...report.refused.flatMap(({ user }) => user ?? [])].toSorted(
    (first, second) => first.row - second.row,
  ),
  refused: report.refused.filter(({ user }) => user === undefined),
});

const ReadReport = ({ report: originalReport, ...startProps }: ReadProps) => {
  const { t } = useTexts();
  const formatRows = useRowRangesText();
  /** Report whose doubtful rows the admin has accepted. */
  const [confirmedReport, setConfirmedReport] = useState<ReadUsersFile>();
  const isConfirmed = confirmedReport === originalReport;
  const report = useMemo(
    () => (isConfirmed ? acceptDoubtfulRows(originalReport) : originalReport),
    [originalReport, isConfirmed],
  );
  const { rows, accepted, refused, otherColumns, otherSheets, hiddenRows } = report;
  return (
    <>
      <FileNumbers
        numbers={[
          [t('file.numbers.rows'), rows],
          [t('users.file.numbers.new'), countRows(accepted, 'new')],
          [t('users.file.numbers.update'), countRows(accepted, 'update')],
          [t('users.file.numbers.unchanged'), countRows(accepted, 'unchanged')],
          [t('file.numbers.refused'), refused.length],
        ]}
      />
      {otherSheets.length > 0 && (
        <Alert type="warning">{t('file.otherSheets', { sheets: otherSheets.join(', ') })}</Alert>
      )}
      {hiddenRows.length > 0 && <Alert type="info">{t('file.hiddenRows', { rows: formatRows(hiddenRows) })}</Alert>}
      {otherColumns.length > 0 && (
        <Alert type="info">{t('users.file.otherColumns', { columns: otherColumns.join(' | ') })}</Alert>
      )}
      <DoubtfulStores
        refused={refused}
        onConfirmed={() => {
          // The focus moves first, because the button disappears with the question.
          focusReport();
          setConfirmedReport(originalReport);
        }}
      />
      <FileConsequences accepted={accepted} />
      <InviteUsers report={report} acceptsDoubtfulRows={isConfirmed} {...startProps} />
      {refused.length > 0 && <RejectedUserRows refused={refused} />}
      {accepted.length > 0 && <AcceptedUsers accepted={accepted} />}
    </>
  );
};

type SpellingsProps = {
  readonly spellings: EncodingSamples;
  readonly onChosen: (charset: Encoding) => void;
};

/** Asks how the file's texts are spelled, before its report is shown. */
const FileSpellings = ({ spellings, onChosen }: SpellingsProps) => {
  const { t } = useTexts();
  const [charset, setCharset] = useState(spellings[0]?.charset);
  return (
    <Alert type="warning" header={t('file.questions.title')}>
      <SpaceBetween size="m">
        <SpellingQuestion spellings={spellings} value={charset} onChange={setCharset} />
        <Button onClick={() => charset && onChosen(charset)}>{t('file.questions.goOn')}</Button>
      </SpaceBetween>
    </Alert>
  );
};

type ReportProps = StartProps & {
  readonly name: string;
  readonly report: UsersFileReport;
  readonly onCharsetChosen: (charset: Encoding) => void;
};

export const UsersFileReportView = ({ name, report, onCharsetChosen, ...startProps }: ReportProps) => {
  const { t } = useTexts();
  const spellings = report.outcome === 'read' ? report.spellings : undefined;
  return (
    <div className="file-report">
      <h3 className="file-report-title" tabIndex={-1} data-file-outcome="">
        {t('file.reportOf', { name })}
      </h3>
      {report.outcome === 'refused' && <RejectedUsersFile report={report} />}
      {spellings && <FileSpellings spellings={spellings} onChosen={onCharsetChosen} />}
      {report.outcome === 'read' && !spellings && <ReadReport report={report} {...startProps} />}
    </div>
  );
};
