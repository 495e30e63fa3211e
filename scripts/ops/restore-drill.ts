import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteTableCommand, DynamoDBClient, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { toStackName } from '#infra/outputs.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tableNames } from '#shared/config/tables.ts';
import { recordKinds } from '#shared/records/record.ts';
import { createOptionsParser, runCommandLine } from '../command-line.ts';
import type { Portal } from '../demo/portal.ts';
import { startPortal } from '../demo/portal.ts';
import { createTemporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { CopyFilter } from './records/copy-back.ts';
import { copyBack } from './records/copy-back.ts';
import { createRecordsRenewal } from './records/renewal.ts';
import { scanAll } from './records/scan.ts';
import { openTill } from './restore/till.ts';
import { createVaultClient, synthesizeWithBackups } from './restore/with-backups.ts';
import { endMaintenance, startMaintenance } from './stage/maintenance.ts';
import { createUserChanges } from './users/change-user.ts';
import type { OpenedStage } from './users/directory.ts';
import { openDirectory } from './users/directory.ts';
import { reinviteAll } from './users/reinvite.ts';

const usage = `Rehearses docs/runbooks/restore.md on a separate local cloud. First, records are deleted while a store books, and copied back from
restored tables. Then tables are replaced by restored ones during maintenance, and newer bookings are copied over. Finally, all
tables and user pools are deleted, the tables are restored under other names, by point-in-time recovery and from a backup vault,
the search table is rebuilt, and all users are invited again. Checks that no data is lost or duplicated.

  npm run restore-drill    takes some minutes; exits with 1 if something is lost`;

/**
 * Tables that a backup restores. Search is rebuilt; sessions and attempt counts start empty, so that all users sign in
 * again.
 */
const restoredTables = [
  'repairs',
  'returns',
  'users',
  'stores',
  'audit',
  'jobs',
] as const satisfies readonly TableName[];

const log = (message: string) => console.log(message);

/** Data that must be the same after a restore, by description. */
type Snapshot = Readonly<Record<string, ReadonlySet<string>>>;

const hashItem = (item: unknown) => createHash('sha256').update(JSON.stringify(item, sortKeys)).digest('hex');

const sortKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([keyA], [keyB]) => (keyA < keyB ? -1 : 1)))
    : value;

const hashItems = async (db: DynamoDBDocumentClient, table: string) =>
  new Set((await scanAll(db, table)).map(hashItem));

/**
 * Describes each user by region, email, store, enabled state and roles. Subs are not compared, because a new pool assigns
 * new ones.
 */
const describeUsers = async ({ users, configuredGroups }: OpenedStage['directory']) => {
  const descriptions = new Set<string>();
  for (const region of regionIds)
    for await (const page of users.listAll(region))
      for (const user of page)
        descriptions.add(
          [region, user.email, user.storeId, user.enabled, ...findRoles(user, configuredGroups).toSorted()].join(' '),
        );
  return descriptions;
};

const takeSnapshot = async ({ db, names, directory }: OpenedStage): Promise<Snapshot> => ({
  repairs: await hashItems(db, names.repairs),
  returns: await hashItems(db, names.returns),
  stores: await hashItems(db, names.stores),
  'events of users': await hashItems(db, names.audit),
  jobs: await hashItems(db, names.jobs),
  users: await describeUsers(directory),
  'search terms': await hashItems(db, names.search),
});

const countLosses = (snapshotBefore: Snapshot, snapshotAfter: Snapshot) =>
  Object.entries(snapshotBefore).map(([description, hashes]) => ({
    description,
    count: hashes.size,
    lostCount: [...hashes].filter((hash) => snapshotAfter[description]?.has(hash) !== true).length,
  }));

/** Opens the stage, without the endpoints of the previous local cloud, which had other ports. */
const openStage = (stateFolder: string): Promise<OpenedStage> => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_ENDPOINT_URL')) delete process.env[name];
  return openDirectory('local', stateFolder);
};

/** Hashes the search items that follow from the stored records. */
const hashExpectedTerms = async ({ db, names }: OpenedStage) => {
  const repairItems = (await scanAll(db, names.repairs)).flatMap((row) =>
    repairKind.toSearchItems(repairKind.parse(row)),
  );
  const returnItems = (await scanAll(db, names.returns)).flatMap((row) =>
    returnKind.toSearchItems(returnKind.parse(row)),
  );
  const now = Date.now() / 1000;
  const currentItems = [...repairItems, ...returnItems].filter(({ expiresAt = now }) => expiresAt >= now);
  return new Set(currentItems.map(hashItem));
};

/** Time after which the search table must match the records, even on a slow machine. */
const searchTimeoutMs = 600_000;

/** Waits until the search table, which follows the records with a delay, has their items and no others. */
const waitForSearch = async (stage: OpenedStage) => {
  const deadline = performance.now() + searchTimeoutMs;
  while (performance.now() < deadline) {
    const expected = await hashExpectedTerms(stage);
    const actual = await hashItems(stage.db, stage.names.search);
    if (expected.size === actual.size && [...expected].every((item) => actual.has(item))) return;
    await wait(1000);
  }
  throw new Error('The search table does not catch up with the records.');
};

/** Adds audit events and a job to the demo data. */
const createHistory = async ({ db, names, directory }: OpenedStage) => {
  const changes = createUserChanges(directory, { by: 'operator', requestId: randomUUID() });
  const user = { region: 'nuk', email: 'nothing@nuk.example' } as const;
  await changes.disable(user);
  await changes.enable(user);
  await db.send(new PutCommand({ TableName: names.jobs, Item: { job: 'nuk#drill', row: 'head' } }));
};

const toRestoredName = (table: TableName) => `${toStackName('local')}-restored-${table}-${randomUUID().slice(0, 8)}`;

const copyRecords = async ({ db, names }: OpenedStage, sourceTables: readonly string[], filter: CopyFilter = {}) => {
  let writtenCount = 0;
  for (const table of sourceTables) {
    const collaborators = { db, names, now: new Date(), isDryRun: false, report: () => {} };
    const { copied, updated } = await copyBack(table, filter, collaborators);
    writtenCount += copied + updated;
  }
  return writtenCount;
};

/** Copies twice: the second time must find nothing left to write. */
const copyRecordsTwice = async (stage: OpenedStage, sourceTables: readonly string[], filter?: CopyFilter) => {
  const writtenCount = await copyRecords(stage, sourceTables, filter);
  log(`   ${writtenCount} repairs and returns were copied back`);
  const repeatedCount = await copyRecords(stage, sourceTables, filter);
  if (writtenCount === 0 || repeatedCount > 0)
    throw new Error(`The first copy wrote ${writtenCount}, the second ${repeatedCount}.`);
};

/**
 * Counts lost items of the snapshot, and bookings that are not stored exactly once, and prints both counts. Returns
 * true if both are zero.
 */
const checkRecords = async (stage: OpenedStage, snapshot: Snapshot, bookedIds: readonly string[]): Promise<boolean> => {
  await waitForSearch(stage);
  const losses = countLosses(snapshot, await takeSnapshot(stage));
  for (const { description, count, lostCount } of losses)
    log(`   ${description}: ${count}, of which ${lostCount} lost`);
  const countById = new Map<unknown, number>();
  for (const item of await scanAll(stage.db, stage.names.repairs))
    countById.set(item['id'], (countById.get(item['id']) ?? 0) + 1);
  const lostCount = bookedIds.filter((id) => !countById.has(id)).length;
  const duplicateCount = [...countById.values()].filter((count) => count > 1).length;
  log(
    `   booked meanwhile: ${bookedIds.length}, of which ${lostCount} lost; ${duplicateCount} repairs are there twice`,
  );
  return losses.every((loss) => loss.lostCount === 0) && lostCount === 0 && duplicateCount === 0;
};

/** Deletes records while a store books, and copies them back from tables that are restored next to the live ones. */
const copyBackWhileStoresBook = async (portal: Portal, stage: OpenedStage): Promise<boolean> => {
  const { db, names } = stage;
  const snapshot = await takeSnapshot(stage);
  const till = await openTill(portal);
  const client = new DynamoDBClient({ region: portal.region });
  try {
    await till.waitForBookings(5);
    const restoredNames: string[] = [];
    for (const table of recordKinds) {
      const TargetTableName = toRestoredName(table);
      await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName: names[table], TargetTableName }));
      restoredNames.push(TargetTableName);
    }
    await till.waitForBookings(5);
    let removedCount = 0;
    for (const [index, table] of recordKinds.entries())
      for (const { store, reference } of await scanAll(db, restoredNames[index] ?? ''))
        if (String(store).startsWith('nuk#')) {
          await db.send(new DeleteCommand({ TableName: names[table], Key: { store, reference } }));
          removedCount += 1;
        }
    log(`   ${removedCount} repairs and returns of one region were removed, and a store goes on booking`);
    await till.waitForBookings(5);
    await copyRecordsTwice(stage, restoredNames, { region: 'nuk' });
    await till.waitForBookings(5);
  } finally {
    client.destroy();
    await till.close();
  }
  return checkRecords(stage, snapshot, till.bookedIds);
};

/** Tables that will replace the live ones at the next start, and what has to be in them then. */
type Swap = {
  readonly snapshot: Snapshot;
  readonly adoptedTables: Readonly<Record<string, string>>;
  readonly oldTables: readonly string[];
  /** Moment that the tables are restored to. */
  readonly since: string;
  readonly bookedIds: readonly string[];
};

/**
 * Restores the tables of the records, one of them from the backup vault, while a store books until maintenance rejects
 * its bookings.
 */
const prepareSwap = async (portal: Portal, stage: OpenedStage): Promise<Swap> => {
  const { db, names } = stage;
  const snapshot = await takeSnapshot(stage);
  const vault = createVaultClient(portal);
  const client = new DynamoDBClient({ region: portal.region });
  const till = await openTill(portal);
  const adoptedTables = { repairs: toRestoredName('repairs'), returns: toRestoredName('returns') };
  try {
    await till.waitForBookings(5);
    const since = new Date().toISOString();
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: names.repairs,
        TargetTableName: adoptedTables.repairs,
      }),
    );
    const recoveryPoint = await vault.backUp(names.returns);
    await till.waitForBookings(5);
    await startMaintenance(db, names.sessions, new Date(Date.now() + 3_600_000).toISOString());
    await till.waitForRejection();
    if (!(await till.canRead())) throw new Error('Stores cannot read during the maintenance.');
    await till.close();
    await vault.restore(recoveryPoint, adoptedTables.returns);
    return {
      snapshot,
      adoptedTables,
      oldTables: [names.repairs, names.returns],
      since,
      bookedIds: till.bookedIds,
    };
  } finally {
    client.destroy();
    await till.close();
  }
};

/** Copies the bookings made after the restored moment, and ends the maintenance. */
const finishSwap = async (portal: Portal, stage: OpenedStage, swap: Swap): Promise<boolean> => {
  const { db, names } = stage;
  const till = await openTill(portal);
  try {
    await till.waitForRejection();
    await copyRecordsTwice(stage, swap.oldTables, { since: swap.since });
    if (till.bookedIds.length > 0) throw new Error('The maintenance let a booking through.');
    await createRecordsRenewal(db, names).rebuildSearch();
    await endMaintenance(db, names.sessions);
    await till.waitForBookings(5);
  } finally {
    await till.close();
  }
  return checkRecords(stage, swap.snapshot, [...swap.bookedIds, ...till.bookedIds]);
};

/**
 * Deletes every table after copying it, half of them into the backup vault. Returns a snapshot from before, and the
 * names of the copies.
 */
const deleteAllTables = async (portal: Portal, stage: OpenedStage) => {
  await createHistory(stage);
  const snapshot = await takeSnapshot(stage);
  const client = new DynamoDBClient({ region: portal.region });
  const vault = createVaultClient(portal);
  const adoptedTables: Record<string, string> = {};
  for (const table of restoredTables) adoptedTables[table] = toRestoredName(table);
  const recoveryPoints: [string, string][] = [];
  for (const [index, table] of restoredTables.entries()) {
    const SourceTableName = stage.names[table];
    const TargetTableName = adoptedTables[table] ?? '';
    if (index % 2 === 1) recoveryPoints.push([await vault.backUp(SourceTableName), TargetTableName]);
    else await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName }));
  }
  for (const table of tableNames) await client.send(new DeleteTableCommand({ TableName: stage.names[table] }));
  for (const [recoveryPoint, name] of recoveryPoints) await vault.restore(recoveryPoint, name);
  client.destroy();
  return { snapshot, adoptedTables };
};

const rebuildStage = async (stage: OpenedStage, snapshot: Snapshot): Promise<boolean> => {
  const { itemCount } = await createRecordsRenewal(stage.db, stage.names).rebuildSearch();
  const actor = { by: 'operator', requestId: randomUUID() };
  const totals = { invitedCount: 0, disabledCount: 0 };
  for (const region of regionIds) {
    const { invitedCount, disabledCount } = await reinviteAll(stage.directory, actor, region);
    totals.invitedCount += invitedCount;
    totals.disabledCount += disabledCount;
    const { differences } = await stage.directory.reconcile(region);
    if (differences.length > 0) throw new Error(`Cognito and the directory differ in ${region} afterwards.`);
  }
  log(`   ${itemCount} search terms, ${totals.invitedCount} invitations, ${totals.disabledCount} disabled without one`);
  return checkRecords(stage, snapshot, []);
};

const runDrill = async (folder: string): Promise<boolean> => {
  const stateFolder = join(folder, 'data');
  const commonOptions = { stateFolder, port: 0, warm: false, backOffice: 'silent' as const };

  /** Starts the portal, whose stack adopts the restored tables, runs the work, and stops the portal. */
  const runWithPortal = async <Result>(
    name: string,
    adoptedTables: Readonly<Record<string, string>>,
    work: (portal: Portal, stage: OpenedStage) => Promise<Result>,
  ): Promise<Result> => {
    const isFirst = name === 'first';
    const assembly = await synthesizeWithBackups(join(folder, name), adoptedTables);
    const portal = await startPortal({ ...commonOptions, assembly, seed: isFirst, ...(isFirst && { say: log }) });
    try {
      const stage = await openStage(stateFolder);
      for (const [table, adoptedName] of Object.entries(adoptedTables))
        if (stage.names[table as TableName] !== adoptedName) throw new Error(`The stack did not take on ${table}.`);
      return await work(portal, stage);
    } finally {
      await portal.stop();
    }
  };

  log('1. A portal at work');
  const swap = await runWithPortal('first', {}, async (portal, stage) => {
    await waitForSearch(stage);
    log('2. Records are lost, and copied back from tables restored beside the live ones');
    const isLossless = await copyBackWhileStoresBook(portal, stage);
    log('3. Tables are restored to an earlier moment to replace the live ones, and a maintenance stops the store');
    return { isLossless, ...(await prepareSwap(portal, stage)) };
  });

  log('4. The stack takes these tables on, what was booked since is copied over, and the maintenance ends');
  const deletion = await runWithPortal('swapped', swap.adoptedTables, async (portal, stage) => {
    const isLossless = await finishSwap(portal, stage, swap);
    log('5. Everything is lost: all tables, half of which come back out of the vault, and all pools');
    return { isLossless, ...(await deleteAllTables(portal, stage)) };
  });
  // The user pools are lost with this file.
  rmSync(join(stateFolder, 'cognito.v8'));

  log(
    '6. The stack takes all restored tables on and makes new pools; search is built anew, everybody is invited again',
  );
  const isLossless = await runWithPortal('restored', deletion.adoptedTables, (_, stage) =>
    rebuildStage(stage, deletion.snapshot),
  );
  return swap.isLossless && deletion.isLossless && isLossless;
};

const run = async () => {
  const { path, remove } = createTemporaryFolder();
  try {
    const isLossless = await runDrill(path);
    log(isLossless ? 'Nothing is lost.' : 'Something is lost.');
    if (!isLossless) process.exitCode = 1;
  } finally {
    remove();
  }
};

await runCommandLine({ usage, read: createOptionsParser({}), run });
