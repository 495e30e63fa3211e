import type { FailedRow } from '#shared/jobs/job.ts';
import { reasonColumn, userColumns } from '#shared/users/file/report.ts';
import type { UserColumn } from '#shared/users/file/report.ts';
import type { TextTable } from '#web/ui/file/table-download.tsx';

export const valuesOfUser = ({
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

/** Rows to be corrected as a file that can be sent again; each ends with its reason. */
export const fileOfUsers = (rows: TextTable['rows']): TextTable => ({ headers: [...userColumns, reasonColumn], rows });
