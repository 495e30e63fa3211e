import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openContractTarget } from '#scripts/local-cloud/testing/events-target.ts';
import type { ContractTarget, Queue } from '#scripts/local-cloud/testing/events-target.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';

const timeoutMs = 240_000;

describe('contract of EventBridge and SQS', () => {
  let target: ContractTarget;
  beforeAll(async () => {
    target = await openContractTarget();
  }, timeoutMs);
  afterAll(() => target.close(), timeoutMs);

  const buildEntry = (changes: PutEventsRequestEntry = {}): PutEventsRequestEntry => ({
    EventBusName: target.bus,
    Source: 'repair-provider',
    DetailType: 'RmaAssigned',
    Detail: '{"rma":"UK1"}',
    ...changes,
  });
  const putEvents = (...Entries: PutEventsRequestEntry[]) => target.bridge.putEvents({ Entries });
  const receive = async ({ url }: Queue, VisibilityTimeout = 30) =>
    (
      await target.sqs.receiveMessage({
        QueueUrl: url,
        WaitTimeSeconds: 1,
        VisibilityTimeout,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      })
    ).Messages?.[0];

  test(
    'sends an undeliverable event to the dead-letter queue with the reason',
    async () => {
      const closedQueue = await target.makeQueue();
      const deadLetters = await target.makeQueue();
      const ruleArn = await target.makeRule({ detailType: 'Refused', queue: closedQueue, deadLetters });
      await target.allowRule(ruleArn, deadLetters);
      // A new rule takes some time to become effective.
      const message = await eventually(
        'an event arrives',
        async () => {
          await putEvents(
            buildEntry({ DetailType: 'Other' }),
            buildEntry({ DetailType: 'Refused', Detail: '{"note":"🎮"}' }),
          );
          return receive(deadLetters);
        },
        target.ruleTimeoutMs,
      );
      expect(JSON.parse(message.Body ?? '')).toMatchObject({ 'detail-type': 'Refused', detail: { note: '🎮' } });
      expect(message.MessageAttributes).toMatchObject({
        RULE_ARN: { DataType: 'String', StringValue: ruleArn },
        TARGET_ARN: { StringValue: closedQueue.arn },
        ERROR_CODE: { StringValue: 'NO_PERMISSIONS' },
        ERROR_MESSAGE: { StringValue: expect.any(String) },
      });
      expect(await receive(closedQueue)).toBeUndefined();
    },
    timeoutMs,
  );

  test.each<[string, number, string]>([
    ['eleven entries', 11, '{}'],
    ['no entry', 0, '{}'],
    ['more than 256 KB', 2, JSON.stringify({ x: 'x'.repeat(131_072) })],
  ])('rejects a call with %s as a whole', async (_, length, Detail) => {
    await expect(putEvents(...Array.from({ length }, () => buildEntry({ Detail })))).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test(
    'moves a message unchanged to the dead-letter queue after too many receives',
    async () => {
      const deadLetters = await target.makeQueue();
      const { url } = await target.makeQueue({ deadLetterQueue: deadLetters, maxReceiveCount: 2 });
      const { MessageId } = await target.sqs.sendMessage({ QueueUrl: url, MessageBody: 'as it is' });
      const counts: (string | undefined)[] = [];
      const movedMessage = await eventually(
        'the message has moved',
        async () => {
          const receivedMessage = await receive({ url, arn: '' }, 0);
          if (receivedMessage) counts.push(receivedMessage.Attributes?.ApproximateReceiveCount);
          return receive(deadLetters);
        },
        target.ruleTimeoutMs,
      );
      expect(counts).toEqual(['1', '2']);
      expect(movedMessage).toMatchObject({ MessageId, Body: 'as it is' });
    },
    timeoutMs,
  );

  test('returns QueueDoesNotExist for a missing queue', async () => {
    const { url } = await target.makeQueue();
    const promise = target.sqs.sendMessage({ QueueUrl: `${url}-not`, MessageBody: 'x' });
    await expect(promise).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});
