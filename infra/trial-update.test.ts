import { expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod/mini';
import { limits } from '#shared/config/limits.ts';
import { Data } from './data.ts';
import { Reconciliation } from './functions/reconciliation.ts';
import { Identity } from './identity.ts';
import { findStage } from './stages.ts';
import { applyTrialUpdate } from './trial-update.ts';

const resources = z.record(z.string(), z.object({ Type: z.string(), Properties: z.optional(z.unknown()) }));

const synthesize = (change: (portal: Stack) => void) => {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const portal = new Stack(app, 'Portal');
  const stage = findStage('try-nightly');
  const data = new Data(portal, 'Data', { stage });
  const identity = new Identity(portal, 'Identity', { stage, bounces: undefined });
  new Reconciliation(portal, 'Reconciliation', { stage, identity, data });
  change(portal);
  return resources.parse(Template.fromStack(portal).toJSON()['Resources']);
};

test('changes the pools, an index and the ID of a function, and keeps every table and pool', () => {
  const before = synthesize(() => {});
  const after = synthesize(applyTrialUpdate);
  const removedIds = Object.keys(before).filter((id) => !after[id]);
  const addedIds = Object.keys(after).filter((id) => !before[id]);
  expect(removedIds.map((id) => before[id]?.Type)).toEqual(['AWS::Lambda::Function']);
  expect(addedIds).toEqual(['RenamedReconciliation']);
  const changedIds = Object.keys(after).filter(
    (id) => before[id] && JSON.stringify(after[id]?.Properties) !== JSON.stringify(before[id]?.Properties),
  );
  const findChanged = (type: string) => changedIds.filter((id) => after[id]?.Type === type);
  expect(findChanged('AWS::Cognito::UserPool')).toHaveLength(3);
  for (const id of findChanged('AWS::Cognito::UserPool'))
    expect(JSON.stringify(after[id])).toContain(`"TemporaryPasswordValidityDays":${limits.invitationDays + 1}`);
  expect(findChanged('AWS::DynamoDB::Table')).toHaveLength(1);
  expect(JSON.stringify(after[findChanged('AWS::DynamoDB::Table')[0] ?? ''])).toContain('"IndexName":"trial"');
});

test('throws for a stack without user pools, audit table or reconciliation', () =>
  expect(() => applyTrialUpdate(new Stack(new App(), 'Empty'))).toThrow('found no user pool'));
