import { expect, test } from '@jest/globals';
import { environments } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import { propertiesOf, spelled, synthesized } from './testing/synthesized.ts';

const { portal } = synthesized('dev');

const byId = (type: string, start: string) => {
  const [found, ...others] = propertiesOf(portal, type).filter(({ id }) => id.startsWith(start));
  if (!found || others.length > 0) throw new Error(`${start} is not exactly one ${type}`);
  return found;
};
const arnOf = ({ id }: { readonly id: string }) => ({ 'Fn::GetAtt': [id, 'Arn'] });

const slices = byId('AWS::SQS::Queue', 'JobsSlices');
const lostSlices = byId('AWS::SQS::Queue', 'JobsLostSlices');
const worker = byId('AWS::Lambda::Function', 'Jobsjobworker');

test('slices of jobs are handed out again long after their worker has ended, and kept once that happened too often', () => {
  expect(slices).toMatchObject({
    SqsManagedSseEnabled: true,
    VisibilityTimeout: 6 * worker.Timeout,
    RedrivePolicy: { deadLetterTargetArn: arnOf(lostSlices), maxReceiveCount: limits.bulk.sliceTries },
  });
});

test('as many workers as the pace is shared by take one slice each', () => {
  const mappings = propertiesOf(portal, 'AWS::Lambda::EventSourceMapping').filter(
    ({ FunctionName }) => FunctionName.Ref === worker.id,
  );
  expect(mappings).toEqual([
    expect.objectContaining({
      EventSourceArn: arnOf(slices),
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: limits.bulk.workers },
    }),
  ]);
});

test('the worker is told exactly what it parses at start', () => {
  const told = Object.entries(worker.Environment.Variables).map(([name, value]) => [name, spelled(value)]);
  expect(told.map(([name]) => name).toSorted()).toEqual(Object.keys(environments['job-worker'].shape).toSorted());
  expect(environments['job-worker'].parse(Object.fromEntries(told)).GROUP_NAMES).toContain('portal-dev-admin');
});

test('whoever begins jobs hands slices to the very queue that the worker reads', () => {
  const jobs = byId('AWS::Lambda::Function', 'Featuresjobs');
  for (const { Environment } of [jobs, worker])
    expect(Environment.Variables.JOBS_QUEUE_URL).toEqual({ Ref: slices.id });
});
