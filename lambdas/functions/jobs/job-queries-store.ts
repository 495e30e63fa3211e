import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildExpressions } from '#lambdas/lib/aws/dynamodb.ts';
import type { JobHead, Subject } from '#lambdas/lib/jobs/jobs-table.ts';
import { toItemKey, previousFacts } from '#lambdas/lib/jobs/jobs-table.ts';
import { toRegionState, userSchema } from '#lambdas/lib/users/user-row.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import { auditEvent } from '#shared/users/audit.ts';
import { toUserStatus } from '#shared/users/user.ts';

export type ExpiredInvitations = {
  /** Returns the users whose invitations have expired, at most `limits.bulk.rows`. */
  readonly list: (region: RegionId, now: Date) => Promise<Omit<Subject, 'number'>[]>;
};

export const createExpiredInvitations = (db: DynamoDBDocumentClient, table: string): ExpiredInvitations => ({
  list: async (region: RegionId, now: Date): Promise<Omit<Subject, 'number'>[]> => {
    const subjects: Omit<Subject, 'number'>[] = [];
    const invitedQuery = buildExpressions(
      { KeyConditionExpression: `${tables.users.indexes.byState.partition} = :invited` },
      { invited: toRegionState(region, 'invited') },
    );
    const pages = paginateQuery({ client: db }, { TableName: table, IndexName: 'byState', ...invitedQuery });
    for await (const { Items = [] } of pages) {
      const users = Items.map((item) => userSchema.parse(item)).filter(
        (user) => toUserStatus(user, now) === 'inviteExpired',
      );
      subjects.push(
        ...users.map(({ sub, email, storeId, storeName }) => ({ sub, email, storeId, storeName, roles: [] })),
      );
      if (subjects.length >= limits.bulk.rows) break;
    }
    return subjects.slice(0, limits.bulk.rows);
  },
});

/** Returns the number of a job's rows that a worker has started. After a job is stopped, no more rows start. */
export type CountStartedRows = (job: Pick<JobHead, 'region' | 'id'>) => Promise<number>;

export const createCountStartedRows =
  (db: DynamoDBDocumentClient, table: string): CountStartedRows =>
  async ({ region, id }) => {
    const startedRowsQuery = buildExpressions(
      {
        KeyConditionExpression: '#job = :job AND begins_with(#row, :row)',
        FilterExpression: 'attribute_exists(startedAt)',
      },
      { job: toItemKey(region, id).job, row: 'row#' },
    );
    let startedCount = 0;
    const pages = paginateQuery(
      { client: db },
      { TableName: table, ConsistentRead: true, Select: 'COUNT', ...startedRowsQuery },
    );
    for await (const { Count = 0 } of pages) startedCount += Count;
    return startedCount;
  };

const importEvent = z.pick(auditEvent, {
  sub: true,
  email: true,
  action: true,
  before: true,
  after: true,
  requestId: true,
});
type ImportEvent = z.output<typeof importEvent>;

/** Returns the user's values before the first of these events. */
const toPreviousFacts = (events: readonly ImportEvent[]) =>
  previousFacts.parse(Object.assign({}, ...events.toReversed().map(({ before }) => before)));

/** Builds the undo row of one import row from its audit events, oldest first. Returns no row without events. */
const toUndoSubjects = (requestId: string, events: readonly ImportEvent[]): Subject[] => {
  const [firstEvent] = events;
  if (!firstEvent) return [];
  const { sub, email } = firstEvent;
  const number = Number(requestId.split('#')[1]);
  const invitedEvent = events.find(({ action }) => action === 'invited');
  if (invitedEvent) {
    const { storeId = '', storeName = '' } = invitedEvent.after ?? {};
    return [{ number, sub, email, storeId, storeName, roles: [], importedStoreId: storeId }];
  }
  const previous = toPreviousFacts(events);
  const currentRoles = events.findLast(({ after }) => after?.roles)?.after?.roles ?? [];
  const rolesToRestore = previous.roles?.filter((role) => !currentRoles.includes(role)) ?? [];
  const { storeId = '', storeName = '' } = previous;
  const importedStoreId = events.findLast(({ after }) => after?.storeId !== undefined)?.after?.storeId;
  return [
    {
      number,
      sub,
      email,
      storeId,
      storeName,
      roles: rolesToRestore,
      previous,
      ...(importedStoreId !== undefined && { importedStoreId }),
    },
  ];
};

/** Finds the users that an import has invited or changed, from the region's audit events. */
export type ImportedUsers = {
  /** Returns one row per user; `roles` are those that the undo restores. */
  readonly list: (job: JobHead, now: Date) => Promise<Subject[]>;
};

export const createImportedUsers = (db: DynamoDBDocumentClient, auditTable: string): ImportedUsers => ({
  list: async ({ region, id, startedAt }: JobHead, now: Date): Promise<Subject[]> => {
    const { partition, sort } = tables.audit.indexes.byRegion;
    const importEventsQuery = buildExpressions(
      {
        KeyConditionExpression: `#${partition} = :region AND #${sort} BETWEEN :from AND :to`,
        FilterExpression: 'begins_with(requestId, :job)',
      },
      // The sort key is `<instant>#<id>`: `~` sorts after `#`, so that events of the current instant are included.
      { region, from: startedAt, to: `${now.toISOString()}~`, job: `${id}#` },
    );
    const events: ImportEvent[] = [];
    const pages = paginateQuery({ client: db }, { TableName: auditTable, IndexName: 'byRegion', ...importEventsQuery });
    for await (const { Items = [] } of pages) events.push(...Items.map((item) => importEvent.parse(item)));
    return [...Map.groupBy(events, ({ requestId = '' }) => requestId)]
      .flatMap(([requestId, rowEvents]) => toUndoSubjects(requestId, rowEvents))
      .toSorted((a, b) => a.number - b.number);
  },
});
