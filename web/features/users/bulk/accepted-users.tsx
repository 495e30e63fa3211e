import { useMemo } from 'react';
import type { AcceptedRow } from '#shared/users/file/report.ts';
import { rowChanges } from '#shared/users/file/report.ts';
import { rolesText } from '#web/features/users/user-words.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Texts } from '#web/language/i18n.ts';
import { ReportTable } from '#web/ui/file/report-table.tsx';
import type { ListColumn } from '#web/ui/list/data-table.tsx';

type Item = AcceptedRow & { readonly id: string };

const columnsOf = ({ t }: Texts): readonly ListColumn<Item>[] => [
  {
    id: 'row',
    header: t('file.columns.row'),
    text: ({ row }) => String(row),
    order: ({ row }) => row,
    minWidth: 80,
    isRowHeader: true,
  },
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
export const AcceptedUsers = ({ accepted }: { readonly accepted: readonly AcceptedRow[] }) => {
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
