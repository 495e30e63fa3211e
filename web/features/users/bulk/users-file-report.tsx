import Alert from '@cloudscape-design/components/alert';
import type { ReadUsersFile, RowChange, UsersFileReport } from '#shared/users/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FileNumbers } from '#web/ui/file/file-numbers.tsx';
import { useRowWords } from '#web/ui/file/row-words.ts';
import { AcceptedUsers } from './accepted-users.tsx';
import { InviteUsers } from './invite-users.tsx';
import { RefusedUsers, RefusedUsersFile } from './refused-users.tsx';

type Start = {
  readonly updateExisting: boolean;
  readonly isBlocked: boolean;
  readonly onStarted: () => void;
};

/** What a file would bring: every row of it is new, an update, unchanged, or to be corrected. */
const ReadReport = ({ report, ...start }: Start & { readonly report: ReadUsersFile }) => {
  const { t } = useTexts();
  const rowWords = useRowWords();
  const { rows, accepted, refused, otherSheets, hiddenRows } = report;
  const count = (change: RowChange) => accepted.filter((row) => row.change === change).length;
  return (
    <>
      <FileNumbers
        numbers={[
          [t('file.numbers.rows'), rows],
          [t('users.file.numbers.new'), count('new')],
          [t('users.file.numbers.update'), count('update')],
          [t('users.file.numbers.unchanged'), count('unchanged')],
          [t('file.numbers.refused'), refused.length],
        ]}
      />
      {otherSheets.length > 0 && (
        <Alert type="warning">{t('file.otherSheets', { sheets: otherSheets.join(', ') })}</Alert>
      )}
      {hiddenRows.length > 0 && <Alert type="info">{t('file.hiddenRows', { rows: rowWords(hiddenRows) })}</Alert>}
      <InviteUsers report={report} {...start} />
      {refused.length > 0 && <RefusedUsers refused={refused} />}
      {accepted.length > 0 && <AcceptedUsers accepted={accepted} />}
    </>
  );
};

/** What became of a file of users; nothing has happened yet. */
export const UsersFileReportView = ({
  name,
  report,
  ...start
}: Start & { readonly name: string; readonly report: UsersFileReport }) => {
  const { t } = useTexts();
  return (
    <div className="file-report">
      <h3 className="file-report-title" tabIndex={-1} data-file-outcome="">
        {t('file.reportOf', { name })}
      </h3>
      {report.outcome === 'refused' ? <RefusedUsersFile report={report} /> : <ReadReport report={report} {...start} />}
    </div>
  );
};
