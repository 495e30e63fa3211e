import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteTableCommand, DynamoDBClient, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { stackName } from '#infra/outputs.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tableNames } from '#shared/config/tables.ts';
import { readOptions, runCommandLine } from '../command-line.ts';
import { startPortal } from '../demo/portal.ts';
import { createTemporaryFolder } from '../local-cloud/temporary-folder.ts';
import { createRecordsMaintenance } from './records/maintenance.ts';
import { scanAll } from './records/scan.ts';
import { createVaultClient, synthesizeWithBackups } from './restore/with-backups.ts';
import { createUserChanges } from './users/change-user.ts';
import type { OpenedStage } from './users/directory.ts';
import { openDirectory } from './users/directory.ts';
import { reinviteAll } from './users/reinvite.ts';

const usage = `Walks docs/runbooks/restore.md on a local cloud of its own: every table and every pool is lost, the tables come back
under other names, by their own recovery and out of a vault, the stack takes them on, search is built anew, everybody is invited again; and counts that nothing is lost.

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

/** Waits until the search table is stable, since it follows the records with a delay. */
const waitForSearch = async ({ db, names }: OpenedStage) => {
  const deadline = performance.now() + 600_000;
  while (performance.now() < deadline) {
    const countBefore = (await scanAll(db, names.search)).length;
    await wait(300);
    if (countBefore > 0 && (await scanAll(db, names.search)).length === countBefore) return;
  }
  throw new Error('The search table does not come to rest.');
};

const createHistory = async ({ db, names, directory }: OpenedStage) => {
  const changes = createUserChanges(directory, { by: 'operator', requestId: randomUUID() });
  const user = { region: 'nuk', email: 'nothing@nuk.example' } as const;
  await changes.disable(user);
  await changes.enable(user);
  await db.send(new PutCommand({ TableName: names.jobs, Item: { job: 'nuk#drill', row: 'head' } }));
};

const drill = async (folder: string): Promise<boolean> => {
  const stateFolder = join(folder, 'data');
  const common = { stateFolder, port: 0, warm: false, backOffice: 'silent' as const };

  log('1. A portal at work');
  const first = await startPortal({
    ...common,
    say: log,
    assembly: await synthesizeWithBackups(join(folder, 'cdk.out')),
  });
  let before;
  const adoptedTables: Record<string, string> = {};
  try {
    const stage = await open(stateFolder);
    await waitForSearch(stage);
    await createHistory(stage);
    before = await takeSnapshot(stage);
    const client = new DynamoDBClient({ region: first.region });

    const vault = createVaultClient(first);
    const toRestoredName = (table: TableName) => `${stackName('local')}-restored-${table}-${randomUUID().slice(0, 8)}`;
    for (const table of restoredTables) adoptedTables[table] = toRestoredName(table);
    const recoveryPoints: [string, string][] = [];

    log('2. Three of its tables are restored to an earlier moment; the others are copied into the vault');
    for (const [index, table] of restoredTables.entries()) {
      const SourceTableName = stage.names[table];
      const TargetTableName = adoptedTables[table] ?? '';
      if (index % 2 === 1) recoveryPoints.push([await vault.copy(SourceTableName), TargetTableName]);
      else await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName }));
    }
    log(
      '3. Everything else is lost: the tables that were there, sessions, search, and all pools. The others come out of the vault',
    );
    for (const table of tableNames) await client.send(new DeleteTableCommand({ TableName: stage.names[table] }));
    for (const [recoveryPoint, name] of recoveryPoints) await vault.restore(recoveryPoint, name);
    client.destroy();
  } finally {
    await first.stop();
  }
  rmSync(join(stateFolder, 'cognito.v8'));

  log('4. The stack takes the restored tables on, and makes new pools');
  const assembly = await synthesizeWithBackups(join(folder, 'adopting'), adoptedTables);
  const second = await startPortal({ ...common, assembly, seed: false });
  try {
    const stage = await open(stateFolder);
    for (const table of restoredTables)
      if (stage.names[table] !== adoptedTables[table]) throw new Error(`The stack did not take on ${table}.`);

    log('5. Search is built anew, and everybody is invited again');
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

    const losses = countLosses(before, await takeSnapshot(stage));
    for (const { what, before: there, lost } of losses) log(`   ${what}: ${there}, of which ${lost} lost`);
    return losses.every(({ lost }) => lost === 0);
  } finally {
    await second.stop();
  }
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
