import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { expressions } from '#lambdas/aws/dynamodb.ts';
import type { JobHead, Subject } from '#lambdas/bulk/jobs-table.ts';
import { keyOf, previousFacts } from '#lambdas/bulk/jobs-table.ts';
import { regionState, userSchema } from '#lambdas/directory/user-row.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';
import { auditEvent } from '#shared/users/audit.ts';
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

const importEvent = z.pick(auditEvent, {
  sub: true,
  email: true,
  action: true,
  before: true,
  after: true,
  requestId: true,
});
type ImportEvent = z.output<typeof importEvent>;

/** Facts before the first of several changes. */
const previousOf = (events: readonly ImportEvent[]) =>
  previousFacts.parse(Object.assign({}, ...events.toReversed().map(({ before }) => before)));

/** The row of an undo about somebody, by all that one row of the import did to them, oldest first. */
const undoneSubject = (requestId: string, events: readonly ImportEvent[]): Subject[] => {
  const [first] = events;
  if (!first) return [];
  const { sub, email } = first;
  const number = Number(requestId.split('#')[1]);
  const invited = events.find(({ action }) => action === 'invited');
  if (invited) {
    const { storeId = '', storeName = '' } = invited.after ?? {};
    return [{ number, sub, email, storeId, storeName, roles: [] }];
  }
  const previous = previousOf(events);
  const current = events.findLast(({ after }) => after?.roles)?.after?.roles ?? [];
  const roles = previous.roles?.filter((role) => !current.includes(role)) ?? [];
  const { storeId = '', storeName = '' } = previous;
  return [{ number, sub, email, storeId, storeName, roles, previous }];
};

/** Whom an import has invited or changed, by the history of the region. */
export const importedUsers = (db: DynamoDBDocumentClient, auditTable: string) => ({
  /** Returns a row for each; `roles` are those that come back. */
  list: async ({ region, id, startedAt }: JobHead, now: Date): Promise<Subject[]> => {
    const { partition, sort } = tables.audit.indexes.byRegion;
    const ofImport = expressions(
      {
        KeyConditionExpression: `#${partition} = :region AND #${sort} BETWEEN :from AND :to`,
        FilterExpression: 'begins_with(requestId, :job)',
      },
      { region, from: startedAt, to: `${now.toISOString()}~`, job: `${id}#` },
    );
    const found: ImportEvent[] = [];
    const pages = paginateQuery({ client: db }, { TableName: auditTable, IndexName: 'byRegion', ...ofImport });
    for await (const { Items = [] } of pages) found.push(...Items.map((item) => importEvent.parse(item)));
    return [...Map.groupBy(found, ({ requestId = '' }) => requestId)]
      .flatMap(([requestId, events]) => undoneSubject(requestId, events))
      .toSorted((one, other) => one.number - other.number);
  },
});

export type ImportedUsers = ReturnType<typeof importedUsers>;
