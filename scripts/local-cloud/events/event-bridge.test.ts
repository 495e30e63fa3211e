import { EventBridge } from '@aws-sdk/client-eventbridge';
import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { beforeAll, expect, test } from '@jest/globals';
import { buildClientOptions } from '#scripts/local-cloud/testing/cleanup.ts';
import { createTestEventBridge } from '#scripts/local-cloud/testing/events-target.ts';
import { startTestQueues } from '#scripts/local-cloud/testing/queues.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { createEventsResourceTypes } from './resources.ts';
import type { Schedule, Schedules } from './schedules.ts';

const busArn = 'arn:aws:events:eu-central-1:000000000000:event-bus/portal';
const addedSchedules: Schedule[] = [];
const schedules = { add: (schedule: Schedule) => addedSchedules.push(schedule) } as unknown as Schedules;
let sqs: Awaited<ReturnType<typeof startTestQueues>>;
let eventBridge: Awaited<ReturnType<typeof createTestEventBridge>>;

const makeEventsResource = async (type: string, properties: Record<string, unknown>) =>
  makeResource(createEventsResourceTypes(eventBridge.bridge, schedules), type, properties);
const makeRule = (detailType: string, target: object) =>
  makeEventsResource('AWS::Events::Rule', {
    State: 'ENABLED',
    EventBusName: 'portal',
    EventPattern: { source: ['repair-provider'], 'detail-type': [detailType] },
    Targets: [{ Id: 'Target0', ...target }],
  });
const putEvent = (client: EventBridge, changes: PutEventsRequestEntry) =>
  client.putEvents({
    Entries: [{ EventBusName: 'portal', Source: 'repair-provider', DetailType: 'x', Detail: '{}', ...changes }],
  });

beforeAll(async () => {
  sqs = await startTestQueues();
  eventBridge = await createTestEventBridge(sqs);
  await makeEventsResource('AWS::Events::EventBus', { Name: 'portal' });
});

test('warns about an event that cannot be delivered anywhere', async () => {
  // The queue has no policy, so that EventBridge may not send messages to it.
  const closedQueueArn = await sqs.queues.ensure('closed', {});
  await makeRule('Nowhere', { Arn: sqs.toArn('gone'), DeadLetterConfig: { Arn: closedQueueArn } });
  await putEvent(new EventBridge(buildClientOptions(eventBridge.endpoint)), { DetailType: 'Nowhere' });
  expect(eventBridge.warnings).toEqual([
    expect.stringContaining('may not sqs:SendMessage'),
    expect.stringContaining('Lost: the event'),
  ]);
});

test.each(['rma', '[]'])('rejects the detail %s, which is not an object', async (Detail) => {
  await expect(putEvent(new EventBridge(buildClientOptions(eventBridge.endpoint)), { Detail })).rejects.toThrow(
    'Detail is malformed',
  );
});

test("allows PutEvents only as the role's policies permit", async () => {
  const roleArn = 'arn:aws:iam::000000000000:role/changes';
  const statement = {
    Effect: 'Allow',
    Action: 'events:PutEvents',
    Resource: busArn,
    Condition: { StringEquals: { 'events:source': 'retailer-support-portal' } },
  };
  sqs.iam.grant(roleArn, policyDocument.parse({ Statement: statement }).Statement);
  const roleClient = new EventBridge(
    buildClientOptions(eventBridge.endpoint, sqs.iam.createKeyFor(roleArn, 'changes')),
  );
  const Source = 'retailer-support-portal';
  expect(await putEvent(roleClient, { Source, EventBusName: busArn })).toMatchObject({ FailedEntryCount: 0 });
  await expect(putEvent(roleClient, { Source, EventBusName: undefined })).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('event-bus/default'),
  });
  await expect(putEvent(roleClient, {})).rejects.toMatchObject({ name: 'AccessDeniedException' });
});

test('invokes functions on a schedule; rejects other rules and targets', async () => {
  const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:tidy';
  const makeScheduledRule = (changes: object = {}) =>
    makeEventsResource('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
      Targets: [{ Id: 'Target0', Arn: functionArn, RetryPolicy: { MaximumRetryAttempts: 0 } }],
      ...changes,
    });
  // A stage with backups logs the results of its backup jobs.
  await makeRule('Logged', { Arn: 'arn:aws:logs:eu-central-1:000000000000:log-group:jobs' });
  const { attributes } = await makeScheduledRule();
  expect(addedSchedules).toEqual([{ ruleArn: attributes?.['Arn'], functionArn, periodMs: 3_600_000 }]);
  for (const [promise, message] of [
    [makeScheduledRule({ Targets: [{ Id: 'x', Arn: sqs.toArn('reports') }] }), 'functions only'],
    [makeScheduledRule({ EventBusName: 'portal' }), 'EventBusName'],
    [makeScheduledRule({ EventPattern: {} }), 'ScheduleExpression'],
    [makeRule('x', { Arn: functionArn }), 'queues only'],
    [makeRule('x', { Arn: sqs.toArn('reports'), InputPath: '$.detail' }), 'InputPath'],
  ] as const)
    await expect(promise).rejects.toThrow(message);
});
