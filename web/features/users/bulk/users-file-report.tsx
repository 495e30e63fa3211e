import Alert from '@cloudscape-design/components/alert';
import { useMemo } from 'react';
import type { AcceptedRow, ReadUsersFile, RowChange, UsersFileReport } from '#shared/users/file/report.ts';
import { rowChanges } from '#shared/users/file/report.ts';
import { rolesText } from '#web/features/users/user-words.tsx';
import { useTexts } from '#web/language/i18n.ts';
import type { Texts } from '#web/language/i18n.ts';
import { FileNumbers } from '#web/ui/file/file-numbers.tsx';
import { ReportTable, rowColumn } from '#web/ui/file/report-table.tsx';
import { useRowWords } from '#web/ui/file/row-words.ts';
import type { ListColumn } from '#web/ui/list/list-column.ts';
import { InviteUsers } from './invite-users.tsx';
import { RefusedUsers, RefusedUsersFile } from './refused-users.tsx';

type Item = AcceptedRow & { readonly id: string };

const columnsOf = ({ t }: Texts): readonly ListColumn<Item>[] => [
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
  {
    id: 'roles',
    header: t('users.file.columns.roles'),
    text: ({ roles }) => rolesText(roles, { t }),
    minWidth: 180,
  },
];

/** What would happen to each of the rows that nothing is wrong with. */
const AcceptedUsers = ({ accepted }: { readonly accepted: readonly AcceptedRow[] }) => {
  const texts = useTexts();
  const { t } = texts;
  const items = useMemo(() => accepted.map((row): Item => ({ ...row, id: String(row.row) })), [accepted]);
  const columns = useMemo(() => columnsOf(texts), [texts]);
  return (
    <section aria-labelledby="accepted-users">
      <h4 id="accepted-users" className="file-rows-title">
        {t('users.file.accepted')}
      </h4>
      <ReportTable label={t('users.file.accepted')} columns={columns} items={items} />
    </section>
  );
};

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
