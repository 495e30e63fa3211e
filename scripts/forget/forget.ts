import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expressions } from '#lambdas/aws/dynamodb.ts';
import { attemptKinds, attemptsId } from '#lambdas/directory/attempts.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import { userId } from '#lambdas/directory/user-row.ts';
import type { RecordKind, RecordRow } from '#lambdas/records/kind.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { changeRecord } from '#lambdas/records/store-changes.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { AppError } from '#shared/errors.ts';
import { storeFinder } from '#shared/meant-store.ts';
import type { RegionId } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import { tables } from '#shared/tables.ts';
import { scan } from '../records/scan.ts';
import { userChanges } from '../users/changes.ts';
import type { Directory } from '../users/directory.ts';

/** What stands where an address stood: in every language the same. */
const nobody = '–';

type Collaborators = {
  readonly db: DynamoDBDocumentClient;
  readonly names: Readonly<Record<TableName, string>>;
  readonly directory: Directory;
  readonly actor: Actor;
  readonly isDryRun?: boolean;
};

type Forgotten = { readonly people: number; readonly records: number; readonly events: number; readonly rows: number };

type People = { readonly emails: ReadonlySet<string>; readonly subs: ReadonlySet<string> };

/** An entry of a timeline, of whichever kind of record. */
type Entry = { readonly type: string; readonly at: string; readonly by?: string };

/**
 * Takes people out of all that the portal keeps, for good: Cognito, the directory, sessions, the timelines of repairs and returns, what is
 * recorded of users, jobs and counts of attempts. What they booked stays. docs/data-inventory.md says where their `sub` stays, and why.
 * May be repeated. Reads whole tables. Throws when nothing is kept of them.
 */
export const forgetting = ({ db, names, directory, actor, isDryRun = false }: Collaborators) => {
  const changes = userChanges(directory, actor);

  const without = (entries: readonly Entry[], isForgotten: (email: string) => boolean) =>
    entries.map((entry) => (entry.by !== undefined && isForgotten(entry.by) ? { ...entry, by: nobody } : entry));

  const inRecords = async <Row extends RecordRow, IndexRow>(
    kind: RecordKind<Row, IndexRow>,
    region: RegionId,
    { emails, subs }: People,
  ) => {
    const store = recordsStore(db, names[kind.name], kind);
    const isForgotten = (email: string) => emails.has(email);
    const isNamed = ({ timeline, createdBy }: Row) =>
      subs.has(createdBy) || (timeline as readonly Entry[]).some(({ by }) => by !== undefined && isForgotten(by));
    let changed = 0;
    for await (const page of scan(db, names[kind.name]))
      for (const row of page.map(kind.parse).filter((each) => each.region === region && isNamed(each))) {
        changed += 1;
        if (isDryRun) continue;
        await changeRecord<Row>({
          read: async () => (await store.find(region, row)) ?? row,
          changed: (stored) =>
            isNamed(stored)
              ? kind.renew({
                  ...stored,
                  version: stored.version + 1,
                  ...(subs.has(stored.createdBy) && { createdBy: nobody }),
                  timeline: without(stored.timeline as readonly Entry[], isForgotten) as Row['timeline'],
                })
              : undefined,
          write: store.replace,
        });
      }
    return changed;
  };

  /** Items of users' events or of jobs, written again with `nobody` for these values of these attributes. */
  const inItems = async (
    table: 'audit' | 'jobs',
    belongs: (item: Record<string, unknown>) => boolean,
    forgotten: Readonly<Record<string, ReadonlySet<string>>>,
  ) => {
    let changed = 0;
    for await (const page of scan(db, names[table]))
      for (const item of page.filter(belongs)) {
        const fields = Object.entries(forgotten).flatMap(([name, values]) =>
          values.has(String(item[name])) ? [name] : [],
        );
        if (fields.length === 0) continue;
        changed += 1;
        if (isDryRun) continue;
        await db.send(
          new PutCommand({
            TableName: names[table],
            Item: { ...item, ...Object.fromEntries(fields.map((name) => [name, nobody])) },
          }),
        );
      }
    return changed;
  };

  /** The subs of these addresses, also of those who were deleted before: events name both. */
  const subsOf = async (region: RegionId, emails: ReadonlySet<string>): Promise<Set<string>> => {
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
    const ofUser = { KeyConditionExpression: `#${tables.sessions.indexes.byUser.partition} = :user` };
    const ofIndex = { TableName: names.sessions, IndexName: 'byUser' };
    const query = { ...ofIndex, ...expressions(ofUser, { user: userId(region, sub) }) };
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      for (const { id } of Items) await db.send(new DeleteCommand({ TableName: names.sessions, Key: { id } }));
  };

  /** Counts of a day, whose keys end with whom they count. */
  const removeDays = async (region: RegionId, subs: ReadonlySet<string>): Promise<void> => {
    for await (const page of scan(db, names.attempts))
      for (const { id } of page)
        if ([...subs].some((sub) => String(id).startsWith('day#') && String(id).includes(`#${userId(region, sub)}`)))
          await db.send(new DeleteCommand({ TableName: names.attempts, Key: { id } }));
  };

  const people = async (region: RegionId, emails: ReadonlySet<string>): Promise<Forgotten> => {
    const subs = await subsOf(region, emails);
    for (const email of isDryRun ? [] : emails) {
      await changes.remove({ region, email }).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'UserNotFoundException')) throw error;
      });
      await directory.users.releaseEmail(region, email);
      for (const kind of attemptKinds)
        await db.send(new DeleteCommand({ TableName: names.attempts, Key: { id: attemptsId(kind, region, email) } }));
    }
    if (!isDryRun) {
      for (const sub of subs) {
        await endSessions(region, sub);
        for (const kind of attemptKinds)
          await db.send(new DeleteCommand({ TableName: names.attempts, Key: { id: attemptsId(kind, region, sub) } }));
      }
      await removeDays(region, subs);
    }
    const named = { emails, subs };
    return {
      people: emails.size,
      records: (await inRecords(repairKind, region, named)) + (await inRecords(returnKind, region, named)),
      events: await inItems('audit', (item) => item['region'] === region, { email: emails, by: emails }),
      rows: await inItems('jobs', ({ job }) => String(job).startsWith(`${region}#`), {
        email: emails,
        by: emails,
        sub: subs,
        bySub: subs,
      }),
    };
  };

  /** Who is a user of the store, or has left a trace in its records and is no user of the region any more. */
  const peopleOf = async (region: RegionId, storeId: string): Promise<Set<string>> => {
    const [ofStore, elsewhere] = [new Set<string>(), new Set<string>()];
    for await (const page of directory.users.everybody(region))
      for (const user of page) (user.storeId === storeId ? ofStore : elsewhere).add(user.email);
    for (const kind of [repairKind, returnKind])
      for await (const page of scan(db, names[kind.name]))
        for (const row of page.map<RecordRow>(kind.parse))
          if (row.region === region && row.storeId === storeId)
            for (const { by } of row.timeline as readonly Entry[])
              if (by !== undefined && by !== nobody && !elsewhere.has(by)) ofStore.add(by);
    return ofStore;
  };

  return {
    person: async (region: RegionId, email: string): Promise<Forgotten> => {
      const isUser = await changes.isKnown({ region, email });
      const { records, events, rows } = await people(region, new Set([email]));
      if (!isUser && records + events + rows === 0) throw new Error(`Nothing is kept of ${email} in ${region}.`);
      return { people: 1, records, events, rows };
    },

    /** Everybody of a store, and the store itself, whose id has to be exact. Its repairs and returns stay until they run out (limits.recordMonths). */
    store: async (region: RegionId, storeId: string): Promise<Forgotten> => {
      const emails = await peopleOf(region, storeId);
      if (emails.size === 0 && (await directory.stores.find(region, storeId)) === undefined) {
        const meant = storeFinder(await directory.stores.list(region))(storeId);
        const hint = meant.kind === 'known' ? ` Is ${meant.store.storeId} meant?` : '';
        throw new Error(`Nothing is kept of a store ${storeId} in ${region}.${hint}`);
      }
      const forgotten = await people(region, emails);
      if (isDryRun) return forgotten;
      const { partition, sort } = tables.stores.key;
      await db.send(new DeleteCommand({ TableName: names.stores, Key: { [partition]: region, [sort]: storeId } }));
      return forgotten;
    },
  };
};
