import { EventBridge } from '@aws-sdk/client-eventbridge';
import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { beforeAll, expect, test } from '@jest/globals';
import { bridgeForTest } from '#scripts/local-cloud/testing/events-target.ts';
import { reaching } from '#scripts/local-cloud/testing/opened.ts';
import { queuesForTest } from '#scripts/local-cloud/testing/queues.ts';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { eventsResources } from './resources.ts';
import type { Schedule, Schedules } from './schedules.ts';

const busArn = 'arn:aws:events:eu-central-1:000000000000:event-bus/portal';
const added: Schedule[] = [];
const schedules = { add: (schedule: Schedule) => added.push(schedule) } as unknown as Schedules;
let sqs: Awaited<ReturnType<typeof queuesForTest>>;
let opened: Awaited<ReturnType<typeof bridgeForTest>>;

const make = async (type: string, properties: Record<string, unknown>) =>
  makeResource(eventsResources(opened.bridge, schedules), type, properties);
const rule = (detailType: string, target: object) =>
  make('AWS::Events::Rule', {
    State: 'ENABLED',
    EventBusName: 'portal',
    EventPattern: { source: ['repair-provider'], 'detail-type': [detailType] },
    Targets: [{ Id: 'Target0', ...target }],
  });
const putBy = (client: EventBridge, changes: PutEventsRequestEntry) =>
  client.putEvents({
    Entries: [{ EventBusName: 'portal', Source: 'repair-provider', DetailType: 'x', Detail: '{}', ...changes }],
  });

beforeAll(async () => {
  sqs = await queuesForTest();
  opened = await bridgeForTest(sqs);
  await make('AWS::Events::EventBus', { Name: 'portal' });
});

test('says what is lost when there is nowhere for it to go', async () => {
  const closed = await sqs.queues.ensure('closed', {});
  await rule('Nowhere', { Arn: sqs.arnOf('gone'), DeadLetterConfig: { Arn: closed } });
  await putBy(new EventBridge(reaching(opened.endpoint)), { DetailType: 'Nowhere' });
  expect(opened.warnings).toEqual([
    expect.stringContaining('may not sqs:SendMessage'),
    expect.stringContaining('Lost: the event'),
  ]);
});

test.each(['rma', '[]'])('refuses the detail %s: it is no object', async (Detail) => {
  await expect(putBy(new EventBridge(reaching(opened.endpoint)), { Detail })).rejects.toThrow('Detail is malformed');
});

test('lets a role put events on the buses that its policies name, under the names that they allow', async () => {
  const roleArn = 'arn:aws:iam::000000000000:role/changes';
  const statement = {
    Effect: 'Allow',
    Action: 'events:PutEvents',
    Resource: busArn,
    Condition: { StringEquals: { 'events:source': 'retailer-support-portal' } },
  };
  sqs.iam.grant(roleArn, policyDocument.parse({ Statement: statement }).Statement);
  const changes = new EventBridge(reaching(opened.endpoint, sqs.iam.newKeyFor(roleArn, 'changes')));
  const Source = 'retailer-support-portal';
  expect(await putBy(changes, { Source, EventBusName: busArn })).toMatchObject({ FailedEntryCount: 0 });
  await expect(putBy(changes, { Source, EventBusName: undefined })).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('event-bus/default'),
  });
  await expect(putBy(changes, {})).rejects.toMatchObject({ name: 'AccessDeniedException' });
});

test('calls functions on a schedule, and refuses every other rule and target by name', async () => {
  const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:tidy';
  const scheduled = (more: object = {}) =>
    make('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
      Targets: [{ Id: 'Target0', Arn: functionArn, RetryPolicy: { MaximumRetryAttempts: 0 } }],
      ...more,
    });
  // A stage with backups logs how they end.
  await rule('Logged', { Arn: 'arn:aws:logs:eu-central-1:000000000000:log-group:jobs' });
  const { attributes } = await scheduled();
  expect(added).toEqual([{ ruleArn: attributes?.['Arn'], functionArn, periodMs: 3_600_000 }]);
  for (const [made, message] of [
    [scheduled({ Targets: [{ Id: 'x', Arn: sqs.arnOf('reports') }] }), 'functions only'],
    [scheduled({ EventBusName: 'portal' }), 'EventBusName'],
    [scheduled({ EventPattern: {} }), 'ScheduleExpression'],
    [rule('x', { Arn: functionArn }), 'queues only'],
    [rule('x', { Arn: sqs.arnOf('reports'), InputPath: '$.detail' }), 'InputPath'],
  ] as const)
    await expect(made).rejects.toThrow(message);
});
