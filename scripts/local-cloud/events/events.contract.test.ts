import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Message } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openContractTarget } from '#scripts/local-cloud/testing/events-target.ts';
import type { ContractTarget, Queue } from '#scripts/local-cloud/testing/events-target.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';

const longest = 240_000;

describe('the contract of EventBridge and SQS', () => {
  let target: ContractTarget;
  beforeAll(async () => {
    target = await openContractTarget();
  }, longest);
  afterAll(() => target.close(), longest);

  const entry = (changes: PutEventsRequestEntry = {}): PutEventsRequestEntry => ({
    EventBusName: target.bus,
    Source: 'repair-provider',
    DetailType: 'RmaAssigned',
    Detail: '{"rma":"UK1"}',
    ...changes,
  });
  const put = (...Entries: PutEventsRequestEntry[]) => target.bridge.send(new PutEventsCommand({ Entries }));
  const receive = async ({ url }: Queue, VisibilityTimeout = 30): Promise<Message | undefined> => {
    const request = {
      QueueUrl: url,
      WaitTimeSeconds: 1,
      VisibilityTimeout,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['ApproximateReceiveCount' as const],
    };
    return (await target.sqs.send(new ReceiveMessageCommand(request))).Messages?.[0];
  };
  /** Until one arrives: a new rule takes a while to work. */
  const arrives = (queue: Queue, change: PutEventsRequestEntry) =>
    eventually(
      'an event arrives',
      async () => {
        await put(entry(change));
        return receive(queue);
      },
      target.patienceMs,
    );

  test(
    'an event that a rule matches arrives in its envelope',
    async () => {
      const queue = await target.makeQueue();
      const ruleArn = await target.makeRule({
        pattern: { source: ['repair-provider'], 'detail-type': ['Delivered'] },
        queue,
      });
      await target.letIn(ruleArn, queue);
      await put(entry({ DetailType: 'NotForUs' }));
      const { Body = '' } = await arrives(queue, { DetailType: 'Delivered' });
      expect(JSON.parse(Body)).toEqual({
        version: '0',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        'detail-type': 'Delivered',
        source: 'repair-provider',
        account: expect.stringMatching(/^\d{12}$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        region: expect.any(String),
        resources: [],
        detail: { rma: 'UK1' },
      });
    },
    longest,
  );

  test(
    'an event that its queue does not let in goes to the dead-letter queue, with the reason',
    async () => {
      const [closed, dead] = [await target.makeQueue(), await target.makeQueue()];
      const ruleArn = await target.makeRule({
        pattern: { source: ['repair-provider'], 'detail-type': ['Refused'] },
        queue: closed,
        deadLetters: dead,
      });
      await target.letIn(ruleArn, dead);
      const { MessageAttributes } = await arrives(dead, { DetailType: 'Refused' });
      expect(MessageAttributes).toMatchObject({
        RULE_ARN: { DataType: 'String', StringValue: ruleArn },
        TARGET_ARN: { StringValue: closed.arn },
        ERROR_CODE: { StringValue: 'NO_PERMISSIONS' },
        ERROR_MESSAGE: { StringValue: expect.any(String) },
      });
      expect(await receive(closed)).toBeUndefined();
    },
    longest,
  );

  test.each<[string, PutEventsRequestEntry, string]>([
    ['no source', { Source: undefined }, 'InvalidArgument'],
    ['no type', { DetailType: undefined }, 'InvalidArgument'],
    ['no detail', { Detail: undefined }, 'InvalidArgument'],
    ['a type of more than 128 characters', { DetailType: 'x'.repeat(129) }, 'InvalidArgument'],
    ['a detail that is no JSON', { Detail: 'rma' }, 'MalformedDetail'],
    ['a detail that is no object', { Detail: '[]' }, 'MalformedDetail'],
    ["a source of AWS's own", { Source: 'aws.ec2' }, 'NotAuthorizedForSourceException'],
  ])('an entry with %s fails alone', async (_, change, code) => {
    const { FailedEntryCount, Entries } = await put(entry(), entry(change));
    expect(FailedEntryCount).toBe(1);
    expect(Entries).toMatchObject([
      { EventId: expect.any(String) },
      { ErrorCode: code, ErrorMessage: expect.any(String) },
    ]);
  });

  test.each<[string, () => PutEventsRequestEntry[]]>([
    ['eleven entries', () => Array.from({ length: 11 }, () => entry())],
    ['no entry', () => []],
    [
      'more than 256 KB',
      () => Array.from({ length: 2 }, () => entry({ Detail: JSON.stringify({ x: 'x'.repeat(131_072) }) })),
    ],
  ])('a call with %s fails whole', async (_, entries) => {
    await expect(put(...entries())).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test(
    'a message that was received too often moves to the dead-letter queue as it is',
    async () => {
      const dead = await target.makeQueue();
      const queue = await target.makeQueue({ to: dead, maxReceiveCount: 2 });
      const { MessageId } = await target.sqs.send(
        new SendMessageCommand({ QueueUrl: queue.url, MessageBody: 'as it is' }),
      );
      const counts: (string | undefined)[] = [];
      const moved = await eventually(
        'the message has moved',
        async () => {
          const received = await receive(queue, 0);
          if (received) counts.push(received.Attributes?.ApproximateReceiveCount);
          return receive(dead);
        },
        target.patienceMs,
      );
      expect(counts).toEqual(['1', '2']);
      expect(moved).toMatchObject({ MessageId, Body: 'as it is' });
    },
    longest,
  );

  test('a queue that is not there is named as such', async () => {
    const { url } = await target.makeQueue();
    await expect(
      target.sqs.send(new SendMessageCommand({ QueueUrl: `${url}-not`, MessageBody: 'x' })),
    ).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});
