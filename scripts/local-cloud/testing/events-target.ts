import { randomUUID } from 'node:crypto';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { createEventBridge } from '../events/event-bridge.ts';
import { compilePattern } from '../events/pattern.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { buildClientOptions, serveForTest } from './cleanup.ts';
import { startTestQueues } from './queues.ts';

/** Stage in whose AWS account the contract tests run; undefined: they run against the emulators. */
const contractStage = process.env['CONTRACT_STAGE'];

export type Queue = { readonly arn: string; readonly url: string };
type Redrive = { readonly deadLetterQueue: Queue; readonly maxReceiveCount: number };
type RuleRequest = { readonly detailType: string; readonly queue: Queue; readonly deadLetters: Queue };

const createStatement = (ruleArn: string, { arn }: Queue) => ({
  Effect: 'Allow',
  Principal: { Service: 'events.amazonaws.com' },
  Action: 'sqs:SendMessage',
  Resource: arn,
  Condition: { ArnEquals: { 'aws:SourceArn': ruleArn } },
});
const toRedriveAttributes = (redrive: Redrive | undefined) =>
  redrive && {
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: redrive.deadLetterQueue.arn,
      maxReceiveCount: redrive.maxReceiveCount,
    }),
  };
const toPattern = ({ detailType }: RuleRequest) => ({ source: ['repair-provider'], 'detail-type': [detailType] });

/** Creates an EventBridge on the given queues and records its warnings. */
export const createTestEventBridge = async ({ queues, iam }: Awaited<ReturnType<typeof startTestQueues>>) => {
  const warnings: string[] = [];
  const bridge = createEventBridge({
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date(),
    queues,
    warn: (text) => warnings.push(text),
    ...iam,
  });
  return { bridge, warnings, endpoint: await serveForTest(bridge.listener) };
};

const openEmulatorTarget = async () => {
  const sqs = await startTestQueues();
  const { bridge, endpoint } = await createTestEventBridge(sqs);
  bridge.ensureBus('contract');
  let count = 0;
  return {
    bridge: new EventBridge(buildClientOptions(endpoint)),
    sqs: sqs.developerClient,
    bus: 'contract',
    makeQueue: async (redrive?: Redrive): Promise<Queue> => {
      const name = `queue-${(count += 1)}`;
      const arn = await sqs.queues.ensure(name, { ...toRedriveAttributes(redrive) });
      return { arn, url: sqs.toUrl(name) };
    },
    /** Creates a rule and returns its ARN. */
    makeRule: async (request: RuleRequest) => {
      const arn = `arn:aws:events:eu-central-1:000000000000:rule/contract/${(count += 1)}`;
      const targets = [{ queueArn: request.queue.arn, deadLetterArn: request.deadLetters.arn }];
      bridge.addRule({ arn, bus: 'contract', matches: compilePattern(toPattern(request)), targets });
      return arn;
    },
    /** Allows a rule to send to a queue. */
    allowRule: async (ruleArn: string, queue: Queue): Promise<void> =>
      sqs.queues.addPolicy(queue.url, policyDocument.parse({ Statement: createStatement(ruleArn, queue) }).Statement),
    /** Maximum time until a new rule is effective. */
    ruleTimeoutMs: 10_000,
    close: async () => {},
  };
};

/** Target of the contract tests: the emulators, or the AWS account if `CONTRACT_STAGE` names a stage. */
export type ContractTarget = Awaited<ReturnType<typeof openEmulatorTarget>>;

const openAwsTarget = async (): Promise<ContractTarget> => {
  const bridge = new EventBridge({});
  const sqs = new SQS({});
  const bus = `portal-contract-${contractStage}-${randomUUID()}`;
  const queues: string[] = [];
  const rules: string[] = [];
  await bridge.createEventBus({ Name: bus });
  return {
    bridge,
    sqs,
    bus,
    makeQueue: async (redrive) => {
      const QueueName = `portal-contract-${contractStage}-${randomUUID()}`;
      const { QueueUrl: url = '' } = await sqs.createQueue({
        QueueName,
        Attributes: { ...toRedriveAttributes(redrive) },
      });
      queues.push(url);
      const { Attributes } = await sqs.getQueueAttributes({ QueueUrl: url, AttributeNames: ['QueueArn'] });
      return { url, arn: Attributes?.['QueueArn'] ?? '' };
    },
    makeRule: async (request) => {
      const Name = `contract-${rules.length}`;
      const EventPattern = JSON.stringify(toPattern(request));
      const { RuleArn = '' } = await bridge.putRule({ Name, EventBusName: bus, EventPattern });
      rules.push(Name);
      const target = { Id: 'queue', Arn: request.queue.arn, DeadLetterConfig: { Arn: request.deadLetters.arn } };
      await bridge.putTargets({ Rule: Name, EventBusName: bus, Targets: [target] });
      return RuleArn;
    },
    allowRule: async (ruleArn, queue) => {
      const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [createStatement(ruleArn, queue)] });
      await sqs.setQueueAttributes({ QueueUrl: queue.url, Attributes: { Policy } });
    },
    ruleTimeoutMs: 180_000,
    close: async () => {
      for (const Rule of rules) {
        await bridge.removeTargets({ Rule, EventBusName: bus, Ids: ['queue'] });
        await bridge.deleteRule({ Name: Rule, EventBusName: bus });
      }
      await bridge.deleteEventBus({ Name: bus });
      for (const QueueUrl of queues) await sqs.deleteQueue({ QueueUrl });
    },
  };
};

export const openContractTarget = (): Promise<ContractTarget> =>
  contractStage ? openAwsTarget() : openEmulatorTarget();
