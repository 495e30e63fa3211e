import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { buildClientOptions, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createDynamoDbProxy, findRequiredPermissions } from './proxy.ts';

const tablesArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table';
const Key = { id: { S: '1' } };

test.each([
  ['GetItem', { TableName: 'users' }, ['GetItem users']],
  ['Query', { TableName: 'repairs', IndexName: 'byStore' }, ['Query repairs/index/byStore']],
  ['Scan', { TableName: `${tablesArn}/repairs` }, ['Scan repairs']],
  ['BatchGetItem', { RequestItems: { users: {}, sessions: {} } }, ['BatchGetItem users', 'BatchGetItem sessions']],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName: 'a' } },
        { Update: { TableName: 'b' } },
        { Delete: { TableName: 'c' } },
        { ConditionCheck: { TableName: 'd' } },
      ],
    },
    ['PutItem a', 'UpdateItem b', 'DeleteItem c', 'ConditionCheckItem d'],
  ],
])('lists the permissions needed for %s', (operation, body, expected) => {
  const permissions = findRequiredPermissions(operation, body, tablesArn);
  expect(permissions.map(({ action, resource }) => `${action} ${resource}`)).toEqual(
    expected.map((text) => `dynamodb:${text.replace(' ', ` ${tablesArn}/`)}`),
  );
  // Policy conditions may check whether a call is part of a transaction.
  const context = operation.startsWith('Transact') ? { 'dynamodb:enclosingoperation': operation } : undefined;
  expect(permissions.map((permission) => permission.context)).toEqual(expected.map(() => context));
});

test('provides the leading key when the table key is one attribute', () => {
  const findContext = (itemKey: object) =>
    findRequiredPermissions('UpdateItem', { TableName: 'attempts', Key: itemKey }, tablesArn).map(
      ({ context }) => context,
    );
  expect(findContext(Key)).toEqual([{ 'dynamodb:leadingkeys': '1' }]);
  expect(findContext({ store: { S: '1' }, reference: { S: '2' } })).toEqual([undefined]);
  const put = { TableName: 'attempts', Item: { failures: { N: '1' }, ...Key } };
  expect(findRequiredPermissions('PutItem', put, tablesArn)).toMatchObject([
    { context: { 'dynamodb:leadingkeys': '1' } },
  ]);
  const transaction = { TransactItems: [{ Put: put }, { Update: { TableName: 'attempts', Key } }] };
  const context = { 'dynamodb:enclosingoperation': 'TransactWriteItems', 'dynamodb:leadingkeys': '1' };
  expect(findRequiredPermissions('TransactWriteItems', transaction, tablesArn)).toMatchObject([
    { context },
    { context },
  ]);
});

test('requires ListTables on all resources', () => {
  expect(findRequiredPermissions('ListTables', {}, tablesArn)).toEqual([
    { action: 'dynamodb:ListTables', resource: '*' },
  ]);
});

test('rejects a transaction if one of its actions is not allowed', async () => {
  const listener = createDynamoDbProxy({
    endpoint: await serveForTest((req, res) => req.resume() && res.end('{}')),
    region: 'eu-central-1',
    accountId: '000000000000',
    client: new DynamoDB({ region: 'eu-central-1' }),
    isAllowed: (key, action, resource) =>
      key === 'FUNCTION' && action === 'dynamodb:PutItem' && resource.endsWith('users'),
    findCaller: () => 'arn:aws:sts::000000000000:assumed-role/role/auth',
  });
  const client = new DynamoDB(
    buildClientOptions(await serveForTest(listener), { accessKeyId: 'FUNCTION', secretAccessKey: 'x' }),
  );
  const items = [{ Put: { TableName: 'users', Item: Key } }, { Delete: { TableName: 'users', Key } }];
  await expect(client.transactWriteItems({ TransactItems: items.slice(0, 1) })).resolves.toBeDefined();
  await expect(client.transactWriteItems({ TransactItems: items })).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining(`dynamodb:DeleteItem on resource: ${tablesArn}/users`),
    $metadata: { httpStatusCode: 400 },
  });
});
