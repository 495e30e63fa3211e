import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { buildExpressions } from '#lambdas/lib/aws/dynamodb.ts';
import { toSubscriptionKey } from '#lambdas/lib/daily-email/subscriptions.ts';
import { draftPart } from '#lambdas/lib/jobs/import-drafts.ts';
import { toSeenNewsId } from '#lambdas/lib/news/seen-news.ts';
import { changeRecord } from '#lambdas/lib/records/record-changes.ts';
import type { RecordKind, RecordRow } from '#lambdas/lib/records/record-kind.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { attemptKinds, toAttemptsId } from '#lambdas/lib/sessions/attempts.ts';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import { toUserId } from '#lambdas/lib/users/user-row.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tables } from '#shared/config/tables.ts';
import { createStoreFinder } from '#shared/stores/store-match.ts';
import { scan } from '../records/scan.ts';
import { createUserChanges } from '../users/change-user.ts';
import type { Directory } from '../users/directory.ts';

/** Replacement for an erased email or sub, the same in every language. */
const erasedPlaceholder = '–';

type Collaborators = {
  readonly db: DynamoDBDocumentClient;
  readonly names: Readonly<Record<TableName, string>>;
  readonly directory: Directory;
  readonly actor: Actor;
  readonly isDryRun?: boolean;
};

type ErasureCounts = {
  readonly personCount: number;
  readonly recordCount: number;
  readonly eventCount: number;
  /** Rows of jobs, and parts of users files not yet imported. */
  readonly jobRowCount: number;
};

type ErasureTarget = { readonly emails: ReadonlySet<string>; readonly subs: ReadonlySet<string> };

/** Timeline entry of any kind of record. */
type Entry = { readonly type: string; readonly at: string; readonly by?: string };

/**
 * Erases people from all stored data: Cognito, the directory, sessions, timelines of repairs and returns, audit events, jobs and attempt
 * counts. Their bookings remain; docs/data-inventory.md states where their `sub` remains, and why. Can be repeated, scans whole tables,
 * and throws if nothing is stored about them.
 */
export const createEraser = ({ db, names, directory, actor, isDryRun = false }: Collaborators) => {
  const changes = createUserChanges(directory, actor);

  const eraseEntries = (entries: readonly Entry[], isErased: (email: string) => boolean) =>
    entries.map((entry) =>
      entry.by !== undefined && isErased(entry.by) ? { ...entry, by: erasedPlaceholder } : entry,
    );

  const eraseInRecords = async <Row extends RecordRow, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    region: RegionId,
    { emails, subs }: ErasureTarget,
  ) => {
    const store = createRecordsStore(db, names[kind.name], kind);
    const isErased = (email: string) => emails.has(email);
    const isAffected = ({ timeline, createdBy }: Row) =>
      subs.has(createdBy) || (timeline as readonly Entry[]).some(({ by }) => by !== undefined && isErased(by));
    let changedCount = 0;
    for await (const page of scan(db, names[kind.name]))
      for (const row of page
        .map(kind.parse)
        .filter((candidate) => candidate.region === region && isAffected(candidate))) {
        changedCount += 1;
        if (isDryRun) continue;
        await changeRecord<Row>({
          read: async () => (await store.find(region, row)) ?? row,
          apply: (current) =>
            isAffected(current)
              ? kind.withDerivedFields({
                  ...current,
                  version: current.version + 1,
                  ...(subs.has(current.createdBy) && { createdBy: erasedPlaceholder }),
                  timeline: eraseEntries(current.timeline as readonly Entry[], isErased) as Row['timeline'],
                })
              : undefined,
          write: store.replace,
        });
      }
    return changedCount;
  };

  /** Replaces the given values of the given attributes in audit events or jobs with the placeholder. */
  const eraseInItems = async (
    table: 'audit' | 'jobs',
    isInScope: (item: Record<string, unknown>) => boolean,
    valuesByAttribute: Readonly<Record<string, ReadonlySet<string>>>,
  ) => {
    let changedCount = 0;
    for await (const page of scan(db, names[table]))
      for (const item of page.filter(isInScope)) {
        const fields = Object.entries(valuesByAttribute).flatMap(([name, values]) =>
          values.has(String(item[name])) ? [name] : [],
        );
        if (fields.length === 0) continue;
        changedCount += 1;
        if (isDryRun) continue;
        await db.send(
          new PutCommand({
            TableName: names[table],
            Item: { ...item, ...Object.fromEntries(fields.map((name) => [name, erasedPlaceholder])) },
          }),
        );
      }
    return changedCount;
  };

  /** Deletes the parts of users files not yet imported in which these people occur; such a file can then no longer be imported. */
  const removeDraftParts = async (region: RegionId, emails: ReadonlySet<string>): Promise<number> => {
    let removedCount = 0;
    for await (const page of scan(db, names.jobs))
      for (const item of page) {
        const { job, row } = item;
        const part = draftPart.safeParse(item);
        const isAffected = part.success && part.data.rows.some(({ email }) => emails.has(email));
        if (!isAffected || !String(job).startsWith(`${region}#`)) continue;
        removedCount += 1;
        if (!isDryRun) await db.send(new DeleteCommand({ TableName: names.jobs, Key: { job, row } }));
      }
    return removedCount;
  };

  /** Finds the subs of email addresses. Includes users who were deleted earlier, because audit events contain both. */
  const findSubs = async (region: RegionId, emails: ReadonlySet<string>): Promise<Set<string>> => {
    const subs = new Set<string>();
    for (const email of emails) {
      const user = await directory.users.findByEmail(region, email);
      if (user) subs.add(user.sub);
    }
    for await (const page of scan(db, names.audit))
      for (const item of page)
        if (item['region'] === region && emails.has(String(item['email']))) subs.add(String(item['sub']));
    return subs;
  };

  const endSessions = async (region: RegionId, sub: string): Promise<void> => {
    const userCondition = { KeyConditionExpression: `#${tables.sessions.indexes.byUser.partition} = :user` };
    const userIndex = { TableName: names.sessions, IndexName: 'byUser' };
    const query = { ...userIndex, ...buildExpressions(userCondition, { user: toUserId(region, sub) }) };
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      for (const { id } of Items) await db.send(new DeleteCommand({ TableName: names.sessions, Key: { id } }));
  };

  /** Removes the users' daily counters, whose keys begin with `day#` and contain region and sub. */
  const removeDailyCounters = async (region: RegionId, subs: ReadonlySet<string>): Promise<void> => {
    for await (const page of scan(db, names.attempts))
      for (const { id } of page)
        if ([...subs].some((sub) => String(id).startsWith('day#') && String(id).includes(`#${toUserId(region, sub)}`)))
          await db.send(new DeleteCommand({ TableName: names.attempts, Key: { id } }));
  };

  const erasePeople = async (region: RegionId, emails: ReadonlySet<string>): Promise<ErasureCounts> => {
    const subs = await findSubs(region, emails);
    for (const email of isDryRun ? [] : emails) {
      await changes.remove({ region, email }).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'UserNotFoundException')) throw error;
      });
      await directory.users.releaseEmail(region, email);
      for (const kind of attemptKinds)
        await db.send(new DeleteCommand({ TableName: names.attempts, Key: { id: toAttemptsId(kind, region, email) } }));
    }
    if (!isDryRun) {
      for (const sub of subs) {
        await endSessions(region, sub);
        for (const kind of attemptKinds)
          await db.send(new DeleteCommand({ TableName: names.attempts, Key: { id: toAttemptsId(kind, region, sub) } }));
        await db.send(new DeleteCommand({ TableName: names.attempts, Key: { id: toSeenNewsId(region, sub) } }));
        await db.send(new DeleteCommand({ TableName: names.subscriptions, Key: toSubscriptionKey(region, sub) }));
      }
      await removeDailyCounters(region, subs);
    }
    const target = { emails, subs };
    const jobItemCount = await eraseInItems('jobs', ({ job }) => String(job).startsWith(`${region}#`), {
      email: emails,
      by: emails,
      sub: subs,
      bySub: subs,
    });
    return {
      personCount: emails.size,
      recordCount:
        (await eraseInRecords(repairKind, region, target)) + (await eraseInRecords(returnKind, region, target)),
      eventCount: await eraseInItems('audit', (item) => item['region'] === region, { email: emails, by: emails }),
      jobRowCount: jobItemCount + (await removeDraftParts(region, emails)),
    };
  };

  /** Finds the users of a store, and former users who appear in the timelines of its records. */
  const findPeople = async (region: RegionId, storeId: string): Promise<Set<string>> => {
    const storeEmails = new Set<string>();
    const otherEmails = new Set<string>();
    for await (const page of directory.users.listAll(region))
      for (const user of page) (user.storeId === storeId ? storeEmails : otherEmails).add(user.email);
    for (const kind of [repairKind, returnKind])
      for await (const page of scan(db, names[kind.name]))
        for (const row of page.map<RecordRow>(kind.parse))
          if (row.region === region && row.storeId === storeId)
            for (const { by } of row.timeline as readonly Entry[])
              if (by !== undefined && by !== erasedPlaceholder && !otherEmails.has(by)) storeEmails.add(by);
    return storeEmails;
  };

  return {
    erasePerson: async (region: RegionId, email: string): Promise<ErasureCounts> => {
      const isUser = await changes.isKnown({ region, email });
      const { recordCount, eventCount, jobRowCount } = await erasePeople(region, new Set([email]));
      if (!isUser && recordCount + eventCount + jobRowCount === 0)
        throw new Error(`Nothing is kept of ${email} in ${region}.`);
      return { personCount: 1, recordCount, eventCount, jobRowCount };
    },

    /**
     * Erases all users of a store, and the store itself; its id must match exactly. Its repairs and returns remain
     * until they expire (limits.recordMonths).
     */
    eraseStore: async (region: RegionId, storeId: string): Promise<ErasureCounts> => {
      const emails = await findPeople(region, storeId);
      if (emails.size === 0 && (await directory.stores.find(region, storeId)) === undefined) {
        const match = createStoreFinder(await directory.stores.list(region))(storeId);
        const hint = match.kind === 'known' ? ` Is ${match.store.storeId} meant?` : '';
        throw new Error(`Nothing is kept of a store ${storeId} in ${region}.${hint}`);
      }
      const counts = await erasePeople(region, emails);
      if (isDryRun) return counts;
      const { partition, sort } = tables.stores.key;
      await db.send(new DeleteCommand({ TableName: names.stores, Key: { [partition]: region, [sort]: storeId } }));
      return counts;
    },
  };
};
