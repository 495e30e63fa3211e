import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteTableCommand, DynamoDBClient, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { stackName } from '#infra/outputs.ts';
import { rolesOf } from '#lambdas/directory/user-row.ts';
import { regionIds } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import { tableNames } from '#shared/tables.ts';
import { readOptions, runCommandLine } from './command-line.ts';
import { startPortal } from './demo/portal.ts';
import { temporaryFolder } from './local-cloud/temporary-folder.ts';
import { scanAll } from './records/scan.ts';
import { recordsUpkeep } from './records/upkeep.ts';
import { vaultOf, withBackups } from './restore/with-backups.ts';
import { userChanges } from './users/changes.ts';
import { openDirectory } from './users/directory.ts';
import { reinvite } from './users/reinvite.ts';

const usage = `Walks docs/runbooks/restore.md on a local cloud of its own: every table and every pool is lost, the tables come back
under other names, by their own recovery and out of a vault, the stack takes them on, search is built anew, everybody is invited again; and counts that nothing is lost.

  npm run restore-drill    some minutes; ends with 1 where something is lost`;

/** What a backup brings back. Search is built anew; sessions and counts of attempts begin empty: everybody signs in again. */
const restored = ['repairs', 'returns', 'users', 'stores', 'audit', 'jobs'] as const satisfies readonly TableName[];

const say = (message: string) => console.log(message);
type Opened = Awaited<ReturnType<typeof openDirectory>>;

/** What must be the same after a restore, each thing by what it is. */
type Kept = Readonly<Record<string, ReadonlySet<string>>>;

const digest = (item: unknown) => createHash('sha256').update(JSON.stringify(item, sortedKeys)).digest('hex');

const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const itemsOf = async (db: DynamoDBDocumentClient, table: string) => new Set((await scanAll(db, table)).map(digest));

/** Whoever may sign in: by address, store, roles and whether they are enabled. Subs are the pool's own, and so are others afterwards. */
const usersOf = async ({ users, configuredGroups }: Opened['directory']) => {
  const found = new Set<string>();
  for (const region of regionIds)
    for await (const page of users.everybody(region))
      for (const user of page)
        found.add(
          [region, user.email, user.storeId, user.enabled, ...rolesOf(user, configuredGroups).toSorted()].join(' '),
        );
  return found;
};

const whatIsKept = async ({ db, names, directory }: Opened): Promise<Kept> => ({
  repairs: await itemsOf(db, names.repairs),
  returns: await itemsOf(db, names.returns),
  stores: await itemsOf(db, names.stores),
  'events of users': await itemsOf(db, names.audit),
  jobs: await itemsOf(db, names.jobs),
  users: await usersOf(directory),
  'search terms': await itemsOf(db, names.search),
});

const lossesOf = (before: Kept, after: Kept) =>
  Object.entries(before).map(([what, things]) => ({
    what,
    before: things.size,
    lost: [...things].filter((thing) => after[what]?.has(thing) !== true).length,
  }));

/** Two local clouds one after the other answer at different addresses. */
const open = (stateFolder: string): Promise<Opened> => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_ENDPOINT_URL')) delete process.env[name];
  return openDirectory('local', stateFolder);
};

/** Search follows its records by a moment. */
const searchSettled = async ({ db, names }: Opened) => {
  const deadline = performance.now() + 600_000;
  while (performance.now() < deadline) {
    const before = (await scanAll(db, names.search)).length;
    await wait(300);
    if (before > 0 && (await scanAll(db, names.search)).length === before) return;
  }
  throw new Error('The search table does not come to rest.');
};

const haveHistory = async ({ db, names, directory }: Opened) => {
  const changes = userChanges(directory, { by: 'operator', requestId: randomUUID() });
  const who = { region: 'nuk', email: 'nothing@nuk.example' } as const;
  await changes.disable(who);
  await changes.enable(who);
  await db.send(new PutCommand({ TableName: names.jobs, Item: { job: 'nuk#drill', row: 'head' } }));
};

const drill = async (folder: string): Promise<boolean> => {
  const stateFolder = join(folder, 'data');
  const common = { stateFolder, port: 0, warm: false, backOffice: 'silent' as const };

  say('1. A portal at work');
  const first = await startPortal({ ...common, say, assembly: await withBackups(join(folder, 'cdk.out')) });
  let before;
  const adoptedTables: Record<string, string> = {};
  try {
    const opened = await open(stateFolder);
    await searchSettled(opened);
    await haveHistory(opened);
    before = await whatIsKept(opened);
    const client = new DynamoDBClient({ region: first.region });

    const vault = vaultOf(first);
    const asRestored = (table: TableName) => `${stackName('local')}-restored-${table}-${randomUUID().slice(0, 8)}`;
    for (const table of restored) adoptedTables[table] = asRestored(table);
    const points: [string, string][] = [];

    say('2. Three of its tables are restored to an earlier moment; the others are copied into the vault');
    for (const [at, table] of restored.entries()) {
      const [SourceTableName, TargetTableName = ''] = [opened.names[table], adoptedTables[table]];
      if (at % 2 === 1) points.push([await vault.copy(SourceTableName), TargetTableName]);
      else await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName }));
    }
    say(
      '3. Everything else is lost: the tables that were there, sessions, search, and all pools. The others come out of the vault',
    );
    for (const table of tableNames) await client.send(new DeleteTableCommand({ TableName: opened.names[table] }));
    for (const [point, name] of points) await vault.restore(point, name);
    client.destroy();
  } finally {
    await first.stop();
  }
  rmSync(join(stateFolder, 'cognito.v8'));

  say('4. The stack takes the restored tables on, and makes new pools');
  const assembly = await withBackups(join(folder, 'adopting'), adoptedTables);
  const second = await startPortal({ ...common, assembly, seed: false });
  try {
    const opened = await open(stateFolder);
    for (const table of restored)
      if (opened.names[table] !== adoptedTables[table]) throw new Error(`The stack did not take on ${table}.`);

    say('5. Search is built anew, and everybody is invited again');
    const { items } = await recordsUpkeep(opened.db, opened.names).rebuildSearch();
    const actor = { by: 'operator', requestId: randomUUID() };
    const made = { invited: 0, disabled: 0 };
    for (const region of regionIds) {
      const { invited, disabled } = await reinvite(opened.directory, actor, region);
      made.invited += invited;
      made.disabled += disabled;
      const { differences } = await opened.directory.reconcile(region);
      if (differences.length > 0) throw new Error(`Cognito and the directory differ in ${region} afterwards.`);
    }
    say(`   ${items} search terms, ${made.invited} invitations, ${made.disabled} disabled without one`);

    const losses = lossesOf(before, await whatIsKept(opened));
    for (const { what, before: there, lost } of losses) say(`   ${what}: ${there}, of which ${lost} lost`);
    return losses.every(({ lost }) => lost === 0);
  } finally {
    await second.stop();
  }
};

const run = async () => {
  const { path, remove } = temporaryFolder();
  try {
    const isFine = await drill(path);
    say(isFine ? 'Nothing is lost.' : 'Something is lost.');
    if (!isFine) process.exitCode = 1;
  } finally {
    remove();
  }
};

await runCommandLine({ usage, read: readOptions({}), run });
