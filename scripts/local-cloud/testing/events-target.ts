import { randomUUID } from 'node:crypto';
import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { createEventBridge } from '../events/event-bridge.ts';
import { compilePattern } from '../events/pattern.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { freshFolder, reaching, served } from './opened.ts';
import { queuesForTest } from './queues.ts';

const stage = process.env['CONTRACT_STAGE'];

export type Queue = { readonly arn: string; readonly url: string };
type Redrive = { readonly to: Queue; readonly maxReceiveCount: number };
type RuleWish = { readonly pattern: Record<string, unknown>; readonly queue: Queue; readonly deadLetters?: Queue };

/** Where the contract is tried: on a bus and queues of the emulators, or of the AWS account whose stage `CONTRACT_STAGE` names. */
export type ContractTarget = {
  readonly bridge: EventBridgeClient;
  readonly sqs: SQSClient;
  readonly bus: string;
  readonly makeQueue: (redrive?: Redrive) => Promise<Queue>;
  /** Answers the rule's ARN. */
  readonly makeRule: (wish: RuleWish) => Promise<string>;
  /** Lets a rule send to a queue. */
  readonly letIn: (ruleArn: string, queue: Queue) => Promise<void>;
  /** How long a new rule may take to work. */
  readonly patienceMs: number;
  readonly close: () => Promise<void>;
};

const statementFor = (ruleArn: string, { arn }: Queue) => ({
  Effect: 'Allow',
  Principal: { Service: 'events.amazonaws.com' },
  Action: 'sqs:SendMessage',
  Resource: arn,
  Condition: { ArnEquals: { 'aws:SourceArn': ruleArn } },
});

const redriveAttribute = (redrive: Redrive | undefined) =>
  redrive && {
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: redrive.to.arn, maxReceiveCount: redrive.maxReceiveCount }),
  };

const targetOf = ({ queue, deadLetters }: RuleWish) => ({
  Id: 'queue',
  Arn: queue.arn,
  ...(deadLetters && { DeadLetterConfig: { Arn: deadLetters.arn } }),
});

const awsTarget = async (): Promise<ContractTarget> => {
  const [bridge, sqs] = [new EventBridgeClient({}), new SQSClient({})];
  const bus = `portal-contract-${stage}-${randomUUID()}`;
  const [queues, rules]: [string[], string[]] = [[], []];
  await bridge.send(new CreateEventBusCommand({ Name: bus }));
  return {
    bridge,
    sqs,
    bus,
    makeQueue: async (redrive) => {
      const { QueueUrl: url = '' } = await sqs.send(
        new CreateQueueCommand({
          QueueName: `portal-contract-${stage}-${randomUUID()}`,
          Attributes: { ...redriveAttribute(redrive) },
        }),
      );
      queues.push(url);
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] }),
      );
      return { url, arn: Attributes?.['QueueArn'] ?? '' };
    },
    makeRule: async (wish) => {
      const Name = `contract-${rules.length}`;
      const { RuleArn = '' } = await bridge.send(
        new PutRuleCommand({ Name, EventBusName: bus, EventPattern: JSON.stringify(wish.pattern) }),
      );
      rules.push(Name);
      await bridge.send(new PutTargetsCommand({ Rule: Name, EventBusName: bus, Targets: [targetOf(wish)] }));
      return RuleArn;
    },
    letIn: async (ruleArn, queue) => {
      const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statementFor(ruleArn, queue)] });
      await sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes: { Policy } }));
    },
    patienceMs: 180_000,
    close: async () => {
      for (const Rule of rules) {
        await bridge.send(new RemoveTargetsCommand({ Rule, EventBusName: bus, Ids: ['queue'] }));
        await bridge.send(new DeleteRuleCommand({ Name: Rule, EventBusName: bus }));
      }
      await bridge.send(new DeleteEventBusCommand({ Name: bus }));
      for (const QueueUrl of queues) await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    },
  };
};

const emulatorTarget = async (): Promise<ContractTarget> => {
  const account = { region: 'eu-central-1', accountId: '000000000000' };
  const emulated = await queuesForTest(freshFolder());
  const bridge = createEventBridge({
    ...account,
    now: () => new Date(),
    queues: emulated.queues,
    warn: () => {},
    ...emulated.iam,
  });
  const endpoint = await served(bridge.listener);
  bridge.ensureBus('contract');
  let count = 0;
  return {
    bridge: new EventBridgeClient(reaching(endpoint)),
    sqs: emulated.developer,
    bus: 'contract',
    makeQueue: async (redrive) => {
      const name = `queue-${(count += 1)}`;
      return {
        arn: await emulated.queues.ensure(name, { ...redriveAttribute(redrive) }, { visibilityTimeoutSeconds: 30 }),
        url: emulated.urlOf(name),
      };
    },
    makeRule: async ({ pattern, queue, deadLetters }) => {
      const arn = `arn:aws:events:${account.region}:${account.accountId}:rule/contract/${(count += 1)}`;
      bridge.addRule({
        arn,
        bus: 'contract',
        matches: compilePattern(pattern),
        targets: [{ queueArn: queue.arn, deadLetterArn: deadLetters?.arn }],
      });
      return arn;
    },
    letIn: async (ruleArn, queue) =>
      emulated.queues.addPolicy(queue.url, policyDocument.parse({ Statement: statementFor(ruleArn, queue) }).Statement),
    patienceMs: 10_000,
    close: emulated.close,
  };
};

export const openContractTarget = (): Promise<ContractTarget> => (stage ? awsTarget() : emulatorTarget());
