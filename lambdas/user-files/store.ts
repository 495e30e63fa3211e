import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { projectionOf } from '#lambdas/aws/dynamodb.ts';
import { rolesOf, userSchema } from '#lambdas/directory/user-row.ts';
import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';

export type KnownUser = {
  readonly sub: string;
  readonly storeId: string;
  readonly roles: readonly Role[];
};

const knownRow = z.pick(userSchema, { sub: true, email: true, storeId: true, groups: true });

const { partition, sort } = tables.users.indexes.byEmail;

/** Up to so many addresses are asked for one by one; of more, all users between the first and the last are read, page after page. */
const mostOneByOne = 100;

/** Addresses sort by their bytes in DynamoDB; those of the directory are ASCII (shared/fields.ts). */
const bounds = (emails: readonly string[]) => {
  const sorted = emails.toSorted((one, other) => (one < other ? -1 : 1));
  return { first: sorted[0] ?? '', last: sorted.at(-1) ?? '' };
};

/** As the index knows them a moment later. */
export const knownUsers = (db: DynamoDBDocumentClient, table: string, configuredGroups: readonly string[]) => {
  const between = async (region: RegionId, first: string, last: string) => {
    const found: z.output<typeof knownRow>[] = [];
    const { ExpressionAttributeNames: names, ProjectionExpression } = projectionOf(Object.keys(knownRow.shape));
    const ofAddresses = {
      TableName: table,
      IndexName: 'byEmail',
      KeyConditionExpression: '#region = :region AND #email BETWEEN :first AND :last',
      ProjectionExpression,
      ExpressionAttributeNames: { '#region': partition, '#email': sort, ...names },
      ExpressionAttributeValues: { ':region': region, ':first': first, ':last': last },
    };
    for await (const { Items = [] } of paginateQuery({ client: db }, ofAddresses))
      found.push(...Items.map((item) => knownRow.parse(item)));
    return found;
  };

  return {
    find: async (region: RegionId, emails: readonly string[]): Promise<Map<string, KnownUser>> => {
      const wanted = new Set(emails);
      const ranges =
        emails.length > mostOneByOne ? [bounds(emails)] : emails.map((email) => ({ first: email, last: email }));
      const found = await mapConcurrently(20, ranges, ({ first, last }) => between(region, first, last));
      return new Map(
        found
          .flat()
          .filter(({ email }) => wanted.has(email))
          .map(({ email, sub, storeId, groups }) => [
            email,
            { sub, storeId, roles: rolesOf({ groups }, configuredGroups) },
          ]),
      );
    },
  };
};

export type KnownUsers = ReturnType<typeof knownUsers>;
