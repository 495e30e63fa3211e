import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { expect, test } from '@jest/globals';
import { reaching, served } from '#scripts/local-cloud/testing/opened.ts';
import { createCloudFormation } from './cloudformation.ts';

const { listener } = createCloudFormation(() => [
  {
    name: 'portal-local',
    region: 'eu-central-1',
    accountId: '000000000000',
    outputs: { SiteUrl: 'http://x/?a=1&b=2' },
    resources: Array.from({ length: 311 }, (_, at) => ({
      logicalId: `Queue${at}`,
      type: 'AWS::SQS::Queue',
      ref: `<${at}>`,
    })),
  },
]);
const client = new CloudFormationClient(reaching(await served(listener)));

test('DescribeStacks tells the outputs of a stack', async () => {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: 'portal-local' }));
  expect(Stacks?.[0]?.Outputs).toEqual([{ OutputKey: 'SiteUrl', OutputValue: 'http://x/?a=1&b=2' }]);
});

test('ListStackResources tells what it consists of, a hundred at a time as on AWS', async () => {
  const pages: (string | undefined)[][] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName: 'portal-local' },
  ))
    pages.push(
      StackResourceSummaries.map(
        ({ LogicalResourceId, PhysicalResourceId }) => `${LogicalResourceId} ${PhysicalResourceId}`,
      ),
    );
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 11]);
  expect(pages.flat().at(-1)).toBe('Queue310 <310>');
});

test('DescribeStacks refuses an unknown stack as AWS does', async () => {
  await expect(client.send(new DescribeStacksCommand({ StackName: 'other' }))).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Stack with id other does not exist',
  });
});

test('any other action is refused by name', async () => {
  await expect(client.send(new DeleteStackCommand({ StackName: 'portal-local' }))).rejects.toThrow(
    /does not do DeleteStack/,
  );
});
