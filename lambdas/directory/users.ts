import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { simplifyGroup } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';

/** A row of the directory: what Cognito says of a user, and the store. Groups are the configured names. */
export const userSchema = z.object({
  id: z.string(),
  region: field.region,
  sub: z.string(),
  email: z.string(),
  store: z.string(),
  /** `region#state`: what the index by state is asked for. */
  regionState: z.string(),
  /** The region of an admin; no other row has it. */
  adminOf: z.optional(field.region),
  storeId: z.string(),
  storeName: z.string(),
  groups: z.array(z.string()),
  enabled: z.boolean(),
  status: z.enum(['confirmed', 'invited']),
  invitedAt: z.optional(field.instant),
  inviteExpiresAt: z.optional(field.instant),
  lastSignInAt: z.optional(field.instant),
  /** Whether one-time codes (TOTP) are asked for at sign-in. */
  secondFactor: z._default(z.boolean(), false),
  createdAt: field.instant,
  updatedAt: field.instant,
  /** Sessions that began before this instant have ended. */
  validAfter: z.optional(field.instant),
  /** Optimistic lock: rises with every change that an admin makes or sees. */
  version: z._default(z.int(), 0),
  /** The request, or row of a job, that changed the row last: a repeated one is told by it. */
  changedBy: z.optional(z.string()),
});

export type User = z.output<typeof userSchema>;

export const userId = (region: RegionId, sub: string) => `${region}#${sub}`;

/** The partition of a store's records. A store id has no `#` (shared/fields.ts). */
export const storeKey = (region: RegionId, storeId: string) => `${region}#${storeId}`;

/** What an admin finds users by; not how an invitation stands, which changes by itself. */
export type DirectoryState = 'disabled' | User['status'];

export const regionState = (region: RegionId, state: DirectoryState) => `${region}#${state}`;

const isAdminRow = ({ enabled, groups }: Pick<User, 'enabled' | 'groups'>) =>
  enabled && groups.some((name) => simplifyGroup(name) === 'admin');

type Derived = 'id' | 'store' | 'regionState' | 'adminOf';
type Defaulted = 'version' | 'secondFactor';

/** A user as the people who make users describe one; the keys follow from it. Groups are configured names only. */
export const userRow = ({
  adminOf: _,
  ...facts
}: Omit<User, Derived | Defaulted> & Partial<Pick<User, Derived | Defaulted>>): User => ({
  version: 0,
  secondFactor: false,
  ...facts,
  id: userId(facts.region, facts.sub),
  store: storeKey(facts.region, facts.storeId),
  regionState: regionState(facts.region, facts.enabled ? facts.status : 'disabled'),
  ...(facts.groups.some((name) => simplifyGroup(name) === 'admin') && { adminOf: facts.region }),
});

/** The item beside the users that holds the subs of a region's enabled admins: its last one is never taken away. */
const adminsId = (region: RegionId) => `${region}#admins`;

export const usersStore = (db: DynamoDBDocumentClient, table: string) => ({
  get: async (region: RegionId, sub: string): Promise<User | undefined> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { id: userId(region, sub) }, ConsistentRead: true }),
    );
    return Item && userSchema.parse(Item);
  },
  /** The user of an address (lower case), as the directory's index knows it a moment later. */
  findByEmail: async (region: RegionId, email: string): Promise<User | undefined> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'byEmail',
        KeyConditionExpression: '#region = :region AND #email = :email',
        ExpressionAttributeNames: {
          '#region': tables.users.indexes.byEmail.partition,
          '#email': tables.users.indexes.byEmail.sort,
        },
        ExpressionAttributeValues: { ':region': region, ':email': email },
      }),
    );
    return Items[0] && userSchema.parse(Items[0]);
  },
  /** Somebody has set a password: the invitation is done with, and sessions from before `validAfter` have ended. */
  notePassword: async (region: RegionId, sub: string, now: Date): Promise<void> => {
    await db.send(
      new UpdateCommand({
        TableName: table,
        Key: { id: userId(region, sub) },
        UpdateExpression: 'SET #status = :confirmed, updatedAt = :now, validAfter = :now REMOVE inviteExpiresAt',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':confirmed': 'confirmed', ':now': now.toISOString() },
      }),
    );
  },
  /** Writes a row over whatever was there: for whoever makes users, not for changes. */
  put: async (row: User): Promise<void> => {
    await db.send(
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName: table, Item: row } }, keepAdmin(table, row)].flat(),
      }),
    );
  },

  /**
   * Optimistic lock: takes hold of a user for a change, before anything is changed in Cognito, so that of two admins at once one is
   * refused; and of the region's admins one always stays. Throws UserChanged, LastAdmin or UserNotFoundException.
   */
  claim: async (read: User, { losesAdmin }: { readonly losesAdmin: boolean }): Promise<User> => {
    const claimed = { ...read, version: read.version + 1 };
    const claim = {
      Update: {
        TableName: table,
        Key: { id: read.id },
        UpdateExpression: 'SET version = :next',
        // Rows of old have no version.
        ConditionExpression:
          'attribute_exists(id) AND (version = :version OR (attribute_not_exists(version) AND :version = :none))',
        ExpressionAttributeValues: { ':next': claimed.version, ':version': read.version, ':none': 0 },
      },
    };
    const leave = {
      Update: {
        TableName: table,
        Key: { id: adminsId(read.region) },
        UpdateExpression: 'DELETE subs :sub',
        ConditionExpression: 'contains(subs, :one) AND size(subs) > :last',
        ExpressionAttributeValues: { ':sub': new Set([read.sub]), ':one': read.sub, ':last': 1 },
      },
    };
    try {
      await db.send(
        new TransactWriteCommand({ TransactItems: losesAdmin && isAdminRow(read) ? [claim, leave] : [claim] }),
      );
      return claimed;
    } catch (error) {
      throw claimError(error);
    }
  },

  /** Writes a claimed user's new row together with what else belongs to the change, all or nothing. Throws UserChanged. */
  replace: async (claimed: User, row: User, others: readonly TransactItem[]): Promise<void> => {
    try {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              Put: {
                TableName: table,
                Item: row,
                ConditionExpression: 'version = :version',
                ExpressionAttributeValues: { ':version': claimed.version },
              },
            },
            ...keepAdmin(table, row),
            ...others,
          ],
        }),
      );
    } catch (error) {
      throw claimError(error);
    }
  },

  /** Adds a user together with what else belongs to it. Throws UsernameExistsException where the row is there already. */
  add: async (row: User, others: readonly TransactItem[]): Promise<void> => {
    try {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(id)' } },
            ...keepAdmin(table, row),
            ...others,
          ],
        }),
      );
    } catch (error) {
      if (reasonsOf(error)[0] === 'ConditionalCheckFailed')
        throw new AppError('UsernameExistsException', { cause: error });
      throw claimError(error);
    }
  },

  /** Removes a claimed user together with what else belongs to it. */
  remove: async (claimed: User, others: readonly TransactItem[]): Promise<void> => {
    try {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              Delete: {
                TableName: table,
                Key: { id: claimed.id },
                ConditionExpression: 'version = :version',
                ExpressionAttributeValues: { ':version': claimed.version },
              },
            },
            ...others,
          ],
        }),
      );
    } catch (error) {
      throw claimError(error);
    }
  },
});

/** An item of a TransactWriteItems. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An enabled admin is among the region's admins. Whoever stops being one has left them when they were claimed. */
const keepAdmin = (table: string, row: User): TransactItem[] =>
  isAdminRow(row)
    ? [
        {
          Update: {
            TableName: table,
            Key: { id: adminsId(row.region) },
            UpdateExpression: 'ADD subs :sub',
            ExpressionAttributeValues: { ':sub': new Set([row.sub]) },
          },
        },
      ]
    : [];

const reasonsOf = (error: unknown): string[] =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons?.map(({ Code }) => Code ?? '') ?? []) : [];

/** What a transaction that changes a user was cancelled for. */
const claimError = (error: unknown): unknown => {
  if (error instanceof ConditionalCheckFailedException) return new AppError('UserChanged', { cause: error });
  const reasons = reasonsOf(error);
  const [claim, admins] = reasons;
  if (claim === 'ConditionalCheckFailed' || reasons.includes('TransactionConflict'))
    return new AppError('UserChanged', { cause: error });
  if (admins === 'ConditionalCheckFailed') return new AppError('LastAdmin', { cause: error });
  if (reasons.some((reason) => ['ThrottlingError', 'ProvisionedThroughputExceeded'].includes(reason)))
    return new AppError('ServiceUnavailable', { cause: error });
  return error;
};

export type UsersStore = ReturnType<typeof usersStore>;
