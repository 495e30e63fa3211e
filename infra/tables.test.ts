import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { inProject } from './project.ts';
import { propertiesOf, synthesized } from './testing/synthesized.ts';

type Keys = { AttributeName: string }[];
type Index = {
  IndexName: string;
  KeySchema: Keys;
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
};

const keysOf = (keys: Keys) => keys.map(({ AttributeName }) => AttributeName).join(', ');
const linesOf = (kind: string, indexes: Index[] = []) =>
  indexes.map(
    ({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes } }) =>
      `${kind} ${IndexName}: ${keysOf(KeySchema)} -> ${NonKeyAttributes?.join(', ') ?? ProjectionType}`,
  );

/** What CloudFormation can't change of a table without making a new, empty one, or only one index at a time. */
const frozen = Object.fromEntries(
  propertiesOf(synthesized('prod').portal, 'AWS::DynamoDB::Table').map(
    ({ id, KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes }) => [
      id,
      [keysOf(KeySchema), ...linesOf('local', LocalSecondaryIndexes), ...linesOf('global', GlobalSecondaryIndexes)],
    ],
  ),
);

const listed = 'id, storeRefNo, listed';
const ofRecords = [
  'store, reference',
  `local byStore: store, createdAt -> ${listed}`,
  'local byStoreAndState: store, stateAt -> id, storeRefNo, createdAt, listed',
  `global byRegion: region, createdAt -> ${listed}`,
  'global byRegionAndState: region, stateAt -> id, storeRefNo, createdAt, listed',
];

/** As they are deployed. The hash is CDK's, out of where in the app a table is: with another one it would be another table. */
const deployed = {
  Dataattempts3171A59A: ['id'],
  Dataaudit84237F24: ['user, event', 'global byRegion: region, event -> ALL'],
  DatajobsAE5E632A: ['job, row'],
  DatarepairsE6AC68F0: ofRecords,
  Datareturns58A89A5B: ofRecords,
  DatasearchA231D0ED: ['owner, term'],
  Datasessions9C03AE85: ['id', 'global byUser: user, startedAt -> ALL'],
  Datastores88E19869: ['region, storeId'],
  Datausers0F6C5AAC: [
    'id',
    'global byEmail: region, email -> ALL',
    'global byStore: store, email -> ALL',
    'global byState: regionState, email -> ALL',
    'global byAdmin: adminOf, email -> ALL',
  ],
};

const howToGoOn = `A table that is deployed is not what the app says any more.
CloudFormation can't change keys, local indexes or what an index projects: it would make a new, empty table, or refuse.
- A column of a list needs no change here: it is a field of the map "listed" (docs/decisions/15-why-does-a-new-column-change-no-index.md).
- A new global index: one in each deployment, under a new name; DynamoDB fills it. Then read from it; then remove the old one, in another deployment.
- Anything else: docs/runbooks/restore.md, with the new keys.
If that is done, write down here what is deployed now.`;

test('keys, indexes and projections are as they were deployed', () => {
  try {
    expect(frozen).toEqual(deployed);
  } catch (error) {
    throw new Error(`${howToGoOn}\n\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
});

test('a restored table is taken on under its name, with everything it needs, and the one before is left where it is', () => {
  const repairsOf = ({ portal }: ReturnType<typeof synthesized>) =>
    propertiesOf(portal, 'AWS::DynamoDB::Table').filter(({ id }) => id.startsWith('Datarepairs'));
  const restored = synthesized('prod after a restore');
  const [made] = repairsOf(synthesized('prod'));
  const [adopted, ...others] = repairsOf(restored);
  expect([others, adopted?.id === made?.id]).toEqual([[], false]);
  const TableName = 'retailer-support-portal-prod-restored-repairs-2026-11-20';
  expect(adopted).toEqual({ ...made, id: adopted?.id, TableName });
  restored.portal.hasOutput('RepairsTableName', { Value: { Ref: adopted?.id } });
});

test('the stack policy lets no deployment replace a table or a pool', () => {
  const policy = JSON.parse(readFileSync(inProject('infra', 'stack-policy.json'), 'utf8'));
  const denied = policy.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Deny').flatMap(
    ({ Action, Condition }: { Action: string | string[]; Condition: { StringEquals: { ResourceType: string[] } } }) =>
      [Action].flat().flatMap((action) => Condition.StringEquals.ResourceType.map((type) => `${action} ${type}`)),
  );
  expect(denied.toSorted()).toEqual([
    'Update:Delete AWS::Cognito::UserPool',
    'Update:Replace AWS::Cognito::UserPool',
    // A restored table takes the place of one that the stack lets go of, and that is kept.
    'Update:Replace AWS::DynamoDB::Table',
  ]);
});
