import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { expressions } from '#lambdas/aws/dynamodb.ts';
import type { JobHead, Subject } from '#lambdas/bulk/jobs-table.ts';
import { keyOf } from '#lambdas/bulk/jobs-table.ts';
import { regionState, userSchema } from '#lambdas/directory/user-row.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';
import { statusOf } from '#shared/users/user.ts';

export const expiredInvitations = (db: DynamoDBDocumentClient, table: string) => ({
  list: async (region: RegionId, now: Date): Promise<Omit<Subject, 'number'>[]> => {
    const found: Omit<Subject, 'number'>[] = [];
    const ofInvited = expressions(
      { KeyConditionExpression: `${tables.users.indexes.byState.partition} = :invited` },
      { invited: regionState(region, 'invited') },
    );
    const pages = paginateQuery({ client: db }, { TableName: table, IndexName: 'byState', ...ofInvited });
    for await (const { Items = [] } of pages) {
      const users = Items.map((item) => userSchema.parse(item)).filter(
        (user) => statusOf(user, now) === 'inviteExpired',
      );
      found.push(...users.map(({ sub, email, storeId, storeName }) => ({ sub, email, storeId, storeName, roles: [] })));
      if (found.length >= limits.bulk.rows) break;
    }
    return found.slice(0, limits.bulk.rows);
  },
});

/** Counts the rows of a job that a worker has begun. Of a stopped job no further row begins. */
export const countBegunRows =
  (db: DynamoDBDocumentClient, table: string) =>
  async ({ region, id }: Pick<JobHead, 'region' | 'id'>): Promise<number> => {
    const rowsOfJob = expressions(
      {
        KeyConditionExpression: '#job = :job AND begins_with(#row, :row)',
        FilterExpression: 'attribute_exists(startedAt)',
      },
      { job: keyOf(region, id).job, row: 'row#' },
    );
    let begun = 0;
    const pages = paginateQuery(
      { client: db },
      { TableName: table, ConsistentRead: true, Select: 'COUNT', ...rowsOfJob },
    );
    for await (const { Count = 0 } of pages) begun += Count;
    return begun;
  };

export type CountBegunRows = ReturnType<typeof countBegunRows>;

export type ExpiredInvitations = ReturnType<typeof expiredInvitations>;
