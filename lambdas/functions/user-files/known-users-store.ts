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

/** Returns the users with these emails, by email. Reads the index from the first to the last email. Eventually consistent. */
export type FindKnownUsers = (region: RegionId, emails: readonly string[]) => Promise<Map<string, KnownUser>>;

export const createFindKnownUsers =
  (db: DynamoDBDocumentClient, table: string, configuredGroups: readonly string[]): FindKnownUsers =>
  async (region, emails) => {
    const userByEmail = new Map<string, KnownUser>();
    const emailSet = new Set(emails);
    // DynamoDB sorts emails by their bytes, and JavaScript in the same order, because stored emails are ASCII (shared/api/fields.ts).
    const sortedEmails = emails.toSorted();
    if (sortedEmails.length === 0) return userByEmail;
    const { ExpressionAttributeNames: names, ProjectionExpression } = buildProjection(Object.keys(rowSchema.shape));
    const query = {
      TableName: table,
      IndexName: 'byEmail',
      KeyConditionExpression: '#region = :region AND #email BETWEEN :first AND :last',
      ProjectionExpression,
      ExpressionAttributeNames: { '#region': partition, '#email': sort, ...names },
      ExpressionAttributeValues: { ':region': region, ':first': sortedEmails[0], ':last': sortedEmails.at(-1) },
    };
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      for (const { email, groups, ...user } of Items.map((item) => rowSchema.parse(item)))
        if (emailSet.has(email)) userByEmail.set(email, { ...user, roles: findRoles({ groups }, configuredGroups) });
    return userByEmail;
  };
