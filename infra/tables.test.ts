import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { resolveProjectPath } from './project.ts';
import { findResourceProperties, readSynthesized } from './testing/synthesized.ts';

type Keys = { AttributeName: string }[];
type Index = {
  IndexName: string;
  KeySchema: Keys;
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
};

const toKeys = (keys: Keys) => keys.map(({ AttributeName }) => AttributeName).join(', ');
const toIndexLines = (kind: string, indexes: Index[] = []) =>
  indexes.map(
    ({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes } }) =>
      `${kind} ${IndexName}: ${toKeys(KeySchema)} -> ${NonKeyAttributes?.join(', ') ?? ProjectionType}`,
  );

/**
 * Keys, indexes and projections of each table in the template. CloudFormation can add or remove one global index per
 * deployment; for any other change it would replace the table by an empty one.
 */
const synthesizedDefinitions = Object.fromEntries(
  findResourceProperties(readSynthesized('prod').portal, 'AWS::DynamoDB::Table').map(
    ({ id, KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes }) => [
      id,
      [
        toKeys(KeySchema),
        ...toIndexLines('local', LocalSecondaryIndexes),
        ...toIndexLines('global', GlobalSecondaryIndexes),
      ],
    ],
  ),
);

const listedAttributes = 'id, storeRefNo, listed';
const recordTable = [
  'store, reference',
  `local byStore: store, createdAt -> ${listedAttributes}`,
  'local byStoreAndState: store, stateAt -> id, storeRefNo, createdAt, listed',
  `global byRegion: region, createdAt -> ${listedAttributes}`,
  'global byRegionAndState: region, stateAt -> id, storeRefNo, createdAt, listed',
];

/** Definitions as deployed. CDK derives the hash from the construct's path; another hash means another table. */
const deployedDefinitions = {
  Dataattempts3171A59A: ['id'],
  Dataaudit84237F24: ['user, event', 'global byRegion: region, event -> ALL'],
  DatajobsAE5E632A: ['job, row'],
  DatarepairsE6AC68F0: recordTable,
  Datareturns58A89A5B: recordTable,
  DatasearchA231D0ED: ['owner, term'],
  Datasessions9C03AE85: ['id', 'global byUser: user, startedAt -> ALL'],
  DatastatisticsB5F6CCD4: ['region, storeMonth'],
  Datastores88E19869: ['region, storeId'],
  Datasubscriptions2972D58D: ['region, sub'],
  Datausers0F6C5AAC: [
    'id',
    'global byEmail: region, email -> ALL',
    'global byStore: store, email -> ALL',
    'global byState: regionState, email -> ALL',
    'global byAdmin: adminOf, email -> ALL',
  ],
};

const instructions = `A table that is deployed is not what the app says any more.
CloudFormation can't change keys, local indexes or what an index projects: it would make a new, empty table, or refuse.
- A column of a list needs no change here: it is a field of the map "listed" (docs/decisions/15-why-does-a-new-column-change-no-index.md).
- A new global index: one in each deployment, under a new name; DynamoDB fills it. Then read from it; then remove the old one, in another deployment.
- Anything else: docs/runbooks/restore.md, with the new keys.
If that is done, write down here what is deployed now.`;

test('keeps keys, indexes and projections as deployed', () => {
  try {
    expect(synthesizedDefinitions).toEqual(deployedDefinitions);
  } catch (error) {
    throw new Error(`${instructions}\n\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
});

test('uses a restored table under its own name and no longer contains the original table', () => {
  const findRepairsTables = ({ portal }: ReturnType<typeof readSynthesized>) =>
    findResourceProperties(portal, 'AWS::DynamoDB::Table').filter(({ id }) => id.startsWith('Datarepairs'));
  const restoredStage = readSynthesized('prod after a restore');
  const [originalTable] = findRepairsTables(readSynthesized('prod'));
  const [adoptedTable, ...unexpected] = findRepairsTables(restoredStage);
  expect(unexpected).toEqual([]);
  expect(adoptedTable?.id).not.toBe(originalTable?.id);
  const TableName = 'retailer-support-portal-prod-restored-repairs-2026-11-20';
  expect(adoptedTable).toEqual({ ...originalTable, id: adoptedTable?.id, TableName });
  restoredStage.portal.hasOutput('RepairsTableName', { Value: { Ref: adoptedTable?.id } });
});

test('the stack policy denies replacing or removing a table, a user pool or a group', () => {
  const policy = JSON.parse(readFileSync(resolveProjectPath('infra', 'stack-policy.json'), 'utf8'));
  const deniedActions = policy.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Deny').flatMap(
    ({ Action, Condition }: { Action: string | string[]; Condition: { StringEquals: { ResourceType: string[] } } }) =>
      [Action].flat().flatMap((action) => Condition.StringEquals.ResourceType.map((type) => `${action} ${type}`)),
  );
  expect(deniedActions.toSorted()).toEqual([
    'Update:Delete AWS::Cognito::UserPool',
    'Update:Delete AWS::Cognito::UserPoolGroup',
    'Update:Delete AWS::DynamoDB::Table',
    'Update:Replace AWS::Cognito::UserPool',
    'Update:Replace AWS::Cognito::UserPoolGroup',
    'Update:Replace AWS::DynamoDB::Table',
  ]);
});
