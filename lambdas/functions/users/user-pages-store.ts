import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildExpressions, queryPage } from '#lambdas/lib/aws/dynamodb.ts';
import type { Page } from '#lambdas/lib/aws/dynamodb.ts';
import type { InstantRange } from '#lambdas/lib/records/list-records.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { toUserId, userSchema } from '#lambdas/lib/users/user-row.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import { auditEvent } from '#shared/users/audit.ts';

/** Subset of a region's users: an index and its partition key. */
export type UserSubset = { readonly index: keyof typeof tables.users.indexes; readonly owner: string };

type UserQuery = {
  readonly region: RegionId;
  readonly subset: UserSubset;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly after?: Pick<User, 'email' | 'sub'> | undefined;
};

/** Returns a page of users, ordered by email. */
export type UserPages = (query: UserQuery) => Promise<Page<User>>;

export const createUserPages =
  (db: DynamoDBDocumentClient, table: string): UserPages =>
  ({ region, subset: { index, owner }, search, limit, after }) => {
    const { partition, sort } = tables.users.indexes[index];
    const searchCondition = search === undefined ? '' : ` AND begins_with(#${sort}, :search)`;
    return queryPage(
      db,
      {
        TableName: table,
        IndexName: index,
        ...buildExpressions({ KeyConditionExpression: `#${partition} = :owner${searchCondition}` }, { owner, search }),
        // The start key is built from the requested region and subset, so that a manipulated cursor cannot reach other users.
        ...(after && {
          ExclusiveStartKey: { id: toUserId(region, after.sub), [partition]: owner, [sort]: after.email },
        }),
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

/** Returns a page of a region's or a user's audit events, newest first. */
export type AuditPages = (query: AuditQuery) => Promise<Page<AuditRow>>;

export const createAuditPages =
  (db: DynamoDBDocumentClient, table: string): AuditPages =>
  ({ region, sub, period, limit, after }) => {
    const { key, indexes: auditIndexes } = tables.audit;
    const { partition, sort } = sub === undefined ? auditIndexes.byRegion : key;
    // '0' sorts before every event and '~' after it, so a period may be open. '~' also includes all events of the last instant.
    const { from = '0', to = '' } = period;
    return queryPage(
      db,
      {
        TableName: table,
        ...(sub === undefined && { IndexName: 'byRegion' }),
        ...buildExpressions(
          { KeyConditionExpression: `#${partition} = :owner AND #${sort} BETWEEN :from AND :to` },
          { owner: sub === undefined ? region : toUserId(region, sub), from, to: `${to}~` },
        ),
        ScanIndexForward: false,
        ...(after && {
          ExclusiveStartKey: {
            [key.partition]: toUserId(region, sub ?? after.sub),
            [key.sort]: after.event,
            ...(sub === undefined && { [auditIndexes.byRegion.partition]: region }),
          },
        }),
      },
      limit,
      (item) => auditRow.parse(item),
    );
  };
