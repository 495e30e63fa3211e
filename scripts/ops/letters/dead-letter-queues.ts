import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';

/**
 * Dead-letter queues by the name on the command line: `changes` are stream records of repairs and returns, `reports`
 * provider events. `logicalIdPrefix` is the start of the queue's logical id; `source` is the start of the logical id of
 * the queue from which its messages came, or of the function that reads a stream.
 */
export const deadLetterQueues = {
  changes: { logicalIdPrefix: 'EventsLostChanges', source: { function: 'BackOfficechanges' } },
  reports: { logicalIdPrefix: 'EventsLostReports', source: { queue: 'EventsReports' } },
  slices: { logicalIdPrefix: 'JobsLostSlices', source: { queue: 'JobsSlices' } },
  revocations: { logicalIdPrefix: 'JobsLostRevocations', source: { queue: 'JobsRevocations' } },
  codes: { logicalIdPrefix: 'CodesLost', source: { queue: 'CodesRequests' } },
  notices: { logicalIdPrefix: 'NoticesLost', source: { function: 'Noticesnotices' } },
  bounces: { logicalIdPrefix: 'BouncesLost', source: { queue: 'BouncesWaiting' } },
  'daily-emails': { logicalIdPrefix: 'DailyEmailsLost', source: { queue: 'DailyEmailsWaiting' } },
} as const satisfies Readonly<
  Record<string, { logicalIdPrefix: string; source: { readonly queue: string } | { readonly function: string } }>
>;

export type QueueName = keyof typeof deadLetterQueues;
export const queueNames = Object.keys(deadLetterQueues) as [QueueName, ...QueueName[]];

/** Message of a dead-letter queue. `receipt` is its receipt handle. */
type DeadLetter = { readonly id: string; readonly receipt: string; readonly sentAt: Date; readonly body: string };

/**
 * Position of changes in a DynamoDB stream, which Lambda writes into the dead-letter queue for changes that it
 * discarded because of their age.
 */
const streamPosition = z.object({
  DDBStreamBatchInfo: z.object({
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
    streamArn: z.string(),
  }),
});

const streamRecord = z.looseObject({ dynamodb: z.looseObject({ SequenceNumber: z.string() }) });
const streamRecords = z.object({ Records: z.array(streamRecord), NextShardIterator: z.optional(z.string()) });

/**
 * Number of responses without a change after which a stream counts as read to its end. Gaps in a shard cause some of
 * them.
 */
const maxEmptyResponses = 20;

/** Runs an operation of the AWS CLI with options, and returns its output. */
type RunAws = (operation: string, options: Readonly<Record<string, string>>) => Promise<string>;

type Collaborators = {
  readonly sqs: Pick<SQSClient, 'send'>;
  /** Returns the name, URL or ARN of the only resource whose logical id starts so; undefined if the stage has none. */
  readonly findResource: (type: string, logicalIdPrefix: string) => string | undefined;
  readonly runAws: RunAws;
  /** Writes the payload to a file and returns its path. */
  readonly saveFile: (payload: string) => string;
};

type Selection = {
  /** Ids of the letters; all if undefined. */
  readonly ids?: readonly string[] | undefined;
  readonly limit?: number | undefined;
};

/** Seconds for which received letters are hidden from other consumers. */
const visibilityTimeoutSeconds = 300;

export const createDeadLetterQueues = ({ sqs, findResource, runAws, saveFile }: Collaborators) => {
  const findQueue = (name: QueueName) => findResource('AWS::SQS::Queue', deadLetterQueues[name].logicalIdPrefix);
  const requireResource = (type: string, logicalIdPrefix: string) => {
    const id = findResource(type, logicalIdPrefix);
    if (id === undefined) throw new Error(`The stage has no ${logicalIdPrefix}.`);
    return id;
  };

  const toLetter = ({ MessageId = '', ReceiptHandle = '', Attributes, Body = '' }: Message): DeadLetter => ({
    id: MessageId,
    receipt: ReceiptHandle,
    sentAt: new Date(Number(Attributes?.SentTimestamp ?? 0)),
    body: Body,
  });

  /** Receives all letters of a queue, which stay hidden until `release`. */
  const receiveAll = async (QueueUrl: string): Promise<DeadLetter[]> => {
    const letters = new Map<string, DeadLetter>();
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: visibilityTimeoutSeconds,
          // A long poll asks all of SQS's servers, and waits for letters that were released a moment ago.
          WaitTimeSeconds: 2,
          MessageSystemAttributeNames: ['SentTimestamp'],
        }),
      );
      if (Messages.length === 0) return [...letters.values()];
      for (const letter of Messages.map(toLetter)) letters.set(letter.id, letter);
    }
  };

  const release = async (QueueUrl: string, letters: readonly DeadLetter[]) => {
    for (const chunk of splitIntoChunks(letters, 10))
      await sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl,
          Entries: chunk.map(({ receipt }, index) => ({
            Id: String(index),
            ReceiptHandle: receipt,
            // Zero would be enough on AWS, but makes the local queue server lose the message.
            VisibilityTimeout: 1,
          })),
        }),
      );
  };

  /** Reads the changes of a letter: from their stream while it still has them, for 24 hours, or from the letter. */
  const readChanges = async (body: string): Promise<readonly z.output<typeof streamRecord>[]> => {
    const content: unknown = JSON.parse(body);
    const position = streamPosition.safeParse(content);
    if (!position.success) return streamRecords.parse(content).Records;
    const { streamArn, shardId, startSequenceNumber, endSequenceNumber } = position.data.DDBStreamBatchInfo;
    let iterator: string | undefined = await runAws('dynamodbstreams get-shard-iterator', {
      'stream-arn': streamArn,
      'shard-id': shardId,
      'shard-iterator-type': 'AT_SEQUENCE_NUMBER',
      'sequence-number': startSequenceNumber,
      query: 'ShardIterator',
      output: 'text',
    });
    const changes: z.output<typeof streamRecord>[] = [];
    // A response contains at most a megabyte.
    for (let emptyResponses = 0; iterator !== undefined && emptyResponses < maxEmptyResponses;) {
      const output = await runAws('dynamodbstreams get-records', { 'shard-iterator': iterator.trim(), output: 'json' });
      const { Records, NextShardIterator } = streamRecords.parse(JSON.parse(output));
      for (const record of Records) {
        changes.push(record);
        if (record.dynamodb.SequenceNumber === endSequenceNumber) return changes;
      }
      iterator = NextShardIterator;
      if (Records.length === 0) emptyResponses += 1;
    }
    throw new Error(`The stream does not have all changes until ${endSequenceNumber} any more.`);
  };

  /**
   * Invokes the function with one change and waits for it. With several changes, the function would return a partial
   * batch response, which only Lambda's event source mapping handles. Throws if the function fails.
   */
  const invoke = async (functionName: string, change: object) => {
    const failure = await runAws('lambda invoke /dev/null', {
      'function-name': functionName,
      'cli-read-timeout': '120',
      payload: `fileb://${saveFile(JSON.stringify({ Records: [change] }))}`,
      query: 'FunctionError',
      output: 'text',
    });
    if (!['', 'None'].includes(failure.trim())) throw new Error('The function has failed: its log says why.');
  };

  const sendBack = async (name: QueueName, { body }: DeadLetter) => {
    const { source } = deadLetterQueues[name];
    if ('function' in source) {
      const functionName = requireResource('AWS::Lambda::Function', source.function);
      for (const change of await readChanges(body)) await invoke(functionName, change);
      return;
    }
    const QueueUrl = requireResource('AWS::SQS::Queue', source.queue);
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  };

  /**
   * Handles the selected letters one by one, and deletes each one that was handled. All other letters become visible
   * again.
   */
  const handleSelected = async (
    name: QueueName,
    { ids, limit = Infinity }: Selection,
    handleLetter: (letter: DeadLetter) => Promise<void>,
  ) => {
    const QueueUrl = requireResource('AWS::SQS::Queue', deadLetterQueues[name].logicalIdPrefix);
    const letters = await receiveAll(QueueUrl);
    const selectedLetters = letters.filter(({ id }) => ids === undefined || ids.includes(id)).slice(0, limit);
    const remainingLetters = new Set(letters);
    const failures: { readonly id: string; readonly reason: string }[] = [];
    for (const letter of selectedLetters) {
      try {
        await handleLetter(letter);
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: letter.receipt }));
        remainingLetters.delete(letter);
      } catch (error) {
        failures.push({ id: letter.id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    await release(QueueUrl, [...remainingLetters]);
    return { handledCount: letters.length - remainingLetters.size, remainingCount: remainingLetters.size, failures };
  };

  return {
    /** Lists the letters of a queue, oldest first; undefined if the stage has no such queue. */
    list: async (name: QueueName): Promise<readonly DeadLetter[] | undefined> => {
      const QueueUrl = findQueue(name);
      if (QueueUrl === undefined) return undefined;
      const letters = await receiveAll(QueueUrl);
      await release(QueueUrl, letters);
      return letters.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
    },
    /** Hands letters back to their source, and deletes them. */
    retry: (name: QueueName, selection: Selection) =>
      handleSelected(name, selection, (letter) => sendBack(name, letter)),
    drop: (name: QueueName, selection: Selection) => handleSelected(name, selection, async () => undefined),
  };
};
