import { CloudFormation, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { expect, test } from '@jest/globals';
import { buildClientOptions, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createCloudFormation } from './cloudformation.ts';

const resources = Array.from({ length: 311 }, (_, index) => ({
  logicalId: `Q${index}`,
  type: 'AWS::SQS::Queue',
  ref: '<&>',
}));
const stack = { name: 'portal-local', region: 'eu-central-1', accountId: '000000000000', outputs: {}, resources };
const listener = createCloudFormation(new Map([[stack.name, stack]]));
const client = new CloudFormation(buildClientOptions(await serveForTest(listener)));

test('ListStackResources returns all resources in pages of 100', async () => {
  const pages: (string | undefined)[][] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName: 'portal-local' },
  ))
    pages.push(StackResourceSummaries.map((summary) => `${summary.LogicalResourceId} ${summary.PhysicalResourceId}`));
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 11]);
  expect(pages.flat().at(-1)).toBe('Q310 <&>');
});

test('rejects an unknown stack as AWS does, and unsupported actions by name', async () => {
  await expect(client.describeStacks({ StackName: 'other' })).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Stack with id other does not exist',
  });
  await expect(client.deleteStack({ StackName: 'portal-local' })).rejects.toThrow(/does not do DeleteStack/);
});
