import Box from '@cloudscape-design/components/box';
import { useMemo } from 'react';
import { isErrorCode } from '#shared/errors.ts';
import type { FailedRow, Job } from '#shared/jobs/job.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { EmailAddress } from '#web/features/users/user-words.tsx';
import { useTexts } from '#web/language/i18n.ts';
import type { Translate } from '#web/language/i18n.ts';
import { ReportTable, rowColumn } from '#web/ui/file/report-table.tsx';
import { TableDownload } from '#web/ui/file/table-download.tsx';
import type { ListColumn } from '#web/ui/list/list-column.ts';
import { LoadFailed, Loading } from '#web/ui/list/loading.tsx';
import { fileOfUsers, valuesOfUser } from './users-table.ts';

type Item = FailedRow & { readonly id: string };

const reasonWords = (reason: string, t: Translate) => t(`errors.${isErrorCode(reason) ? reason : 'OtherAwsError'}`);

/** Only the rows of a file have numbers that mean something. */
const columnsOf = (t: Translate, isOfFile: boolean): readonly ListColumn<Item>[] => [
  ...(isOfFile ? [rowColumn<Item>(t)] : []),
  {
    id: 'email',
    header: t('users.file.columns.email'),
    text: ({ email }) => email,
    cell: ({ email }) => <EmailAddress>{email}</EmailAddress>,
    minWidth: 200,
    isRowHeader: !isOfFile,
  },
  { id: 'storeId', header: t('users.file.columns.storeId'), text: ({ storeId }) => storeId, minWidth: 110 },
  { id: 'reason', header: t('file.columns.reason'), text: ({ reason }) => reasonWords(reason, t), minWidth: 260 },
];

export const FailedRows = ({ job }: { readonly job: Job }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const query = useQuery(jobs.listFailedRows, { region, id: job.id });
  const rows = query.status === 'loaded' ? query.data.items : undefined;
  const items = useMemo(() => rows?.map((row, index): Item => ({ ...row, id: String(index) })) ?? [], [rows]);
  const isOfFile = job.kind === 'import';
  const columns = useMemo(() => columnsOf(t, isOfFile), [t, isOfFile]);
  return (
    <section aria-labelledby="failed-rows">
      <h3 id="failed-rows" className="file-rows-title">
        {t('users.bulk.failed.title')}
      </h3>
      {query.status === 'loading' && <Loading text={t('users.bulk.failed.loading')} />}
      {query.status === 'failed' && <LoadFailed failure={query} onRetry={query.reload} />}
      {rows && (
        <>
          {isOfFile && <Box variant="p">{t('users.bulk.failed.hint')}</Box>}
          <TableDownload
            label={t('users.bulk.failed.download')}
            name={t('users.bulk.failed.name')}
            title={t('users.file.sheet')}
            table={() => fileOfUsers(rows.map((row) => [...valuesOfUser(row), reasonWords(row.reason, t)]))}
          />
          <ReportTable label={t('users.bulk.failed.title')} columns={columns} items={items} />
        </>
      )}
    </section>
  );
};
