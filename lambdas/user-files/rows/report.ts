import type { Role } from '#shared/groups.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import type { Store } from '#shared/stores.ts';
import type {
  AcceptedRow,
  ReadUsersFile,
  RefusedUserRow,
  RowChange,
  UserReason,
  UsersFileReport,
} from '#shared/users/file/report.ts';
import type { ReadUsers } from './read-users.ts';

/** As much of a user of the directory as tells what a row would change. */
export type KnownUser = {
  readonly sub: string;
  readonly storeId: string;
  readonly roles: readonly Role[];
};

export type UsersContext = {
  readonly updateExisting: boolean;
  /** Sub of whoever asks. */
  readonly caller: string;
  /** The users of the region that have one of these addresses. */
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

/** What is wrong with a row once it is known whom it is about. */
const objection = (user: ImportRow, known: KnownUser | undefined, context: UsersContext): UserReason | undefined => {
  if (!known) return undefined;
  if (!context.updateExisting) return { column: 'email', key: 'exists' };
  const losesAdmin = known.roles.includes('admin') && !user.roles.includes('admin');
  return known.sub === context.caller && losesAdmin ? { column: 'admin', key: 'ownAccount' } : undefined;
};

/** Stores that are named otherwise than the portal knows them, each naming once. */
const renamedStores = (users: readonly ImportRow[], stores: readonly Store[]): ReadUsersFile['renamed'] => {
  const nameOf = new Map(stores.map(({ storeId, storeName }) => [storeId, storeName]));
  const namings = new Map(users.map(({ storeId, storeName }) => [`${storeId}#${storeName}`, { storeId, storeName }]));
  return [...namings.values()].flatMap(({ storeId, storeName: named }) => {
    const known = nameOf.get(storeId);
    return known === undefined || known === named ? [] : [{ storeId, known, named }];
  });
};

const byRow = (one: { readonly row: number }, other: { readonly row: number }) => one.row - other.row;

/** What a file of users says, held against the users and stores that there are. */
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
