import { DynamoDBClient, GetItemCommand, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { reaching, served } from '#scripts/local-cloud/testing/opened.ts';
import { dynamoDbProxy, neededPermissions } from './proxy.ts';

const tables = 'arn:aws:dynamodb:eu-central-1:000000000000:table';
const Key = { id: { S: '1' } };

describe('what a call needs', () => {
  test.each([
    ['GetItem', { TableName: 'users' }, [['GetItem', 'users']]],
    ['Query', { TableName: 'repairs', IndexName: 'byStore' }, [['Query', 'repairs/index/byStore']]],
    ['Scan', { TableName: `${tables}/repairs` }, [['Scan', 'repairs']]],
    [
      'BatchGetItem',
      { RequestItems: { users: {}, sessions: {} } },
      [
        ['BatchGetItem', 'users'],
        ['BatchGetItem', 'sessions'],
      ],
    ],
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
      [
        ['PutItem', 'a'],
        ['UpdateItem', 'b'],
        ['DeleteItem', 'c'],
        ['ConditionCheckItem', 'd'],
      ],
    ],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName: 'a' } }] }, [['GetItem', 'a']]],
  ])('%s', (operation, body, expected) => {
    expect(neededPermissions(operation, body, tables)).toEqual(
      expected.map(([action, table]) => ({
        action: `dynamodb:${action}`,
        resource: `${tables}/${table}`,
        // Conditions may ask whether a call is part of a transaction.
        ...(operation.startsWith('Transact') && { context: { 'dynamodb:enclosingoperation': operation } }),
      })),
    );
  });

  test('conditions may ask whose row it is, where the key is one attribute', () => {
    const contextOf = (itemKey: object) =>
      neededPermissions('UpdateItem', { TableName: 'attempts', Key: itemKey }, tables).map(({ context }) => context);
    expect(contextOf(Key)).toEqual([{ 'dynamodb:leadingkeys': '1' }]);
    expect(contextOf({ store: { S: '1' }, reference: { S: '2' } })).toEqual([undefined]);
    const put = { TableName: 'attempts', Item: { failures: { N: '1' }, ...Key } };
    expect(neededPermissions('PutItem', put, tables)).toMatchObject([{ context: { 'dynamodb:leadingkeys': '1' } }]);
  });

  test('ListTables is asked for everything', () => {
    expect(neededPermissions('ListTables', {}, tables)).toEqual([{ action: 'dynamodb:ListTables', resource: '*' }]);
  });
});

describe('DynamoDB behind the proxy', () => {
  let client: DynamoDBClient;
  const may = new Set(['dynamodb:GetItem users', 'dynamodb:PutItem users']);

  beforeAll(async () => {
    const database = await served((req, res) => {
      req.resume();
      res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      res.end(JSON.stringify({ Item: { target: { S: String(req.headers['x-amz-target']) } } }));
    });
    const listener = dynamoDbProxy({
      endpoint: database,
      region: 'eu-central-1',
      accountId: '000000000000',
      client: new DynamoDBClient({ region: 'eu-central-1' }),
      allow: (key, action, resource) => key === 'FUNCTION' && may.has(`${action} ${resource.split('/')[1]}`),
      callerOf: () => 'arn:aws:sts::000000000000:assumed-role/role/auth',
    });
    const credentials = { accessKeyId: 'FUNCTION', secretAccessKey: 'x' };
    client = new DynamoDBClient(reaching(await served(listener), credentials));
  });

  test('passes on what the role allows', async () => {
    const { Item } = await client.send(new GetItemCommand({ TableName: 'users', Key }));
    expect(Item?.['target']?.S).toBe('DynamoDB_20120810.GetItem');
  });

  test.each([
    [
      'another action',
      () => client.send(new QueryCommand({ TableName: 'users', KeyConditionExpression: 'id = :id' })),
      'dynamodb:Query',
    ],
    [
      'one part of a transaction',
      () =>
        client.send(
          new TransactWriteItemsCommand({
            TransactItems: [{ Put: { TableName: 'users', Item: Key } }, { Delete: { TableName: 'users', Key } }],
          }),
        ),
      'dynamodb:DeleteItem on resource: arn:aws:dynamodb:eu-central-1:000000000000:table/users',
    ],
  ])('refuses %s as AWS does', async (_, send: () => Promise<unknown>, message) => {
    await expect(send()).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(message),
      $metadata: { httpStatusCode: 400 },
    });
  });
});
