import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { createDeadLetterSender } from './dead-letters.ts';

describe('createDeadLetterSender', () => {
  const sqs = new SQSClient({ region: 'eu-central-1' });
  const mock = mockClient(sqs);
  const deadLetters = createDeadLetterSender(sqs, 'https://sqs.example/lost');
  const buildRecord = (text: string) => ({
    eventID: 'stream-1',
    eventSourceARN: 'arn:aws:dynamodb:eu-central-1:123456789012:table/repairs/stream/1',
    dynamodb: { SequenceNumber: '100', Keys: { reference: { S: 'REF-1' } }, NewImage: { text: { S: text } } },
  });
  const readLetters = () =>
    mock.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input.MessageBody ?? '');

  beforeEach(() => {
    mock.reset();
    mock.on(SendMessageCommand).resolves({});
  });

  test('sends a batch with which the function can be invoked again', async () => {
    await deadLetters.put(buildRecord('short'));
    expect(readLetters().map((letter) => JSON.parse(letter))).toEqual([{ Records: [buildRecord('short')] }]);
  });

  test('sends only the keys of a record that is too long for a message', async () => {
    await deadLetters.put(buildRecord('x'.repeat(300_000)));
    const { NewImage: _, ...keysOnly } = buildRecord('').dynamodb;
    expect(readLetters().map((letter) => JSON.parse(letter))).toEqual([
      { Records: [{ ...buildRecord(''), dynamodb: keysOnly }] },
    ]);
  });
});
