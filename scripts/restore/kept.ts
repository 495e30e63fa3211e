import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { rolesOf } from '#lambdas/directory/user-row.ts';
import { regionIds } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import { scanAll } from '../records/scan.ts';
import type { Directory } from '../users/directory.ts';

type Opened = {
  readonly db: DynamoDBDocumentClient;
  readonly names: Readonly<Record<TableName, string>>;
  readonly directory: Directory;
};

/** What must be the same after a restore, each thing by what it is. */
export type Kept = Readonly<Record<string, ReadonlySet<string>>>;

const digest = (item: unknown) => createHash('sha256').update(JSON.stringify(item, sortedKeys)).digest('hex');

const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const itemsOf = async (db: DynamoDBDocumentClient, table: string) => new Set((await scanAll(db, table)).map(digest));

/** Whoever may sign in: by address, store, roles and whether they are enabled. Subs are the pool's own, and so are others afterwards. */
const usersOf = async ({ users, configuredGroups }: Directory) => {
  const found = new Set<string>();
  for (const region of regionIds)
    for await (const page of users.everybody(region))
      for (const user of page)
        found.add(
          [region, user.email, user.storeId, user.enabled, ...rolesOf(user, configuredGroups).toSorted()].join(' '),
        );
  return found;
};

export const whatIsKept = async ({ db, names, directory }: Opened): Promise<Kept> => ({
  repairs: await itemsOf(db, names.repairs),
  returns: await itemsOf(db, names.returns),
  stores: await itemsOf(db, names.stores),
  'events of users': await itemsOf(db, names.audit),
  jobs: await itemsOf(db, names.jobs),
  users: await usersOf(directory),
  'search terms': await itemsOf(db, names.search),
});

/** How much of each there was, and how much of that is gone. */
export const lossesOf = (before: Kept, after: Kept) =>
  Object.entries(before).map(([what, things]) => ({
    what,
    before: things.size,
    lost: [...things].filter((thing) => after[what]?.has(thing) !== true).length,
  }));
