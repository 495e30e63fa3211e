import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteTableCommand, DynamoDBClient, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { stackName } from '#infra/outputs.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tableNames } from '#shared/config/tables.ts';
import { recordKinds } from '#shared/records/record.ts';
import { readOptions, runCommandLine } from '../command-line.ts';
import type { Portal } from '../demo/portal.ts';
import { startPortal } from '../demo/portal.ts';
import { createTemporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { CopyFilter } from './records/copy-back.ts';
import { copyBack } from './records/copy-back.ts';
import { createRecordsMaintenance } from './records/maintenance.ts';
import { scanAll } from './records/scan.ts';
import { openTill } from './restore/till.ts';
import { createVaultClient, synthesizeWithBackups } from './restore/with-backups.ts';
import { endMaintenance, startMaintenance } from './stage/maintenance.ts';
import { createUserChanges } from './users/change-user.ts';
import type { OpenedStage } from './users/directory.ts';
import { openDirectory } from './users/directory.ts';
import { reinviteAll } from './users/reinvite.ts';

const usage = `Walks docs/runbooks/restore.md on a local cloud of its own. While a store books, records are lost and copied back from
restored tables; tables are swapped for restored ones during a maintenance, and what was booked since is copied over; then every
table and every pool is lost, the tables come back under other names, by their own recovery and out of a vault, search is built
anew, everybody is invited again. Counts that nothing is lost, and nothing is there twice.

  npm run restore-drill    some minutes; ends with 1 where something is lost`;

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

const digest = (item: unknown) => createHash('sha256').update(JSON.stringify(item, sortedKeys)).digest('hex');

const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([keyA], [keyB]) => (keyA < keyB ? -1 : 1)))
    : value;

const digestItems = async (db: DynamoDBDocumentClient, table: string) =>
  new Set((await scanAll(db, table)).map(digest));

/**
 * Users who may sign in, by address, store, roles and enabled state. Subs are not compared, because a new pool assigns
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
  repairs: await digestItems(db, names.repairs),
  returns: await digestItems(db, names.returns),
  stores: await digestItems(db, names.stores),
  'events of users': await digestItems(db, names.audit),
  jobs: await digestItems(db, names.jobs),
  users: await describeUsers(directory),
  'search terms': await digestItems(db, names.search),
});

const countLosses = (before: Snapshot, after: Snapshot) =>
  Object.entries(before).map(([what, things]) => ({
    what,
    before: things.size,
    lost: [...things].filter((thing) => after[what]?.has(thing) !== true).length,
  }));

/** Removes the endpoints of the previous local cloud, which had other addresses. */
const open = (stateFolder: string): Promise<OpenedStage> => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_ENDPOINT_URL')) delete process.env[name];
  return openDirectory('local', stateFolder);
};

/** Digests the search items that follow from the stored records. */
const digestExpectedTerms = async ({ db, names }: OpenedStage) => {
  const repairItems = (await scanAll(db, names.repairs)).flatMap((row) =>
    repairKind.toSearchItems(repairKind.parse(row)),
  );
  const returnItems = (await scanAll(db, names.returns)).flatMap((row) =>
    returnKind.toSearchItems(returnKind.parse(row)),
  );
  const now = Date.now() / 1000;
  const currentItems = [...repairItems, ...returnItems].filter(({ expiresAt = now }) => expiresAt >= now);
  return new Set(currentItems.map(digest));
};

/** Waits until the search table, which follows the records with a delay, has their items and no others. */
const waitForSearch = async (stage: OpenedStage) => {
  const deadline = performance.now() + 600_000;
  while (performance.now() < deadline) {
    const expected = await digestExpectedTerms(stage);
    const actual = await digestItems(stage.db, stage.names.search);
    if (expected.size === actual.size && [...expected].every((item) => actual.has(item))) return;
    await wait(1000);
  }
  throw new Error('The search table does not catch up with the records.');
};

const createHistory = async ({ db, names, directory }: OpenedStage) => {
  const changes = createUserChanges(directory, { by: 'operator', requestId: randomUUID() });
  const user = { region: 'nuk', email: 'nothing@nuk.example' } as const;
  await changes.disable(user);
  await changes.enable(user);
  await db.send(new PutCommand({ TableName: names.jobs, Item: { job: 'nuk#drill', row: 'head' } }));
};

const toRestoredName = (table: TableName) => `${stackName('local')}-restored-${table}-${randomUUID().slice(0, 8)}`;

const copyRecords = async ({ db, names }: OpenedStage, from: readonly string[], filter: CopyFilter = {}) => {
  let written = 0;
  for (const table of from) {
    const collaborators = { db, names, now: new Date(), isDryRun: false, report: () => {} };
    const { copied, updated } = await copyBack(table, filter, collaborators);
    written += copied + updated;
  }
  return written;
};

/** Copies twice: the second time must find nothing left to write. */
const copyRecordsTwice = async (stage: OpenedStage, from: readonly string[], filter?: CopyFilter) => {
  const written = await copyRecords(stage, from, filter);
  log(`   ${written} repairs and returns were copied back`);
  const repeated = await copyRecords(stage, from, filter);
  if (written === 0 || repeated > 0) throw new Error(`The first copy wrote ${written}, the second ${repeated}.`);
};

/** Counts what is missing of the snapshot, and bookings that are not there exactly once. Prints them by kind. */
const checkRecords = async (stage: OpenedStage, before: Snapshot, bookedIds: readonly string[]): Promise<boolean> => {
  await waitForSearch(stage);
  const losses = countLosses(before, await takeSnapshot(stage));
  for (const { what, before: there, lost } of losses) log(`   ${what}: ${there}, of which ${lost} lost`);
  const countById = new Map<unknown, number>();
  for (const item of await scanAll(stage.db, stage.names.repairs))
    countById.set(item['id'], (countById.get(item['id']) ?? 0) + 1);
  const lostCount = bookedIds.filter((id) => !countById.has(id)).length;
  const doubledCount = [...countById.values()].filter((count) => count > 1).length;
  log(`   booked meanwhile: ${bookedIds.length}, of which ${lostCount} lost; ${doubledCount} repairs are there twice`);
  return losses.every(({ lost }) => lost === 0) && lostCount === 0 && doubledCount === 0;
};

/** Restores tables beside the live ones, and copies back what a mistake has removed while a store books. */
const copyBackWhileStoresBook = async (portal: Portal, stage: OpenedStage): Promise<boolean> => {
  const { db, names } = stage;
  const before = await takeSnapshot(stage);
  const till = await openTill(portal);
  const client = new DynamoDBClient({ region: portal.region });
  try {
    await till.waitForBookings(5);
    const restored: string[] = [];
    for (const table of recordKinds) {
      const TargetTableName = toRestoredName(table);
      await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName: names[table], TargetTableName }));
      restored.push(TargetTableName);
    }
    await till.waitForBookings(5);
    let removed = 0;
    for (const [index, table] of recordKinds.entries())
      for (const { store, reference } of await scanAll(db, restored[index] ?? ''))
        if (String(store).startsWith('nuk#')) {
          await db.send(new DeleteCommand({ TableName: names[table], Key: { store, reference } }));
          removed += 1;
        }
    log(`   ${removed} repairs and returns of one region were removed, and a store goes on booking`);
    await till.waitForBookings(5);
    await copyRecordsTwice(stage, restored, { region: 'nuk' });
    await till.waitForBookings(5);
  } finally {
    client.destroy();
    await till.close();
  }
  return checkRecords(stage, before, till.bookedIds);
};

type Swap = {
  readonly before: Snapshot;
  readonly adoptedTables: Readonly<Record<string, string>>;
  readonly oldTables: readonly string[];
  /** Moment that the tables are restored to. */
  readonly since: string;
  readonly bookedIds: readonly string[];
};

/** Restores the tables of the records, one out of the vault, while a store books until a maintenance refuses it. */
const prepareSwap = async (portal: Portal, stage: OpenedStage): Promise<Swap> => {
  const { db, names } = stage;
  const before = await takeSnapshot(stage);
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
    await till.waitForRefusal();
    if (!(await till.canRead())) throw new Error('Stores cannot read during the maintenance.');
    await till.close();
    await vault.restore(recoveryPoint, adoptedTables.returns);
    return { before, adoptedTables, oldTables: [names.repairs, names.returns], since, bookedIds: till.bookedIds };
  } finally {
    client.destroy();
    await till.close();
  }
};

/** Copies what was booked after the restored moment, and ends the maintenance. */
const finishSwap = async (portal: Portal, stage: OpenedStage, swap: Swap): Promise<boolean> => {
  const { db, names } = stage;
  const till = await openTill(portal);
  try {
    await till.waitForRefusal();
    await copyRecordsTwice(stage, swap.oldTables, { since: swap.since });
    if (till.bookedIds.length > 0) throw new Error('The maintenance let a booking through.');
    await createRecordsMaintenance(db, names).rebuildSearch();
    await endMaintenance(db, names.sessions);
    await till.waitForBookings(5);
  } finally {
    await till.close();
  }
  return checkRecords(stage, swap.before, [...swap.bookedIds, ...till.bookedIds]);
};

/** Loses every table after copying it, half of them into the vault, and returns what was there and the copies. */
const loseEverything = async (portal: Portal, stage: OpenedStage) => {
  await createHistory(stage);
  const before = await takeSnapshot(stage);
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
  return { before, adoptedTables };
};

const rebuildStage = async (stage: OpenedStage, before: Snapshot): Promise<boolean> => {
  const { items } = await createRecordsMaintenance(stage.db, stage.names).rebuildSearch();
  const actor = { by: 'operator', requestId: randomUUID() };
  const counts = { invited: 0, disabled: 0 };
  for (const region of regionIds) {
    const { invited, disabled } = await reinviteAll(stage.directory, actor, region);
    counts.invited += invited;
    counts.disabled += disabled;
    const { differences } = await stage.directory.reconcile(region);
    if (differences.length > 0) throw new Error(`Cognito and the directory differ in ${region} afterwards.`);
  }
  log(`   ${items} search terms, ${counts.invited} invitations, ${counts.disabled} disabled without one`);
  return checkRecords(stage, before, []);
};

const drill = async (folder: string): Promise<boolean> => {
  const stateFolder = join(folder, 'data');
  const common = { stateFolder, port: 0, warm: false, backOffice: 'silent' as const };

  /** Starts the portal, with restored tables that its stack adopts, and stops it after the work. */
  const withPortal = async <Result>(
    name: string,
    adoptedTables: Readonly<Record<string, string>>,
    work: (portal: Portal, stage: OpenedStage) => Promise<Result>,
  ): Promise<Result> => {
    const isFirst = name === 'first';
    const assembly = await synthesizeWithBackups(join(folder, name), adoptedTables);
    const portal = await startPortal({ ...common, assembly, seed: isFirst, ...(isFirst && { say: log }) });
    try {
      const stage = await open(stateFolder);
      for (const [table, adoptedName] of Object.entries(adoptedTables))
        if (stage.names[table as TableName] !== adoptedName) throw new Error(`The stack did not take on ${table}.`);
      return await work(portal, stage);
    } finally {
      await portal.stop();
    }
  };

  log('1. A portal at work');
  const swap = await withPortal('first', {}, async (portal, stage) => {
    await waitForSearch(stage);
    log('2. Records are lost, and copied back from tables restored beside the live ones');
    const isFine = await copyBackWhileStoresBook(portal, stage);
    log('3. Tables are restored to an earlier moment to replace the live ones, and a maintenance stops the store');
    return { isFine, ...(await prepareSwap(portal, stage)) };
  });

  log('4. The stack takes these tables on, what was booked since is copied over, and the maintenance ends');
  const loss = await withPortal('swapped', swap.adoptedTables, async (portal, stage) => {
    const isFine = await finishSwap(portal, stage, swap);
    log('5. Everything is lost: all tables, half of which come back out of the vault, and all pools');
    return { isFine, ...(await loseEverything(portal, stage)) };
  });
  rmSync(join(stateFolder, 'cognito.v8'));

  log(
    '6. The stack takes all restored tables on and makes new pools; search is built anew, everybody is invited again',
  );
  const isFine = await withPortal('restored', loss.adoptedTables, (_, stage) => rebuildStage(stage, loss.before));
  return swap.isFine && loss.isFine && isFine;
};

const run = async () => {
  const { path, remove } = createTemporaryFolder();
  try {
    const isFine = await drill(path);
    log(isFine ? 'Nothing is lost.' : 'Something is lost.');
    if (!isFine) process.exitCode = 1;
  } finally {
    remove();
  }
};

await runCommandLine({ usage, read: readOptions({}), run });
