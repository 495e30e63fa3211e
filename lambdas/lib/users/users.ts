import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, paginateQuery, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  buildExpressions,
  getItem,
  buildUpdate,
  buildDiffUpdate,
  cancellationReasons,
  transact,
} from '#lambdas/lib/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import { toStoreKey } from '#shared/stores/stores.ts';
import type { UserNotes } from './user-notes.ts';
import { conditionFailed, ignoreFailedCondition, userNotes } from './user-notes.ts';
import type { User } from './user-row.ts';
import { isAdminRow, userId, userSchema } from './user-row.ts';

type Sub = Pick<User, 'region' | 'sub'>;

const adminsId = (region: RegionId) => `${region}#admins`;

/** Item in the users table with the subs of a region's enabled admins; a condition keeps at least one. */
const regionAdmins = (table: string) => {
  const update = ({ region, sub }: Sub, verb: 'ADD' | 'DELETE', condition?: string): TransactItem => {
    const values = { subs: new Set([sub]), ...(condition !== undefined && { sub, last: 1 }) };
    return { Update: buildUpdate(table, { id: adminsId(region) }, `${verb} subs :subs`, values, condition) };
  };
  return {
    join: (user: Sub) => update(user, 'ADD'),
    leave: (user: Sub) => update(user, 'DELETE'),
    /** Removes an admin if another one remains. Succeeds again for an admin that an interrupted change has already removed. */
    leaveUnlessLast: (user: Sub) =>
      update(
        user,
        'DELETE',
        '(contains(subs, :sub) AND size(subs) > :last) OR (NOT contains(subs, :sub) AND size(subs) >= :last)',
      ),
  };
};

const adminsItem = z.object({ subs: z._default(z.set(z.string()), new Set<string>()) });

/** Returns the id of the item that reserves an address during an invitation. */
const invitingId = (region: RegionId, email: string) => `${region}#inviting#${email}`;

/** Longer than a function may run, so that an interrupted change does not block the user for longer. */
const leaseMs = 30_000;

type Lease = { readonly by: string; readonly now: Date };

type LeaseRequest = Lease & {
  readonly losesAdmin: boolean;
  /** Also removes the last admin, where Cognito takes precedence. */
  readonly includesLastAdmin?: boolean;
};

type SeizeRequest = LeaseRequest & {
  /** Takes the lease from a change in progress, which then fails with UserChanged. */
  readonly force: boolean;
};

const leaseAttributes = ({ by, now }: Lease) => ({
  claimedBy: by,
  claimedUntil: new Date(now.getTime() + leaseMs).toISOString(),
});

const setLease = 'SET claimedBy = :claimedBy, claimedUntil = :claimedUntil';

const leaseIsFree = '(attribute_not_exists(claimedUntil) OR claimedUntil <= :now)';

/** Store of the users of all regions. Changes by admins need a lease; otherwise they throw UserChanged. */
export type UsersStore = UserNotes & {
  readonly get: (region: RegionId, sub: string) => Promise<User | undefined>;
  /** Returns the user with an email address (lower case). The index is eventually consistent. */
  readonly findByEmail: (region: RegionId, email: string) => Promise<User | undefined>;
  /** Returns a condition check that fails its transaction if the user is no longer an enabled admin. */
  readonly adminConditionCheck: (user: Sub) => TransactItem;
  /** Returns the enabled admins. The index is eventually consistent, as for `listAll` and `listByStore`. */
  readonly admins: (region: RegionId) => Promise<User[]>;
  /** Returns the number of a region's enabled admins. */
  readonly adminCount: (region: RegionId) => Promise<number>;
  /** Lists a region's users by pages, in the order of their email addresses. */
  readonly listAll: (region: RegionId) => AsyncGenerator<User[]>;
  /** Lists a store's users by pages. */
  readonly listByStore: (region: RegionId, storeId: string) => AsyncGenerator<User[]>;
  /** Overwrites any existing row: for creating users, not for changes. */
  readonly put: (row: User) => Promise<void>;
  /** Takes the lease on a user before Cognito is changed, if the version is current. Throws UserChanged, or LastAdmin for a region's last admin. */
  readonly acquireLease: (user: User, request: LeaseRequest) => Promise<User>;
  /**
   * Takes the lease on a user whose rights are taken away, regardless of the version. Returns the current user, or undefined while
   * another change is in progress. Throws UserNotFoundException or LastAdmin.
   */
  readonly seizeLease: (user: Sub, request: SeizeRequest) => Promise<User | undefined>;
  /** Ends the lease and adds an enabled admin to the region's admins again. Does nothing if the lease has been lost since. */
  readonly releaseLease: (leasedUser: User) => Promise<void>;
  /** Writes the differences and releases the lease. Keeps what the user did meanwhile (signed in, set a password). Throws UserChanged. */
  readonly replace: (leasedUser: User, row: User, otherItems: readonly TransactItem[]) => Promise<void>;
  /**
   * Writes the loss of rights, even if the lease has been lost since. An enabled admin stays among the region's admins. Throws
   * UserNotFoundException, or UserChanged if another item's condition fails.
   */
  readonly revokeRights: (
    leasedUser: User,
    row: User,
    losesAdmin: boolean,
    otherItems: readonly TransactItem[],
  ) => Promise<void>;
  /** Removes a user, even if the lease has been lost since, and writes `otherItems` with it. Throws UserNotFoundException. */
  readonly remove: (leasedUser: User, otherItems: readonly TransactItem[]) => Promise<void>;
  /** Reserves an address for an invitation. Throws UsernameExistsException if another invitation has reserved it. */
  readonly reserveEmail: (region: RegionId, email: string, lease: Lease) => Promise<void>;
  readonly releaseEmail: (region: RegionId, email: string) => Promise<void>;
  /** Adds a user, releases the address, and writes `otherItems` with it. Throws UsernameExistsException if the row already exists. */
  readonly add: (row: User, otherItems: readonly TransactItem[]) => Promise<void>;
};

export const usersStore = (db: DynamoDBDocumentClient, table: string): UsersStore => {
  const admins = regionAdmins(table);

  /** Returns the write that adds an enabled admin to the region's admins. A user who stops being an admin was removed when the lease was taken. */
  const joinAdmins = (row: User) => (isAdminRow(row) ? [admins.join(row)] : []);

  const releaseItem = ({ id, claimedBy }: User): TransactItem => ({
    Update: buildUpdate(table, { id }, 'REMOVE claimedBy, claimedUntil', { claimedBy }, 'claimedBy = :claimedBy'),
  });

  const get = async (region: RegionId, sub: string): Promise<User | undefined> => {
    const Item = await getItem(db, table, { id: userId(region, sub) });
    return Item && userSchema.parse(Item);
  };

  const releaseLease = (leasedUser: User): Promise<void> =>
    ignoreFailedCondition(transact(db, [releaseItem(leasedUser), ...joinAdmins(leasedUser)]));

  const queryIndex = async function* (index: 'byEmail' | 'byStore' | 'byAdmin', owner: string): AsyncGenerator<User[]> {
    const keyCondition = { KeyConditionExpression: `#${tables.users.indexes[index].partition} = :owner` };
    const query = { TableName: table, IndexName: index, ...buildExpressions(keyCondition, { owner }) };
    const pages = paginateQuery({ client: db }, query);
    for await (const { Items = [] } of pages) yield Items.map((item) => userSchema.parse(item));
  };

  return {
    ...userNotes(db, table),

    get,
    findByEmail: async (region: RegionId, email: string): Promise<User | undefined> => {
      const { partition, sort } = tables.users.indexes.byEmail;
      const keyCondition = { KeyConditionExpression: `#${partition} = :region AND #${sort} = :email` };
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byEmail',
          ...buildExpressions(keyCondition, { region, email }),
        }),
      );
      return Items[0] && userSchema.parse(Items[0]);
    },
    adminConditionCheck: ({ region, sub }: Pick<User, 'region' | 'sub'>): TransactItem => ({
      ConditionCheck: {
        TableName: table,
        Key: { id: userId(region, sub) },
        ...buildExpressions({ ConditionExpression: 'enabled = :yes AND adminOf = :region' }, { yes: true, region }),
      },
    }),
    admins: async (region: RegionId): Promise<User[]> => {
      const adminRows: User[] = [];
      for await (const page of queryIndex('byAdmin', region)) adminRows.push(...page);
      return adminRows.filter(isAdminRow);
    },
    adminCount: async (region: RegionId): Promise<number> => {
      const item = await getItem(db, table, { id: adminsId(region) });
      return item ? adminsItem.parse(item).subs.size : 0;
    },
    listAll: (region: RegionId) => queryIndex('byEmail', region),
    listByStore: (region: RegionId, storeId: string) => queryIndex('byStore', toStoreKey(region, storeId)),
    put: (row: User): Promise<void> =>
      transact(db, [{ Put: { TableName: table, Item: row } }, (isAdminRow(row) ? admins.join : admins.leave)(row)]),

    acquireLease: async (
      user: User,
      { losesAdmin, includesLastAdmin = false, ...lease }: LeaseRequest,
    ): Promise<User> => {
      const values = leaseAttributes(lease);
      const leasedUser = { ...user, ...values };
      const items: TransactItem[] = [
        {
          Update: buildUpdate(
            table,
            { id: user.id },
            setLease,
            { ...values, version: user.version, now: lease.now.toISOString() },
            `#version = :version AND ${leaseIsFree}`,
          ),
        },
      ];
      if (losesAdmin && isAdminRow(user)) items.push((includesLastAdmin ? admins.leave : admins.leaveUnlessLast)(user));
      try {
        await transact(db, items);
        return leasedUser;
      } catch (error) {
        const [rowReason, adminsReason] = cancellationReasons(error);
        if (rowReason === conditionFailed) throw new AppError('UserChanged', { cause: error });
        throw adminsReason === conditionFailed ? new AppError('LastAdmin', { cause: error }) : error;
      }
    },

    seizeLease: async (
      { region, sub }: Sub,
      { losesAdmin, includesLastAdmin = false, force, ...lease }: SeizeRequest,
    ): Promise<User | undefined> => {
      const values = leaseAttributes(lease);
      const id = userId(region, sub);
      const update = force
        ? buildUpdate(table, { id }, setLease, values, 'attribute_exists(id)')
        : buildUpdate(
            table,
            { id },
            setLease,
            { ...values, now: lease.now.toISOString() },
            `attribute_exists(id) AND ${leaseIsFree}`,
          );
      let hasLease = true;
      await transact(db, [{ Update: update }]).catch((error: unknown) => {
        if (!cancellationReasons(error).includes(conditionFailed)) throw error;
        hasLease = false;
      });
      const row = await get(region, sub);
      if (!row) throw new AppError('UserNotFoundException');
      if (!hasLease) return undefined;
      const leasedUser = { ...row, ...values };
      if (losesAdmin && isAdminRow(row))
        try {
          await transact(db, [(includesLastAdmin ? admins.leave : admins.leaveUnlessLast)(row)]);
        } catch (error) {
          await releaseLease(leasedUser);
          throw cancellationReasons(error).includes(conditionFailed)
            ? new AppError('LastAdmin', { cause: error })
            : error;
        }
      return leasedUser;
    },

    releaseLease,

    replace: (leasedUser: User, row: User, otherItems: readonly TransactItem[]): Promise<void> =>
      rethrowAsUserChanged(
        transact(db, [
          {
            Update: {
              TableName: table,
              Key: { id: leasedUser.id },
              ...buildDiffUpdate(leasedUser, row, '#claimedBy = :by', { by: leasedUser.claimedBy }),
            },
          },
          ...joinAdmins(row),
          ...otherItems,
        ]),
      ),

    revokeRights: (
      leasedUser: User,
      row: User,
      losesAdmin: boolean,
      otherItems: readonly TransactItem[],
    ): Promise<void> =>
      rethrowAsUserNotFound(
        transact(db, [
          {
            Update: {
              TableName: table,
              Key: { id: leasedUser.id },
              ...buildDiffUpdate(leasedUser, row, 'attribute_exists(id)', {}),
            },
          },
          ...otherItems,
          ...(losesAdmin ? [(isAdminRow(row) ? admins.join : admins.leave)(row)] : []),
        ]),
      ),

    remove: (leasedUser: User, otherItems: readonly TransactItem[]): Promise<void> =>
      rethrowAsUserNotFound(
        transact(db, [
          { Delete: { TableName: table, Key: { id: leasedUser.id }, ConditionExpression: 'attribute_exists(id)' } },
          ...otherItems,
          admins.leave(leasedUser),
        ]),
      ),

    reserveEmail: async (region: RegionId, email: string, lease: Lease): Promise<void> => {
      const item = { id: invitingId(region, email), ...leaseAttributes(lease) };
      const putCommand = new PutCommand({
        TableName: table,
        Item: item,
        // `by` is the same when a job row is repeated after an interruption.
        ...buildExpressions(
          { ConditionExpression: `claimedBy = :by OR ${leaseIsFree}` },
          { by: lease.by, now: lease.now.toISOString() },
        ),
      });
      if (!(await wasApplied(db.send(putCommand)))) throw new AppError('UsernameExistsException');
    },

    releaseEmail: async (region: RegionId, email: string): Promise<void> => {
      await db.send(new DeleteCommand({ TableName: table, Key: { id: invitingId(region, email) } }));
    },

    add: async (row: User, otherItems: readonly TransactItem[]): Promise<void> => {
      try {
        await transact(db, [
          { Put: { TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(id)' } },
          { Delete: { TableName: table, Key: { id: invitingId(row.region, row.email) } } },
          ...joinAdmins(row),
          ...otherItems,
        ]);
      } catch (error) {
        if (cancellationReasons(error)[0] !== conditionFailed) throw error;
        throw new AppError('UsernameExistsException', { cause: error });
      }
    },
  };
};

const rethrowAsUserChanged = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    throw cancellationReasons(error).includes(conditionFailed) ? new AppError('UserChanged', { cause: error }) : error;
  });

const rethrowAsUserNotFound = (work: Promise<void>): Promise<void> =>
  rethrowAsUserChanged(
    work.catch((error: unknown) => {
      throw cancellationReasons(error)[0] === conditionFailed
        ? new AppError('UserNotFoundException', { cause: error })
        : error;
    }),
  );
