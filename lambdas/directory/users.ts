import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';

/** A row of the directory: what Cognito says of a user, and the store. Groups are the configured names. */
export const userSchema = z.object({
  id: z.string(),
  region: field.region,
  sub: z.string(),
  email: z.string(),
  store: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  groups: z.array(z.string()),
  enabled: z.boolean(),
  status: z.enum(['confirmed', 'invited']),
  inviteExpiresAt: z.optional(field.instant),
  createdAt: field.instant,
  updatedAt: field.instant,
  /** Sessions that began before this instant have ended. */
  validAfter: z.optional(field.instant),
});

export type User = z.output<typeof userSchema>;

export const userId = (region: RegionId, sub: string) => `${region}#${sub}`;

/** The partition of a store's records. A store id has no `#` (shared/fields.ts). */
export const storeKey = (region: RegionId, storeId: string) => `${region}#${storeId}`;

/** A user as the people who make users describe one; the keys follow from it. */
export const userRow = (facts: Omit<User, 'id' | 'store'>): User => ({
  ...facts,
  id: userId(facts.region, facts.sub),
  store: storeKey(facts.region, facts.storeId),
});

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
  put: async (row: User): Promise<void> => {
    await db.send(new PutCommand({ TableName: table, Item: row }));
  },
});

export type UsersStore = ReturnType<typeof usersStore>;
