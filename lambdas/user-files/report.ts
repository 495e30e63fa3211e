import type { ImportRow } from '#shared/jobs/job.ts';
import type { Store } from '#shared/stores.ts';
import type {
  UsersFileReport,
  AcceptedRow,
  ReadUsersFile,
  RefusedUserRow,
  RowChange,
  UserReason,
} from '#shared/users/file/report.ts';
import type { FileStore } from './rows/file-stores.ts';
import { fileStores } from './rows/file-stores.ts';
import type { NamedUser, ReadUsers } from './rows/read-users.ts';
import type { KnownUser } from './store.ts';

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
  const wasAdmin = known?.roles.includes('admin') ?? false;
  const isAdmin = user.roles.includes('admin');
  return wasAdmin === isAdmin ? {} : { admin: isAdmin ? 'becomes' : 'ceases' };
};

const previousOf = (change: RowChange, known: KnownUser | undefined): Pick<AcceptedRow, 'previous'> => {
  if (change !== 'update' || !known) return {};
  const { storeId, storeName, roles } = known;
  return { previous: { storeId, storeName, roles: [...roles] } };
};

/** A row as it would be taken over, with the store that it means. */
const acceptedRow = (
  named: ImportRow,
  { kind, store }: Exclude<FileStore, { kind: 'unclear' }>,
  known: KnownUser | undefined,
): AcceptedRow => {
  const user = { ...named, ...store };
  const change = changeOf(user, known);
  const isNew = kind !== 'known';
  return {
    ...user,
    change,
    ...adminChangeOf(user, known),
    ...previousOf(change, known),
    ...(named.storeId !== store.storeId && { namedStoreId: named.storeId }),
    ...(isNew && { isNewStore: true as const }),
    ...(isNew && named.storeName !== store.storeName && { otherStoreName: named.storeName }),
  };
};

const objection = (user: ImportRow, known: KnownUser | undefined, context: UsersContext): UserReason | undefined => {
  if (!known) return undefined;
  if (!context.updateExisting) return { column: 'email', key: 'exists' };
  const losesAdmin = known.roles.includes('admin') && !user.roles.includes('admin');
  return known.sub === context.caller && losesAdmin ? { column: 'admin', key: 'ownAccount' } : undefined;
};

const judge = (
  { user, values }: NamedUser,
  store: FileStore,
  known: KnownUser | undefined,
  context: UsersContext,
): { readonly accepted: AcceptedRow } | { readonly refused: RefusedUserRow } => {
  const refuse = (reason: UserReason, doubtful?: AcceptedRow) => ({
    refused: { row: user.row, values: [...values], reasons: [reason], ...(doubtful && { user: doubtful }) },
  });
  const reason = objection(user, known, context);
  if (reason) return refuse(reason);
  if (store.kind === 'unclear')
    return refuse({ column: 'storeId', key: 'storeUnclear', storeIds: [...store.storeIds] });
  const accepted = acceptedRow(user, store, known);
  return store.kind === 'zeros' ? refuse({ column: 'storeId', key: 'storeIdZeros' }, accepted) : { accepted };
};

/** How names of stores compare: French spaces that do not break are spaces. */
const foldName = (name: string) => name.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ');

const renamedStores = (
  named: readonly NamedUser[],
  storeOf: (storeId: string) => FileStore,
): ReadUsersFile['renamed'] => {
  const renamed = new Map<string, ReadUsersFile['renamed'][number]>();
  for (const { user } of named) {
    const found = storeOf(user.storeId);
    if (found.kind !== 'known' || foldName(found.store.storeName) === foldName(user.storeName)) continue;
    const { storeId, storeName: known } = found.store;
    renamed.set(`${storeId}#${user.storeName}`, { storeId, known, named: user.storeName });
  }
  return [...renamed.values()];
};

/** What a file says, held against the users and stores that there are. */
export const reportOnUsers = async (read: ReadUsers, context: UsersContext): Promise<UsersFileReport> => {
  if (read.outcome === 'refused') return read;
  const { users, refused, ...rest } = read;
  const [known, stores] = await Promise.all([
    context.findUsers(users.map(({ user }) => user.email)),
    context.listStores(),
  ]);
  const storeOf = fileStores(users, stores);
  const accepted: AcceptedRow[] = [];
  const allRefused = [...refused];
  const taken: NamedUser[] = [];
  for (const named of users) {
    const judged = judge(named, storeOf(named.user.storeId), known.get(named.user.email), context);
    if ('refused' in judged) allRefused.push(judged.refused);
    else {
      accepted.push(judged.accepted);
      taken.push(named);
    }
  }
  return {
    ...rest,
    accepted,
    refused: allRefused.toSorted((one, other) => one.row - other.row),
    renamed: renamedStores(taken, storeOf),
  };
};
