import type { ImportRow } from '#shared/jobs/job.ts';
import type { Store } from '#shared/stores/stores.ts';
import type {
  UsersFileReport,
  AcceptedRow,
  ReadUsersFile,
  RejectedUserRow,
  RowChange,
  UserReason,
} from '#shared/users/file/report.ts';
import type { KnownUser } from './known-users-store.ts';
import type { FileStore } from './rows/file-stores.ts';
import { createStoreMatcher } from './rows/file-stores.ts';
import type { ParsedUser, UsersParseResult } from './rows/parse-users.ts';

export type UsersContext = {
  readonly updateExisting: boolean;
  /** Sub of the admin who uploaded the file. */
  readonly callerSub: string;
  readonly findUsers: (emails: readonly string[]) => Promise<ReadonlyMap<string, KnownUser>>;
  readonly listStores: () => Promise<readonly Store[]>;
};

const toChange = (user: ImportRow, knownUser: KnownUser | undefined): RowChange => {
  if (!knownUser) return 'new';
  const isSame =
    knownUser.storeId === user.storeId && [...knownUser.roles].toSorted().join() === [...user.roles].toSorted().join();
  return isSame ? 'unchanged' : 'update';
};

const toAdminChange = (user: ImportRow, knownUser: KnownUser | undefined): Pick<AcceptedRow, 'admin'> => {
  const wasAdmin = knownUser?.roles.includes('admin') ?? false;
  const isAdmin = user.roles.includes('admin');
  return wasAdmin === isAdmin ? {} : { admin: isAdmin ? 'becomes' : 'ceases' };
};

const findLosses = (
  user: ImportRow,
  knownUser: KnownUser | undefined,
): Pick<AcceptedRow, 'previousStore' | 'lostRoles'> => {
  if (!knownUser) return {};
  const { storeId, storeName, roles } = knownUser;
  const lostRoles = roles.filter((role) => !user.roles.includes(role));
  return {
    ...(storeId !== user.storeId && { previousStore: { storeId, storeName } }),
    ...(lostRoles.length > 0 && { lostRoles }),
  };
};

/** Returns the row to be imported, with its matching store. */
const toAcceptedRow = (
  row: ImportRow,
  { kind, store }: Exclude<FileStore, { kind: 'unclear' }>,
  knownUser: KnownUser | undefined,
): AcceptedRow => {
  const user = { ...row, ...store };
  // A store id that may lack leading zeros (`zeros`) also means a new store.
  const isNew = kind !== 'known';
  return {
    ...user,
    change: toChange(user, knownUser),
    ...toAdminChange(user, knownUser),
    ...findLosses(user, knownUser),
    ...(row.storeId !== store.storeId && { namedStoreId: row.storeId }),
    ...(isNew && { isNewStore: true as const }),
    ...(isNew && row.storeName !== store.storeName && { otherStoreName: row.storeName }),
  };
};

const findRejection = (
  user: ImportRow,
  knownUser: KnownUser | undefined,
  context: UsersContext,
): UserReason | undefined => {
  if (!knownUser) return undefined;
  if (!context.updateExisting) return { column: 'email', key: 'exists' };
  const losesAdmin = knownUser.roles.includes('admin') && !user.roles.includes('admin');
  return knownUser.sub === context.callerSub && losesAdmin ? { column: 'admin', key: 'ownAccount' } : undefined;
};

const validateRow = (
  { user, values }: ParsedUser,
  store: FileStore,
  knownUser: KnownUser | undefined,
  context: UsersContext,
): { readonly accepted: AcceptedRow } | { readonly refused: RejectedUserRow } => {
  const reject = (reason: UserReason, proposedUser?: AcceptedRow) => ({
    refused: { row: user.row, values: [...values], reasons: [reason], ...(proposedUser && { user: proposedUser }) },
  });
  const reason = findRejection(user, knownUser, context);
  if (reason) return reject(reason);
  if (store.kind === 'unclear')
    return reject({ column: 'storeId', key: 'storeUnclear', storeIds: [...store.storeIds] });
  const accepted = toAcceptedRow(user, store, knownUser);
  return store.kind === 'zeros' ? reject({ column: 'storeId', key: 'storeIdZeros' }, accepted) : { accepted };
};

/** Normalizes a store name for comparison: NFC, with every Unicode space (such as the non-breaking ones in French) as a plain space. */
const normalizeName = (name: string) => name.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ');

const findRenamedStores = (
  users: readonly ParsedUser[],
  matchStore: (storeId: string) => FileStore,
): ReadUsersFile['renamed'] => {
  const renamed = new Map<string, ReadUsersFile['renamed'][number]>();
  for (const { user } of users) {
    const match = matchStore(user.storeId);
    if (match.kind !== 'known' || normalizeName(match.store.storeName) === normalizeName(user.storeName)) continue;
    const { storeId, storeName: known } = match.store;
    renamed.set(`${storeId}#${user.storeName}`, { storeId, known, named: user.storeName });
  }
  return [...renamed.values()];
};

/** Builds the report on a users file: its rows compared with the existing users and stores. */
export const reportOnUsers = async (parseResult: UsersParseResult, context: UsersContext): Promise<UsersFileReport> => {
  if (parseResult.outcome === 'refused') return parseResult;
  const { users, refused, ...otherFields } = parseResult;
  const [knownUsers, stores] = await Promise.all([
    context.findUsers(users.map(({ user }) => user.email)),
    context.listStores(),
  ]);
  const matchStore = createStoreMatcher(users, stores);
  const accepted: AcceptedRow[] = [];
  const rejectedRows = [...refused];
  const acceptedUsers: ParsedUser[] = [];
  for (const parsedUser of users) {
    const { storeId, email } = parsedUser.user;
    const result = validateRow(parsedUser, matchStore(storeId), knownUsers.get(email), context);
    if ('refused' in result) rejectedRows.push(result.refused);
    else {
      accepted.push(result.accepted);
      acceptedUsers.push(parsedUser);
    }
  }
  return {
    ...otherFields,
    accepted,
    refused: rejectedRows.toSorted((a, b) => a.row - b.row),
    renamed: findRenamedStores(acceptedUsers, matchStore),
  };
};
