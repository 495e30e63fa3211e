import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { toStackName } from '#infra/outputs.ts';
import { findStage } from '#infra/stages.ts';
import { alignColumns, createNumberOption, createCommandParser, runCommandLine } from '../command-line.ts';
import { connectSdkIfLocal } from '../local-cloud/sdk-environment.ts';
import type { QueueName } from './letters/dead-letter-queues.ts';
import { createDeadLetterQueues, queueNames } from './letters/dead-letter-queues.ts';
import { stageOptions } from './users/options.ts';

const usage = `Lists the dead letters of a stage, hands them back to their source, or deletes them.

  npm run letters -- list --stage prod                     the number of letters in each queue
  npm run letters -- list --stage prod --queue reports     each of them, oldest first
  npm run letters -- retry --stage prod --queue reports    hands them back and deletes them; fix the cause first
  npm run letters -- drop --stage prod --queue codes       deletes them

  --queue   ${queueNames.join(', ')}
  --ids     of retry and drop: only these, with commas
  --limit   of retry and drop: at most this many

Changes and notices are handed to their function with the AWS CLI, which must be installed. Those that Lambda discarded because of
their age are read from their stream again, which keeps them for 24 hours.`;

const queue = z.enum(queueNames);
const selection = {
  ...stageOptions,
  queue,
  ids: z.optional(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',').map((id) => id.trim())),
    ),
  ),
  limit: z.optional(createNumberOption(1, 100_000)),
};
const read = createCommandParser({
  list: { ...stageOptions, queue: z.optional(queue) },
  retry: selection,
  drop: selection,
});

/**
 * Reads the resources of the stage's stack. Returns a function that finds one by type and the start of its logical id,
 * which ends with CDK's hash.
 */
const createResourceFinder = async (name: string, region: string) => {
  const client = new CloudFormationClient({ region });
  const resources: { readonly type: string; readonly logicalId: string; readonly id: string }[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName: toStackName(name) },
  ))
    for (const { ResourceType = '', LogicalResourceId = '', PhysicalResourceId = '' } of StackResourceSummaries)
      resources.push({ type: ResourceType, logicalId: LogicalResourceId, id: PhysicalResourceId });
  return (type: string, logicalIdPrefix: string) =>
    resources.find(
      (resource) => resource.type === type && resource.logicalId.replace(/[0-9A-F]{8}$/, '') === logicalIdPrefix,
    )?.id;
};

const run = async (command: ReturnType<typeof read>) => {
  connectSdkIfLocal(command.stage, command.state);
  const { awsRegion: region } = findStage(command.stage);
  const folder = mkdtempSync(join(tmpdir(), 'letters-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const deadLetterQueues = createDeadLetterQueues({
    sqs: new SQSClient({ region }),
    findResource: await createResourceFinder(command.stage, region),
    runAws: async (operation, options) => {
      const args = Object.entries({ ...options, region }).flatMap(([name, value]) => [`--${name}`, value]);
      const result = await promisify(execFile)('aws', [...operation.split(' '), ...args], { maxBuffer: 64 * 2 ** 20 });
      return result.stdout;
    },
    saveFile: (payload) => {
      const file = join(folder, 'payload.json');
      writeFileSync(file, payload);
      return file;
    },
  });

  if (command.name === 'list') {
    const listQueue = async (name: QueueName) => {
      const queueLetters = await deadLetterQueues.list(name);
      return [name, queueLetters === undefined ? 'not on this stage' : String(queueLetters.length)];
    };
    if (command.queue === undefined) {
      const rows: string[][] = [];
      for (const name of queueNames) rows.push(await listQueue(name));
      return console.log(alignColumns(rows).join('\n'));
    }
    const queueLetters = (await deadLetterQueues.list(command.queue)) ?? [];
    const rows = queueLetters.map(({ id, sentAt, body }) => [sentAt.toISOString(), id, body.replaceAll(/\s+/g, ' ')]);
    return console.log(rows.length === 0 ? 'There are none.' : alignColumns(rows).join('\n'));
  }

  const { handledCount, remainingCount, failures } = await deadLetterQueues[command.name](command.queue, command);
  console.log(`${handledCount} ${command.name === 'retry' ? 'handed back' : 'deleted'}, ${remainingCount} left.`);
  if (failures.length > 0) throw new Error(failures.map(({ id, reason }) => `${id}: ${reason}`).join('\n'));
};

await runCommandLine({ usage, read, run });
