import type { RemainingForDay } from '#lambdas/lib/http/daily-limits.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { DraftRow, ImportDrafts } from '#lambdas/lib/jobs/import-drafts.ts';
import { isCharset, toUtf8 } from '#lambdas/lib/spreadsheets/charset.ts';
import { reportOnBytes } from '#lambdas/lib/spreadsheets/reader.ts';
import type { Uploads } from '#lambdas/lib/uploads/uploads.ts';
import { isOwnKey, consumeUpload, toUploadKey } from '#lambdas/lib/uploads/uploads.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { AppError } from '#shared/api/errors.ts';
import type { userFiles } from '#shared/api/routes/user-files.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AcceptedRow, ReadUsersFile, UsersFileReport } from '#shared/users/file/report.ts';
import { reportOnUsers } from './build-report.ts';
import type { FindKnownUsers } from './known-users-store.ts';
import type { UsersReader } from './rows/parse-users.ts';

export type UserFilesCollaborators = {
  readonly uploads: Uploads;
  readonly reader: Pick<UsersReader, 'read'>;
  readonly findUsers: FindKnownUsers;
  readonly stores: Pick<StoresStore, 'list'>;
  readonly drafts: Pick<ImportDrafts, 'add'>;
  readonly settings: Readonly<Record<RegionId, { readonly returnsAvailable: boolean }>>;
  readonly readRemainingForDay: RemainingForDay;
  readonly newId: () => string;
  /** Called with the cause if a file exceeded the limits of the reader. */
  readonly onLimit: (cause: string) => void;
  readonly onDeletionFailure: (error: unknown) => void;
};

/** Maximum report size, below Lambda's response limit of 6 MB. 5,000 realistic rows take 2 MB; only deliberately filled cells take more. */
const maxReportBytes = 5_500_000;

const isTooLarge = (report: UsersFileReport) => Buffer.byteLength(JSON.stringify(report)) > maxReportBytes;

const toDraftRow = ({ row, email, storeId, storeName, roles }: AcceptedRow, isDoubtful: boolean): DraftRow => ({
  row,
  email,
  storeId,
  storeName,
  roles,
  isDoubtful,
});

/** Returns the rows that an import of the file would process, including those whose store ids are in doubt. */
const toDraftRows = ({ accepted, refused }: ReadUsersFile): DraftRow[] => {
  const changedRows = accepted.filter(({ change }) => change !== 'unchanged');
  const doubtfulRows = refused.flatMap(({ user }) => user ?? []);
  return [
    ...changedRows.map((row) => toDraftRow(row, false)),
    ...doubtfulRows.map((row) => toDraftRow(row, true)),
  ].toSorted((a, b) => a.row - b.row);
};

export const createUserFileHandlers = (collaborators: UserFilesCollaborators): Handlers<typeof userFiles> => {
  const {
    uploads,
    reader,
    findUsers,
    stores,
    drafts,
    settings,
    readRemainingForDay,
    newId,
    onLimit,
    onDeletionFailure,
  } = collaborators;
  return {
    requestUserUpload: async ({ region, bytes }, { caller }) => {
      const key = toUploadKey('users', region, caller.sub, newId());
      return { body: { key, ...(await uploads.presignPost(key, bytes)) } };
    },

    readUserFile: async ({ region, key, updateExisting, charset }, { caller, now }) => {
      // A key of another user is treated like a missing one.
      if (!isOwnKey(key, 'users', region, caller.sub)) throw new AppError('NotFound');
      const readContext = {
        returnsAvailable: settings[region].returnsAvailable,
        ...(charset && { encoding: charset }),
      };
      const context = {
        updateExisting,
        callerSub: caller.sub,
        findUsers: (emails: readonly string[]) => findUsers(region, emails),
        listStores: () => stores.list(region),
      };
      const report = await consumeUpload(uploads, key, onDeletionFailure, async (bytes) => {
        const decodedBytes = charset && isCharset(charset) ? toUtf8(charset, bytes) : bytes;
        return reportOnUsers(await reportOnBytes(reader, decodedBytes, readContext, onLimit), context);
      });
      if (report.outcome !== 'read') return { body: { report } };
      const emailsLeft = await readRemainingForDay('emails', { region, sub: caller.sub }, now);
      const rows = toDraftRows(report);
      const id = newId();
      const fullReport: ReadUsersFile = { ...report, ...(rows.length > 0 && { jobId: id }), emailsLeft };
      if (isTooLarge(fullReport)) return { body: { report: { outcome: 'refused', code: 'FileTooLarge' } } };
      if (rows.length > 0) await drafts.add({ region, id, bySub: caller.sub, updateExisting, rows }, now);
      return { body: { report: fullReport } };
    },
  };
};
