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
import { ReportTable, rowColumn } from '#web/components/files/report-table.tsx';
import { useRowRangesText } from '#web/components/files/row-ranges.ts';
import { SpellingQuestion } from '#web/components/files/spelling-question.tsx';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import { rolesText } from '#web/features/users/user-words.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import './bulk.css';
import { DoubtfulStores, FileConsequences } from './file-consequences.tsx';
import { useTypedConfirmation, useStartJob } from './region-job.tsx';
import { RejectedUserRows, RejectedUsersFile } from './wrong-rows.tsx';

const countRows = (rows: readonly AcceptedRow[], change: RowChange) =>
  rows.filter((row) => row.change === change).length;

type Start = {
  readonly isBlocked: boolean;
  readonly onStarted: () => void;
  /** Reads the file again, because the import of this report can no longer be started. */
  readonly onReadAgain: () => void;
};
type ReadProps = Start & { readonly report: ReadUsersFile };
type InviteProps = ReadProps & { readonly acceptsDoubtfulRows: boolean };

const InviteUsers = ({ report, acceptsDoubtfulRows, isBlocked, onStarted, onReadAgain }: InviteProps) => {
  const { t, formatNumber } = useTexts();
  const { region, isBusy, failure, start } = useStartJob(jobs.startImport, {
    // A job that never started has used up the id of the report.
    onStarted: ({ stopReason }) => {
      if (stopReason === 'notBegun') onReadAgain();
      else onStarted();
    },
  });
  const { jobId, accepted, refused, renamed, emailsLeft = Infinity } = report;
  const invited = countRows(accepted, 'new');
  const updated = countRows(accepted, 'update');
  const isTooMany = invited + updated > emailsLeft;
  const confirmation = useTypedConfirmation(invited + updated);
  const disabledReason = isBlocked
    ? t('errors.JobRunning')
    : isTooMany
      ? t('users.file.tooManyToday')
      : confirmation.disabledReason;

  const label = () => {
    if (updated === 0) return t('users.file.invite', { count: invited, number: formatNumber(invited) });
    if (invited === 0) return t('users.file.update', { count: updated, number: formatNumber(updated) });
    return t('users.file.inviteAndUpdate', { invited: formatNumber(invited), updated: formatNumber(updated) });
  };
  const countAdmins = (change: AcceptedRow['admin']) => accepted.filter(({ admin }) => admin === change).length;
  const becomingAdmin = countAdmins('becomes');
  const ceasingAdmin = countAdmins('ceases');

  if (jobId === undefined || invited + updated === 0) return <Box>{t('users.file.nothingToDo')}</Box>;
  return (
    <SpaceBetween size="s">
      {/* A different name may be a typo or a new name, so the portal keeps its own. */}
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
        <Alert type={isTooMany ? 'warning' : 'info'}>
          {t('users.file.leftToday', { count: emailsLeft })} {isTooMany && t('users.file.tooManyToday')}
        </Alert>
      )}
      {(becomingAdmin > 0 || ceasingAdmin > 0) && (
        <ul className="bulk-effects">
          {becomingAdmin > 0 && <li>{t('users.bulk.effects.becomeAdmin', { count: becomingAdmin })}</li>}
          {ceasingAdmin > 0 && <li>{t('users.bulk.effects.ceaseAdmin', { count: ceasingAdmin })}</li>}
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
        {label()}
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
  rowColumn(t),
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

const ReadReport = ({ report: originalReport, ...start }: ReadProps) => {
  const { t } = useTexts();
  const rowWords = useRowRangesText();
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
      {hiddenRows.length > 0 && <Alert type="info">{t('file.hiddenRows', { rows: rowWords(hiddenRows) })}</Alert>}
      {otherColumns.length > 0 && (
        <Alert type="info">{t('users.file.otherColumns', { columns: otherColumns.join(' | ') })}</Alert>
      )}
      <DoubtfulStores
        refused={refused}
        onConfirmed={() => {
          // Move the focus first, because the button disappears with the question.
          focusReport();
          setConfirmedReport(originalReport);
        }}
      />
      <FileConsequences accepted={accepted} />
      <InviteUsers report={report} acceptsDoubtfulRows={isConfirmed} {...start} />
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

type ReportProps = Start & {
  readonly name: string;
  readonly report: UsersFileReport;
  readonly onSpellingChosen: (charset: Encoding) => void;
};

export const UsersFileReportView = ({ name, report, onSpellingChosen, ...start }: ReportProps) => {
  const { t } = useTexts();
  const spellings = report.outcome === 'read' ? report.spellings : undefined;
  return (
    <div className="file-report">
      <h3 className="file-report-title" tabIndex={-1} data-file-outcome="">
        {t('file.reportOf', { name })}
      </h3>
      {report.outcome === 'refused' && <RejectedUsersFile report={report} />}
      {spellings && <FileSpellings spellings={spellings} onChosen={onSpellingChosen} />}
      {report.outcome === 'read' && !spellings && <ReadReport report={report} {...start} />}
    </div>
  );
};
