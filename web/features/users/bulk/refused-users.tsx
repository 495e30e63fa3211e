import Alert from '@cloudscape-design/components/alert';
import { useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { spreadsheetLimits } from '#shared/spreadsheet.ts';
import { userColumns } from '#shared/users/file/report.ts';
import type {
  RefusedUserRow,
  UserReason,
  UserReasonKey,
  UsersFileProblem,
  UsersFileReport,
} from '#shared/users/file/report.ts';
import type { TextKey, Translate } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { cellReasonTexts, fileProblemTexts } from '#web/ui/file/file-problems.ts';
import { RefusedRows } from '#web/ui/file/refused-rows.tsx';
import { WrongHeaders } from '#web/ui/file/wrong-headers.tsx';
import { fileOfUsers } from './users-table.ts';

const problemTexts = {
  ...fileProblemTexts,
  FileTooLarge: 'users.file.refusals.FileTooLarge',
  UsersFileWrongHeaders: 'users.file.refusals.UsersFileWrongHeaders',
  UsersFileTooManyRows: 'users.file.refusals.UsersFileTooManyRows',
} as const satisfies Record<UsersFileProblem, TextKey>;

type Refused = Extract<UsersFileReport, { readonly outcome: 'refused' }>;

export const RefusedUsersFile = ({ report }: { readonly report: Refused }) => {
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
} as const satisfies Record<UserReasonKey, TextKey>;

const reasonWords = ({ key, row = 0, length = 0, signs = '' }: UserReason, t: Translate): string =>
  t(reasonTexts[key], { row, length, signs });

const valueAt = ({ values }: RefusedUserRow, { column }: UserReason) =>
  column === null ? '' : (values[userColumns.indexOf(column)] ?? '');

export const RefusedUsers = ({ refused }: { readonly refused: readonly RefusedUserRow[] }) => {
  const { t } = useTexts();
  const refusals = useMemo(
    () =>
      refused.flatMap((row) =>
        row.reasons.map((reason) => ({
          row: row.row,
          column: reason.column ?? '',
          value: valueAt(row, reason),
          reason: reasonWords(reason, t),
        })),
      ),
    [refused, t],
  );
  const inFile = (reason: UserReason) =>
    [...(reason.column === null ? [] : [reason.column]), reasonWords(reason, t)].join(': ');
  return (
    <RefusedRows
      refusals={refusals}
      sheet={t('users.file.sheet')}
      table={() =>
        fileOfUsers(
          refused.map(({ values, reasons }) => [
            ...userColumns.map((_, index) => values[index] ?? ''),
            reasons.map(inFile).join('; '),
          ]),
        )
      }
    />
  );
};
