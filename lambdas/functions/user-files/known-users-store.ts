import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildProjection } from '#lambdas/lib/aws/dynamodb.ts';
import { findRoles, userSchema } from '#lambdas/lib/users/user-row.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import type { Role } from '#shared/users/groups.ts';

export type KnownUser = {
  readonly sub: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly roles: readonly Role[];
};

const rowSchema = z.pick(userSchema, { sub: true, email: true, storeId: true, storeName: true, groups: true });

const { partition, sort } = tables.users.indexes.byEmail;

/** Finds the users with these email addresses, by email, reading the index from the first to the last address. Eventually consistent. */
export type FindKnownUsers = (region: RegionId, emails: readonly string[]) => Promise<Map<string, KnownUser>>;

export const knownUsers =
  (db: DynamoDBDocumentClient, table: string, configuredGroups: readonly string[]): FindKnownUsers =>
  async (region, emails) => {
    const usersByEmail = new Map<string, KnownUser>();
    const emailSet = new Set(emails);
    // Addresses sort by their bytes in DynamoDB; those of the directory are ASCII (shared/api/fields.ts).
    const sorted = emails.toSorted();
    if (sorted.length === 0) return usersByEmail;
    const { ExpressionAttributeNames: names, ProjectionExpression } = buildProjection(Object.keys(rowSchema.shape));
    const query = {
      TableName: table,
      IndexName: 'byEmail',
      KeyConditionExpression: '#region = :region AND #email BETWEEN :first AND :last',
      ProjectionExpression,
      ExpressionAttributeNames: { '#region': partition, '#email': sort, ...names },
      ExpressionAttributeValues: { ':region': region, ':first': sorted[0], ':last': sorted.at(-1) },
    };
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      for (const { email, groups, ...user } of Items.map((item) => rowSchema.parse(item)))
        if (emailSet.has(email)) usersByEmail.set(email, { ...user, roles: findRoles({ groups }, configuredGroups) });
    return usersByEmail;
  };
