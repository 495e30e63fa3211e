import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { useMemo } from 'react';
import { isErrorCode } from '#shared/api/errors.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { limits } from '#shared/config/limits.ts';
import type { FailedRow, Job } from '#shared/jobs/job.ts';
import { spreadsheetLimits } from '#shared/text/spreadsheet.ts';
import { reasonColumn, userColumns } from '#shared/users/file/columns.ts';
import type { UserColumn } from '#shared/users/file/columns.ts';
import type {
  RejectedUserRow,
  UserReason,
  UserReasonKey,
  UsersFileProblem,
  UsersFileReport,
} from '#shared/users/file/report.ts';
import { usePlace } from '#web/browser/place.ts';
import { cellReasonTexts, fileProblemTexts } from '#web/components/files/file-problems.ts';
import { RejectedRowsList } from '#web/components/files/rejected-rows.tsx';
import { ReportTable, createRowColumn } from '#web/components/files/report-table.tsx';
import type { TextTable } from '#web/components/files/table-download.tsx';
import { TableDownload } from '#web/components/files/table-download.tsx';
import { WrongHeaders } from '#web/components/files/wrong-headers.tsx';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import { LoadFailed, Loading } from '#web/components/lists/loading.tsx';
import { useQuery } from '#web/data/use-query.ts';
import { EmailAddress } from '#web/features/users/user-texts.tsx';
import type { TextKey, Translate } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';

export const toUserCells = ({
  email,
  storeId,
  storeName,
  roles,
}: Pick<FailedRow, 'email' | 'storeId' | 'storeName' | 'roles'>): string[] => {
  const values: Record<UserColumn, string> = {
    email,
    storeId,
    storeName,
    registerRepairs: String(roles.includes('register-repairs')),
    registerReturns: String(roles.includes('register-returns')),
    admin: String(roles.includes('admin')),
  };
  return userColumns.map((column) => values[column]);
};

/** Builds a file of rows to correct and upload again, with the reason in the last column. */
const buildCorrectionFile = (rows: TextTable['rows']): TextTable => ({ headers: [...userColumns, reasonColumn], rows });

const problemTexts = {
  ...fileProblemTexts,
  FileTooLarge: 'users.file.refusals.FileTooLarge',
  UsersFileWrongHeaders: 'users.file.refusals.UsersFileWrongHeaders',
  UsersFileTooManyRows: 'users.file.refusals.UsersFileTooManyRows',
} as const satisfies Record<UsersFileProblem, TextKey>;

export const RejectedUsersFile = ({
  report,
}: {
  readonly report: Extract<UsersFileReport, { readonly outcome: 'refused' }>;
}) => {
  const { t, formatNumber } = useTexts();
  const { code, rows = 0, row, missing = [], unknown = [], repeated = [], otherSheets } = report;
  return (
    <Alert
      type="error"
      header={t(problemTexts[code], {
        most: formatNumber(limits.bulk.rows),
        rows: formatNumber(rows),
        megabytes: spreadsheetLimits.bytes / 1024 / 1024,
      })}
    >
      {code === 'UsersFileWrongHeaders' && (
        <WrongHeaders {...{ missing, unknown, repeated, otherSheets }} expected={userColumns} />
      )}
      {row !== undefined && <p>{t('file.readUpTo', { row })}</p>}
      <p>{t('users.file.nothingDone')}</p>
    </Alert>
  );
};

const reasonTexts = {
  ...cellReasonTexts,
  emailMalformed: 'users.file.reasons.emailMalformed',
  notBoolean: 'users.file.reasons.notBoolean',
  emailTwice: 'users.file.reasons.emailTwice',
  noReturnsHere: 'users.file.reasons.noReturnsHere',
  exists: 'users.file.reasons.exists',
  ownAccount: 'users.file.reasons.ownAccount',
  storeIdZeros: 'users.file.reasons.storeIdZeros',
  storeUnclear: 'users.file.reasons.storeUnclear',
} as const satisfies Record<UserReasonKey, TextKey>;

/** Returns the text of a rejection. `row` is the rejected row; the reason may refer to another row. */
const rejectionText = (row: number, reason: UserReason, t: Translate): string => {
  const { key, row: otherRow = 0, length = 0, signs = '', storeIds = [] } = reason;
  const first = Math.min(row, otherRow);
  const second = Math.max(row, otherRow);
  return t(reasonTexts[key], { first, second, length, signs, storeIds: storeIds.join(', ') });
};

export const RejectedUserRows = ({ refused }: { readonly refused: readonly RejectedUserRow[] }) => {
  const { t } = useTexts();
  const problems = useMemo(
    () =>
      refused.flatMap((row) =>
        row.reasons.map((reason) => ({
          row: row.row,
          column: reason.column ?? '',
          value: (reason.column && row.values[userColumns.indexOf(reason.column)]) ?? '',
          reason: rejectionText(row.row, reason, t),
        })),
      ),
    [refused, t],
  );
  const formatReason = (row: number, reason: UserReason) =>
    [...(reason.column === null ? [] : [reason.column]), rejectionText(row, reason, t)].join(': ');
  return (
    <RejectedRowsList
      problems={problems}
      sheetTitle={t('users.file.sheet')}
      createTable={() =>
        buildCorrectionFile(
          refused.map(({ row, values, reasons }) => [
            ...userColumns.map((_, index) => values[index] ?? ''),
            reasons.map((reason) => formatReason(row, reason)).join('; '),
          ]),
        )
      }
    />
  );
};

type Item = FailedRow & { readonly id: string };

const failureText = (reason: string, t: Translate) => t(`errors.${isErrorCode(reason) ? reason : 'OtherAwsError'}`);

/** Returns the table's columns. Only imports have row numbers, because other jobs have no file. */
const buildColumns = (t: Translate, isFromFile: boolean): readonly ListColumn<Item>[] => [
  ...(isFromFile ? [createRowColumn<Item>(t)] : []),
  {
    id: 'email',
    header: t('users.file.columns.email'),
    text: ({ email }) => email,
    cell: ({ email }) => <EmailAddress>{email}</EmailAddress>,
    minWidth: 200,
    isRowHeader: !isFromFile,
  },
  { id: 'storeId', header: t('users.file.columns.storeId'), text: ({ storeId }) => storeId, minWidth: 110 },
  { id: 'reason', header: t('file.columns.reason'), text: ({ reason }) => failureText(reason, t), minWidth: 260 },
];

export const FailedRows = ({ job }: { readonly job: Job }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const query = useQuery(jobs.listFailedRows, { region, id: job.id });
  const rows = query.status === 'loaded' ? query.data.items : undefined;
  const items = useMemo(() => rows?.map((row, index): Item => ({ ...row, id: String(index) })) ?? [], [rows]);
  const isFromFile = job.kind === 'import';
  const columns = useMemo(() => buildColumns(t, isFromFile), [t, isFromFile]);
  return (
    <section aria-labelledby="failed-rows">
      <h3 id="failed-rows" className="file-rows-title">
        {t('users.bulk.failed.title')}
      </h3>
      {query.status === 'loading' && <Loading text={t('users.bulk.failed.loading')} />}
      {query.status === 'failed' && <LoadFailed failure={query} onRetry={query.reload} />}
      {rows && (
        <>
          {isFromFile && <Box variant="p">{t('users.bulk.failed.hint')}</Box>}
          <TableDownload
            label={t('users.bulk.failed.download')}
            name={t('users.bulk.failed.name')}
            title={t('users.file.sheet')}
            createTable={() =>
              buildCorrectionFile(rows.map((row) => [...toUserCells(row), failureText(row.reason, t)]))
            }
          />
          <ReportTable label={t('users.bulk.failed.title')} columns={columns} items={items} />
        </>
      )}
    </section>
  );
};
