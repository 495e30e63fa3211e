import { EventBridgeClient, ListRulesCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { queuesForTest } from '#scripts/local-cloud/testing/queues.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { serve } from '../servers.ts';
import type { RunningServer } from '../servers.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createEventBridge } from './event-bridge.ts';
import type { EventBridge } from './event-bridge.ts';
import type { BusEvent } from './pattern.ts';
import { eventsResources } from './resources.ts';
import type { Schedule, Schedules } from './schedules.ts';

const account = { region: 'eu-central-1', accountId: '000000000000' };
const busArn = 'arn:aws:events:eu-central-1:000000000000:event-bus/portal';
const place = { stackName: 'shop', assets: new Map(), ...account };

describe('EventBridge', () => {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  let sqs: Awaited<ReturnType<typeof queuesForTest>>;
  let server: RunningServer;
  let bridge: EventBridge;
  const added: Schedule[] = [];
  const schedules = { add: (schedule: Schedule) => added.push(schedule) } as unknown as Schedules;
  let client: EventBridgeClient;

  const clientWith = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
    new EventBridgeClient({
      endpoint: `http://127.0.0.1:${server.port}`,
      region: account.region,
      credentials,
      maxAttempts: 1,
    });
  const make = async (type: string, properties: Record<string, unknown>) =>
    eventsResources(bridge, schedules)[type]?.({ logicalId: 'Rule', type, properties, place });
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
    sqs = await queuesForTest(folder.path);
    bridge = createEventBridge({
      ...account,
      now: () => new Date('2026-11-21T10:00:00.123Z'),
      queues: sqs.queues,
      warn: (text) => warnings.push(text),
      ...sqs.iam,
    });
    server = await serve(bridge.listener);
    client = clientWith({ accessKeyId: 'local', secretAccessKey: 'local' });
    await make('AWS::Events::EventBus', { Name: 'portal' });
  });
  beforeEach(() => void warnings.splice(0));
  afterAll(async () => {
    await server.close();
    await sqs.close();
    folder.remove();
  });

  const ruleArn = (name: string) => `arn:aws:events:eu-central-1:000000000000:rule/portal/${name}`;
  const rule = (Name: string, detailType: string, target: object) =>
    make('AWS::Events::Rule', {
      Name,
      EventBusName: 'portal',
      EventPattern: { source: ['repair-provider'], 'detail-type': [detailType] },
      Targets: [{ Id: 'Target0', ...target }],
    });

  test('sends what a rule matches to its queue, and nothing else', async () => {
    const arn = await queue('reports', letIn('reports', ruleArn('to-reports')));
    const made = await rule('to-reports', 'RmaAssigned', { Arn: arn });
    expect(made).toEqual({ ref: 'portal|to-reports', attributes: { Arn: ruleArn('to-reports') } });

    const answer = await put(
      entry(),
      entry({ DetailType: 'Other' }),
      entry({ Detail: '{"note":"🎮"}', Time: new Date('2026-11-20T08:00:00Z'), Resources: ['arn:x'] }),
    );
    expect(answer).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }, {}, {}] });
    const got = await events('reports');
    expect(got).toHaveLength(2);
    expect(got).toContainEqual({
      version: '0',
      id: answer.Entries?.[0]?.EventId,
      'detail-type': 'RmaAssigned',
      source: 'repair-provider',
      account: '000000000000',
      time: '2026-11-21T10:00:00Z',
      region: 'eu-central-1',
      resources: [],
      detail: { rma: 'UK1' },
    });
    expect(got).toContainEqual(
      expect.objectContaining({ time: '2026-11-20T08:00:00Z', resources: ['arn:x'], detail: { note: '🎮' } }),
    );
  });

  test('says what is lost when there is nowhere for it to go', async () => {
    const closed = await queue('closed', letIn('closed', ruleArn('another')));
    await rule('to-nowhere', 'Nowhere', { Arn: sqs.arnOf('gone'), DeadLetterConfig: { Arn: closed } });
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
    const changes = clientWith(sqs.iam.newKeyFor(roleArn, 'changes'));
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

  test('calls functions on a schedule, and nothing else', async () => {
    const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:tidy';
    const scheduled = (ScheduleExpression: string, more: object = {}) =>
      make('AWS::Events::Rule', {
        Name: 'hourly',
        ScheduleExpression,
        State: 'ENABLED',
        Targets: [{ Id: 'Target0', Arn: functionArn, RetryPolicy: { MaximumRetryAttempts: 0 } }],
        ...more,
      });
    const arn = 'arn:aws:events:eu-central-1:000000000000:rule/hourly';
    expect(await scheduled('rate(1 hour)')).toEqual({ ref: 'hourly', attributes: { Arn: arn } });
    expect(await scheduled('cron(0 12 * * ? *)')).toEqual({ ref: 'hourly', attributes: { Arn: arn } });
    await scheduled('rate(1 hour)', { State: 'DISABLED' });
    expect(added).toEqual([{ ruleArn: arn, functionArn, periodMs: 3_600_000 }]);
    await expect(scheduled('rate(1 hour)', { Targets: [{ Id: 'x', Arn: sqs.arnOf('reports') }] })).rejects.toThrow(
      'functions only',
    );
    await expect(scheduled('rate(1 hour)', { EventBusName: 'portal' })).rejects.toThrow('EventBusName');
    await expect(scheduled('hourly')).rejects.toThrow('ScheduleExpression is not valid');
  });

  test('refuses every other operation, rule and target by name', async () => {
    await expect(client.send(new ListRulesCommand({}))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('ListRules'),
    });
    await expect(rule('x', 'x', { Arn: 'arn:aws:lambda:eu-central-1:000000000000:function:x' })).rejects.toThrow(
      'queues only',
    );
    await expect(rule('x', 'x', { Arn: sqs.arnOf('reports'), InputPath: '$.detail' })).rejects.toThrow('InputPath');
    await expect(make('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)', EventPattern: {} })).rejects.toThrow(
      'ScheduleExpression',
    );
    await expect(
      make('AWS::Events::Rule', { EventBusName: 'nobody', EventPattern: { source: ['x'] } }),
    ).rejects.toThrow('no event bus nobody');
  });
});
