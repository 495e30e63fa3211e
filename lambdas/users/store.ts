import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { expressions, queryPage } from '#lambdas/aws/dynamodb.ts';
import type { Page } from '#lambdas/aws/dynamodb.ts';
import type { DirectoryState, User } from '#lambdas/directory/user-row.ts';
import { regionState, userId, userSchema } from '#lambdas/directory/user-row.ts';
import type { InstantRange } from '#lambdas/records/list.ts';
import type { RegionId } from '#shared/regions.ts';
import { storeKey } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';
import { auditEvent } from '#shared/users/audit.ts';

export type Crowd =
  | { readonly of: 'region' }
  | { readonly of: 'store'; readonly storeId: string }
  | { readonly of: 'admins' }
  | { readonly of: 'state'; readonly state: DirectoryState };

const indexes = { region: 'byEmail', store: 'byStore', admins: 'byAdmin', state: 'byState' } as const;

const partitionOf = (region: RegionId, crowd: Crowd) => {
  switch (crowd.of) {
    case 'store':
      return storeKey(region, crowd.storeId);
    case 'state':
      return regionState(region, crowd.state);
    default:
      return region;
  }
};

type UserQuery = {
  readonly region: RegionId;
  readonly crowd: Crowd;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly after?: Pick<User, 'email' | 'sub'> | undefined;
};

export const userPages =
  (db: DynamoDBDocumentClient, table: string) =>
  ({ region, crowd, search, limit, after }: UserQuery): Promise<Page<User>> => {
    const index = indexes[crowd.of];
    const { partition, sort } = tables.users.indexes[index];
    const owner = partitionOf(region, crowd);
    const begins = search === undefined ? '' : ` AND begins_with(#${sort}, :search)`;
    return queryPage(
      db,
      {
        TableName: table,
        IndexName: index,
        ...expressions({ KeyConditionExpression: `#${partition} = :owner${begins}` }, { owner, search }),
        // Built from who asks: whatever a cursor names, the page stays in that region and crowd.
        ...(after && { ExclusiveStartKey: { id: userId(region, after.sub), [partition]: owner, [sort]: after.email } }),
      },
      limit,
      (item) => userSchema.parse(item),
    );
  };

const auditRow = z.extend(auditEvent, { event: z.string(), expiresAt: z.number() });
export type AuditRow = z.output<typeof auditRow>;

type AuditQuery = {
  readonly region: RegionId;
  readonly sub?: string | undefined;
  readonly period: InstantRange;
  readonly limit: number;
  readonly after?: Pick<AuditRow, 'event' | 'sub'> | undefined;
};

export const auditPages =
  (db: DynamoDBDocumentClient, table: string) =>
  ({ region, sub, period, limit, after }: AuditQuery): Promise<Page<AuditRow>> => {
    const { key, indexes: auditIndexes } = tables.audit;
    const { partition, sort } = sub === undefined ? auditIndexes.byRegion : key;
    // Every event lies between the two signs that stand for an open end; `~` is behind the id of whatever happened at the last instant.
    const { from = '0', to = '' } = period;
    return queryPage(
      db,
      {
        TableName: table,
        ...(sub === undefined && { IndexName: 'byRegion' }),
        ...expressions(
          { KeyConditionExpression: `#${partition} = :owner AND #${sort} BETWEEN :from AND :to` },
          { owner: sub === undefined ? region : userId(region, sub), from, to: `${to}~` },
        ),
        ScanIndexForward: false,
        ...(after && {
          ExclusiveStartKey: {
            [key.partition]: userId(region, sub ?? after.sub),
            [key.sort]: after.event,
            ...(sub === undefined && { [auditIndexes.byRegion.partition]: region }),
          },
        }),
      },
      limit,
      (item) => auditRow.parse(item),
    );
  };

export type UserPages = ReturnType<typeof userPages>;
export type AuditPages = ReturnType<typeof auditPages>;
