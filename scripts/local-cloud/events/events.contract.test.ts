import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
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
  const put = (...Entries: PutEventsRequestEntry[]) => target.bridge.putEvents({ Entries });
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
    'an event that its queue does not let in goes to the dead-letter queue, in any alphabet, with the reason',
    async () => {
      const [closed, dead] = [await target.makeQueue(), await target.makeQueue()];
      const ruleArn = await target.makeRule({ detailType: 'Refused', queue: closed, deadLetters: dead });
      await target.letIn(ruleArn, dead);
      // A new rule takes a while to work.
      const arrived = await eventually(
        'an event arrives',
        async () => {
          await put(entry({ DetailType: 'Other' }), entry({ DetailType: 'Refused', Detail: '{"note":"🎮"}' }));
          return receive(dead);
        },
        target.patienceMs,
      );
      expect(JSON.parse(arrived.Body ?? '')).toMatchObject({ 'detail-type': 'Refused', detail: { note: '🎮' } });
      expect(arrived.MessageAttributes).toMatchObject({
        RULE_ARN: { DataType: 'String', StringValue: ruleArn },
        TARGET_ARN: { StringValue: closed.arn },
        ERROR_CODE: { StringValue: 'NO_PERMISSIONS' },
        ERROR_MESSAGE: { StringValue: expect.any(String) },
      });
      expect(await receive(closed)).toBeUndefined();
    },
    longest,
  );

  test.each<[string, number, string]>([
    ['eleven entries', 11, '{}'],
    ['no entry', 0, '{}'],
    ['more than 256 KB', 2, JSON.stringify({ x: 'x'.repeat(131_072) })],
  ])('a call with %s fails whole', async (_, length, Detail) => {
    await expect(put(...Array.from({ length }, () => entry({ Detail })))).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test(
    'a message that was received too often moves to the dead-letter queue as it is',
    async () => {
      const dead = await target.makeQueue();
      const { url } = await target.makeQueue({ to: dead, maxReceiveCount: 2 });
      const { MessageId } = await target.sqs.sendMessage({ QueueUrl: url, MessageBody: 'as it is' });
      const counts: (string | undefined)[] = [];
      const moved = await eventually(
        'the message has moved',
        async () => {
          const received = await receive({ url, arn: '' }, 0);
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
    const sent = target.sqs.sendMessage({ QueueUrl: `${url}-not`, MessageBody: 'x' });
    await expect(sent).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});
