import { EventBridgeClient, ListRulesCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freshFolder, reaching, served } from '#scripts/local-cloud/testing/opened.ts';
import { queuesForTest } from '#scripts/local-cloud/testing/queues.ts';
import { makeResource, place } from '#scripts/local-cloud/testing/resources.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { physicalName } from '../template/deploy.ts';
import { createEventBridge } from './event-bridge.ts';
import type { EventBridge } from './event-bridge.ts';
import type { BusEvent } from './pattern.ts';
import { eventsResources } from './resources.ts';
import type { Schedule, Schedules } from './schedules.ts';

const account = { region: 'eu-central-1', accountId: '000000000000' };
const busArn = 'arn:aws:events:eu-central-1:000000000000:event-bus/portal';

describe('EventBridge', () => {
  const folder = freshFolder();
  const warnings: string[] = [];
  let sqs: Awaited<ReturnType<typeof queuesForTest>>;
  let endpoint: string;
  let bridge: EventBridge;
  const added: Schedule[] = [];
  const schedules = { add: (schedule: Schedule) => added.push(schedule) } as unknown as Schedules;
  let client: EventBridgeClient;

  const make = async (type: string, properties: Record<string, unknown>) =>
    makeResource(eventsResources(bridge, schedules), type, properties);
  const queue = async (name: string, ...statements: object[]) => {
    const arn = await sqs.queues.ensure(name, {}, { visibilityTimeoutSeconds: 30 });
    sqs.queues.addPolicy(sqs.urlOf(name), policyDocument.parse({ Statement: statements }).Statement);
    return arn;
  };
  const letIn = (name: string, ruleArn: string) => ({
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: ['sqs:SendMessage', 'sqs:GetQueueAttributes'],
    Resource: sqs.arnOf(name),
    Condition: { ArnEquals: { 'aws:SourceArn': ruleArn } },
  });
  const entry = (changes: PutEventsRequestEntry = {}): PutEventsRequestEntry => ({
    EventBusName: 'portal',
    Source: 'repair-provider',
    DetailType: 'RmaAssigned',
    Detail: '{"rma":"UK1"}',
    ...changes,
  });
  const put = (...Entries: PutEventsRequestEntry[]) => client.send(new PutEventsCommand({ Entries }));
  const messages = async (name: string) =>
    (
      await sqs.developer.send(
        new ReceiveMessageCommand({
          QueueUrl: sqs.urlOf(name),
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 0,
          MessageAttributeNames: ['All'],
        }),
      )
    ).Messages ?? [];
  const events = async (name: string) => (await messages(name)).map(({ Body = '' }) => JSON.parse(Body) as BusEvent);

  beforeAll(async () => {
    sqs = await queuesForTest(folder);
    bridge = createEventBridge({
      ...account,
      now: () => new Date('2026-11-21T10:00:00.123Z'),
      queues: sqs.queues,
      warn: (text) => warnings.push(text),
      ...sqs.iam,
    });
    endpoint = await served(bridge.listener);
    client = new EventBridgeClient(reaching(endpoint));
    await make('AWS::Events::EventBus', { Name: 'portal' });
  });
  beforeEach(() => void warnings.splice(0));
  afterAll(() => sqs.close());

  const ruleArn = `arn:aws:events:eu-central-1:000000000000:rule/portal/${physicalName({ logicalId: 'Resource', type: '', properties: {}, place })}`;
  const rule = (detailType: string, target: object) =>
    make('AWS::Events::Rule', {
      State: 'ENABLED',
      EventBusName: 'portal',
      EventPattern: { source: ['repair-provider'], 'detail-type': [detailType] },
      Targets: [{ Id: 'Target0', ...target }],
    });

  test('sends what a rule matches to its queue, in its time and in any alphabet', async () => {
    const arn = await queue('reports', letIn('reports', ruleArn));
    expect(await rule('RmaAssigned', { Arn: arn })).toMatchObject({ attributes: { Arn: ruleArn } });
    await put(
      entry({ DetailType: 'Other' }),
      entry({ Detail: '{"note":"🎮"}', Time: new Date('2026-11-20T08:00:00Z') }),
    );
    expect(await events('reports')).toEqual([
      expect.objectContaining({ time: '2026-11-20T08:00:00Z', detail: { note: '🎮' } }),
    ]);
  });

  test('says what is lost when there is nowhere for it to go', async () => {
    const closed = await queue('closed', letIn('closed', `${ruleArn}-other`));
    await rule('Nowhere', { Arn: sqs.arnOf('gone'), DeadLetterConfig: { Arn: closed } });
    await put(entry({ DetailType: 'Nowhere' }));
    expect(warnings.join()).toContain('may not sqs:SendMessage');
    expect(warnings.join()).toContain('Lost: the event');
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
    const changes = new EventBridgeClient(reaching(endpoint, sqs.iam.newKeyFor(roleArn, 'changes')));
    const send = (changed: PutEventsRequestEntry) =>
      changes.send(new PutEventsCommand({ Entries: [entry({ Source: 'retailer-support-portal', ...changed })] }));
    await expect(send({})).resolves.toMatchObject({ FailedEntryCount: 0 });
    await expect(send({ EventBusName: busArn })).resolves.toMatchObject({ FailedEntryCount: 0 });
    await expect(send({ EventBusName: undefined })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('event-bus/default'),
    });
    await expect(send({ Source: 'repair-provider' })).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  test('calls functions on a schedule, and refuses every other rule, target and operation by name', async () => {
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
    await expect(client.send(new ListRulesCommand({}))).rejects.toMatchObject({ name: 'UnknownOperationException' });
  });
});
