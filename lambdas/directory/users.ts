import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, paginateQuery, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { expressions, getItem, updateItem, updateOf, reasonsOf, transact } from '#lambdas/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import { storeKey } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';
import { conditionFailed, unlessConditionFailed, userNotes } from './user-notes.ts';
import type { User } from './user-row.ts';
import { isAdminRow, userId, userSchema } from './user-row.ts';

type Sub = Pick<User, 'region' | 'sub'>;

const adminsId = (region: RegionId) => `${region}#admins`;

/** The item beside the users that holds the subs of a region's enabled admins: its last one is never taken away. */
const regionAdmins = (table: string) => {
  const update = ({ region, sub }: Sub, verb: 'ADD' | 'DELETE', condition?: string): TransactItem => {
    const values = { subs: new Set([sub]), ...(condition !== undefined && { sub, last: 1 }) };
    return { Update: updateItem(table, { id: adminsId(region) }, `${verb} subs :subs`, values, condition) };
  };
  return {
    join: (user: Sub) => update(user, 'ADD'),
    leave: (user: Sub) => update(user, 'DELETE'),
    /** Leaves while another one stays. Whoever has left already, in a change that was broken off, may do so again. */
    leaveOthers: (user: Sub) =>
      update(
        user,
        'DELETE',
        '(contains(subs, :sub) AND size(subs) > :last) OR (NOT contains(subs, :sub) AND size(subs) >= :last)',
      ),
  };
};

const adminsItem = z.object({ subs: z._default(z.set(z.string()), new Set<string>()) });

/** The item that stands for an address while somebody is being invited under it. */
const invitingId = (region: RegionId, email: string) => `${region}#inviting#${email}`;

/** Longer than a function may take: an interrupted change keeps others from the user no longer than that. */
const claimMs = 30_000;

type Claim = { readonly by: string; readonly now: Date };

type Claiming = Claim & {
  readonly losesAdmin: boolean;
  /** Cognito has the last word, even on the last admin. */
  readonly evenLast?: boolean;
};

type Seizing = Claiming & {
  /** Takes the claim from a change that is under way, which then fails with UserChanged. */
  readonly force: boolean;
};

const claimValues = ({ by, now }: Claim) => ({
  claimedBy: by,
  claimedUntil: new Date(now.getTime() + claimMs).toISOString(),
});

const takeClaim = 'SET claimedBy = :claimedBy, claimedUntil = :claimedUntil';

const isUnclaimed = '(attribute_not_exists(claimedUntil) OR claimedUntil <= :now)';

export const usersStore = (db: DynamoDBDocumentClient, table: string) => {
  const admins = regionAdmins(table);

  /** An enabled admin is among the region's admins. Whoever stops being one has left them when they were claimed. */
  const keepAdmin = (row: User) => (isAdminRow(row) ? [admins.join(row)] : []);

  const release = ({ id, claimedBy }: User): TransactItem => ({
    Update: updateItem(table, { id }, 'REMOVE claimedBy, claimedUntil', { claimedBy }, 'claimedBy = :claimedBy'),
  });

  const get = async (region: RegionId, sub: string): Promise<User | undefined> => {
    const Item = await getItem(db, table, { id: userId(region, sub) });
    return Item && userSchema.parse(Item);
  };

  const releaseClaim = (claimed: User): Promise<void> =>
    unlessConditionFailed(transact(db, [release(claimed), ...keepAdmin(claimed)]));

  const allOf = async function* (index: 'byEmail' | 'byStore' | 'byAdmin', owner: string): AsyncGenerator<User[]> {
    const ofOwner = { KeyConditionExpression: `#${tables.users.indexes[index].partition} = :owner` };
    const ofIndex = { TableName: table, IndexName: index, ...expressions(ofOwner, { owner }) };
    const pages = paginateQuery({ client: db }, ofIndex);
    for await (const { Items = [] } of pages) yield Items.map((item) => userSchema.parse(item));
  };

  return {
    ...userNotes(db, table),

    get,
    /** The user of an address (lower case), as the directory's index knows it a moment later. */
    findByEmail: async (region: RegionId, email: string): Promise<User | undefined> => {
      const { partition, sort } = tables.users.indexes.byEmail;
      const ofAddress = { KeyConditionExpression: `#${partition} = :region AND #${sort} = :email` };
      const { Items = [] } = await db.send(
        new QueryCommand({ TableName: table, IndexName: 'byEmail', ...expressions(ofAddress, { region, email }) }),
      );
      return Items[0] && userSchema.parse(Items[0]);
    },
    stillAdmin: ({ region, sub }: Pick<User, 'region' | 'sub'>): TransactItem => ({
      ConditionCheck: {
        TableName: table,
        Key: { id: userId(region, sub) },
        ...expressions({ ConditionExpression: 'enabled = :yes AND adminOf = :region' }, { yes: true, region }),
      },
    }),
    /** As the index knows them a moment later, like everybody and ofStore. */
    admins: async (region: RegionId): Promise<User[]> => {
      const found: User[] = [];
      for await (const page of allOf('byAdmin', region)) found.push(...page);
      return found.filter(isAdminRow);
    },
    /** Counts a region's enabled admins. */
    adminCount: async (region: RegionId): Promise<number> => {
      const item = await getItem(db, table, { id: adminsId(region) });
      return item ? adminsItem.parse(item).subs.size : 0;
    },
    everybody: (region: RegionId) => allOf('byEmail', region),
    ofStore: (region: RegionId, storeId: string) => allOf('byStore', storeKey(region, storeId)),
    /** Over whatever was there: for whoever makes users, not for changes. */
    put: (row: User): Promise<void> =>
      transact(db, [{ Put: { TableName: table, Item: row } }, (isAdminRow(row) ? admins.join : admins.leave)(row)]),

    /** Optimistic lock, before Cognito is changed; a region's last admin stays. Throws UserChanged or LastAdmin. */
    claim: async (read: User, { losesAdmin, evenLast = false, ...claim }: Claiming): Promise<User> => {
      const values = claimValues(claim);
      const claimed = { ...read, ...values };
      const items: TransactItem[] = [
        {
          Update: updateItem(
            table,
            { id: read.id },
            takeClaim,
            { ...values, version: read.version, now: claim.now.toISOString() },
            `#version = :version AND ${isUnclaimed}`,
          ),
        },
      ];
      if (losesAdmin && isAdminRow(read)) items.push((evenLast ? admins.leave : admins.leaveOthers)(read));
      try {
        await transact(db, items);
        return claimed;
      } catch (error) {
        const [row, last] = reasonsOf(error);
        if (row === conditionFailed) throw new AppError('UserChanged', { cause: error });
        throw last === conditionFailed ? new AppError('LastAdmin', { cause: error }) : error;
      }
    },

    /**
     * Claims a user whose rights are taken away, whatever their version is. Returns the user as they are now, or undefined while another
     * change is under way. Throws UserNotFoundException or LastAdmin.
     */
    seize: async (
      { region, sub }: Sub,
      { losesAdmin, evenLast = false, force, ...claim }: Seizing,
    ): Promise<User | undefined> => {
      const values = claimValues(claim);
      const id = userId(region, sub);
      const update = force
        ? updateItem(table, { id }, takeClaim, values, 'attribute_exists(id)')
        : updateItem(
            table,
            { id },
            takeClaim,
            { ...values, now: claim.now.toISOString() },
            `attribute_exists(id) AND ${isUnclaimed}`,
          );
      let isClaimed = true;
      await transact(db, [{ Update: update }]).catch((error: unknown) => {
        if (!reasonsOf(error).includes(conditionFailed)) throw error;
        isClaimed = false;
      });
      const row = await get(region, sub);
      if (!row) throw new AppError('UserNotFoundException');
      if (!isClaimed) return undefined;
      const claimed = { ...row, ...values };
      if (losesAdmin && isAdminRow(row))
        try {
          await transact(db, [(evenLast ? admins.leave : admins.leaveOthers)(row)]);
        } catch (error) {
          await releaseClaim(claimed);
          throw reasonsOf(error).includes(conditionFailed) ? new AppError('LastAdmin', { cause: error }) : error;
        }
      return claimed;
    },

    release: releaseClaim,

    /** Writes what differs and lets go. What the user did meanwhile (signed in, set a password) stays. Throws UserChanged. */
    replace: (claimed: User, row: User, others: readonly TransactItem[]): Promise<void> =>
      orUserChanged(
        transact(db, [
          {
            Update: {
              TableName: table,
              Key: { id: claimed.id },
              ...updateOf(claimed, row, '#claimedBy = :by', { by: claimed.claimedBy }),
            },
          },
          ...keepAdmin(row),
          ...others,
        ]),
      ),

    /**
     * Writes what a seized user loses, even if the claim has been lost since. An enabled admin stays among the region's admins. Throws
     * UserNotFoundException, or UserChanged if another item's condition fails.
     */
    takeAway: (seized: User, row: User, losesAdmin: boolean, others: readonly TransactItem[]): Promise<void> =>
      unlessGone(
        transact(db, [
          {
            Update: { TableName: table, Key: { id: seized.id }, ...updateOf(seized, row, 'attribute_exists(id)', {}) },
          },
          ...others,
          ...(losesAdmin ? [(isAdminRow(row) ? admins.join : admins.leave)(row)] : []),
        ]),
      ),

    /** Removes a seized user, even if the claim has been lost since, together with `others`. Throws UserNotFoundException. */
    remove: (seized: User, others: readonly TransactItem[]): Promise<void> =>
      unlessGone(
        transact(db, [
          { Delete: { TableName: table, Key: { id: seized.id }, ConditionExpression: 'attribute_exists(id)' } },
          ...others,
          admins.leave(seized),
        ]),
      ),

    /** Takes hold of an address before somebody is invited under it. Throws UsernameExistsException where another one does so already. */
    claimEmail: async (region: RegionId, email: string, claim: Claim): Promise<void> => {
      const item = { id: invitingId(region, email), ...claimValues(claim) };
      const put = new PutCommand({
        TableName: table,
        Item: item,
        // A row of a job that is begun again after it was broken off.
        ...expressions(
          { ConditionExpression: `claimedBy = :by OR ${isUnclaimed}` },
          { by: claim.by, now: claim.now.toISOString() },
        ),
      });
      if (!(await conditionHeld(db.send(put)))) throw new AppError('UsernameExistsException');
    },

    releaseEmail: async (region: RegionId, email: string): Promise<void> => {
      await db.send(new DeleteCommand({ TableName: table, Key: { id: invitingId(region, email) } }));
    },

    /** Adds a user, and lets go of the address, together with what else belongs to it. Throws UsernameExistsException where the row is there already. */
    add: async (row: User, others: readonly TransactItem[]): Promise<void> => {
      try {
        await transact(db, [
          { Put: { TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(id)' } },
          { Delete: { TableName: table, Key: { id: invitingId(row.region, row.email) } } },
          ...keepAdmin(row),
          ...others,
        ]);
      } catch (error) {
        if (reasonsOf(error)[0] !== conditionFailed) throw error;
        throw new AppError('UsernameExistsException', { cause: error });
      }
    },
  };
};

const orUserChanged = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    throw reasonsOf(error).includes(conditionFailed) ? new AppError('UserChanged', { cause: error }) : error;
  });

const unlessGone = (work: Promise<void>): Promise<void> =>
  orUserChanged(
    work.catch((error: unknown) => {
      throw reasonsOf(error)[0] === conditionFailed ? new AppError('UserNotFoundException', { cause: error }) : error;
    }),
  );

export type UsersStore = ReturnType<typeof usersStore>;
