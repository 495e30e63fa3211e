import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { LeftForDay } from '#lambdas/http/daily-limits.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { reportOnBytes } from '#lambdas/spreadsheets/reader.ts';
import type { Uploads } from '#lambdas/spreadsheets/uploads.ts';
import { isOwnKey, takeUpload, uploadKey } from '#lambdas/spreadsheets/uploads.ts';
import { AppError } from '#shared/errors.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import type { userFiles } from '#shared/routes/user-files.ts';
import type { Store } from '#shared/stores.ts';
import type {
  UsersFileReport,
  AcceptedRow,
  ReadUsersFile,
  RefusedUserRow,
  RowChange,
  UserReason,
} from '#shared/users/file/report.ts';
import type { UsersReader, ReadUsers } from './rows/read-users.ts';
import type { FindKnownUsers, KnownUser } from './store.ts';

export type UsersContext = {
  readonly updateExisting: boolean;
  readonly caller: string;
  readonly findUsers: (emails: readonly string[]) => Promise<ReadonlyMap<string, KnownUser>>;
  readonly listStores: () => Promise<readonly Store[]>;
};

const changeOf = (user: ImportRow, known: KnownUser | undefined): RowChange => {
  if (!known) return 'new';
  const isSame =
    known.storeId === user.storeId && [...known.roles].toSorted().join() === [...user.roles].toSorted().join();
  return isSame ? 'unchanged' : 'update';
};

const adminChangeOf = (user: ImportRow, known: KnownUser | undefined): Pick<AcceptedRow, 'admin'> => {
  const [was, is] = [known?.roles.includes('admin') ?? false, user.roles.includes('admin')];
  return was === is ? {} : { admin: is ? 'becomes' : 'ceases' };
};

const objection = (user: ImportRow, known: KnownUser | undefined, context: UsersContext): UserReason | undefined => {
  if (!known) return undefined;
  if (!context.updateExisting) return { column: 'email', key: 'exists' };
  const losesAdmin = known.roles.includes('admin') && !user.roles.includes('admin');
  return known.sub === context.caller && losesAdmin ? { column: 'admin', key: 'ownAccount' } : undefined;
};

const renamedStores = (users: readonly ImportRow[], stores: readonly Store[]): ReadUsersFile['renamed'] => {
  const nameOf = new Map(stores.map(({ storeId, storeName }) => [storeId, storeName]));
  const namings = new Map(users.map(({ storeId, storeName }) => [`${storeId}#${storeName}`, { storeId, storeName }]));
  return [...namings.values()].flatMap(({ storeId, storeName: named }) => {
    const known = nameOf.get(storeId);
    return known === undefined || known === named ? [] : [{ storeId, known, named }];
  });
};

const byRow = (one: { readonly row: number }, other: { readonly row: number }) => one.row - other.row;

/** What a file says, held against the users and stores that there are. */
export const reportOnUsers = async (read: ReadUsers, context: UsersContext): Promise<UsersFileReport> => {
  if (read.outcome === 'refused') return read;
  const { users, refused, ...rest } = read;
  const [known, stores] = await Promise.all([
    context.findUsers(users.map(({ user }) => user.email)),
    context.listStores(),
  ]);
  const accepted: AcceptedRow[] = [];
  const objected: RefusedUserRow[] = [];
  for (const { user, values } of users) {
    const found = known.get(user.email);
    const reason = objection(user, found, context);
    if (reason) objected.push({ row: user.row, values, reasons: [reason] });
    else accepted.push({ ...user, change: changeOf(user, found), ...adminChangeOf(user, found) });
  }
  return {
    ...rest,
    accepted,
    refused: [...refused, ...objected].toSorted(byRow),
    renamed: renamedStores(accepted, stores),
  };
};

export type UserFilesCollaborators = {
  readonly uploads: Uploads;
  readonly reader: Pick<UsersReader, 'read'>;
  readonly findUsers: FindKnownUsers;
  readonly stores: Pick<StoresStore, 'list'>;
  readonly settings: Readonly<Record<RegionId, { readonly returnsAvailable: boolean }>>;
  readonly leftForDay: LeftForDay;
  readonly newId: () => string;
  readonly onLimit: (cause: string) => void;
  readonly onLeftBehind: (error: unknown) => void;
};

/** A function's answer ends at 6 MB. Five thousand honest rows come to two; only cells that were filled on purpose come to more. */
const mostAnswerBytes = 5_500_000;

const answerable = (report: UsersFileReport): UsersFileReport =>
  Buffer.byteLength(JSON.stringify(report)) > mostAnswerBytes ? { outcome: 'refused', code: 'FileTooLarge' } : report;

export const userFileHandlers = (parts: UserFilesCollaborators): Handlers<typeof userFiles> => {
  const { uploads, reader, findUsers, stores, settings, leftForDay, newId, onLimit, onLeftBehind } = parts;
  return {
    requestUserUpload: async ({ region, bytes }, { caller }) => {
      const key = uploadKey('users', region, caller.sub, newId());
      return { body: { key, ...(await uploads.presignPost(key, bytes)) } };
    },

    readUserFile: async ({ region, key, updateExisting }, { caller, now }) => {
      // A key made for another user answers like one that does not exist.
      if (!isOwnKey(key, 'users', region, caller.sub)) throw new AppError('NotFound');
      const question = { returnsAvailable: settings[region].returnsAvailable };
      const context = {
        updateExisting,
        caller: caller.sub,
        findUsers: (emails: readonly string[]) => findUsers(region, emails),
        listStores: () => stores.list(region),
      };
      const report = await takeUpload(uploads, key, onLeftBehind, async (bytes) =>
        reportOnUsers(await reportOnBytes(reader, bytes, question, onLimit), context),
      );
      if (report.outcome !== 'read') return { body: { report } };
      const emailsLeft = await leftForDay('emails', { region, sub: caller.sub }, now);
      return { body: { report: answerable({ ...report, emailsLeft }) } };
    },
  };
};
