import * as z from 'zod/mini';
import { policyDocument } from '../iam/evaluate.ts';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import type { Queues } from './queues.ts';

const redrivePolicy = z.strictObject({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)),
});

// What SQS takes when the template says nothing: also brings an existing queue back to it.
const queue = z.strictObject({
  QueueName: z.optional(z.string()),
  VisibilityTimeout: z._default(z.coerce.number(), 30),
  DelaySeconds: z._default(z.coerce.number(), 0),
  MessageRetentionPeriod: z._default(z.coerce.number(), 345_600),
  RedrivePolicy: z.optional(redrivePolicy),
  SqsManagedSseEnabled: z.optional(z.coerce.boolean()),
});

const queuePolicy = z.strictObject({ Queues: z.array(z.string()), PolicyDocument: policyDocument });

/** `AWS::SQS::Queue` and `AWS::SQS::QueuePolicy`; `urlOf` is where a queue of a name is reached. */
export const sqsResources = (queues: Queues, urlOf: (name: string) => string): Record<string, ResourceType> => ({
  'AWS::SQS::Queue': async (resource) => {
    const {
      QueueName: name = physicalName(resource, 80),
      RedrivePolicy,
      SqsManagedSseEnabled: _,
      ...numbers
    } = queue.parse(resource.properties);
    const attributes = {
      ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)])),
      // Empty takes an earlier one away.
      RedrivePolicy: RedrivePolicy ? JSON.stringify(RedrivePolicy) : '',
    };
    const arn = await queues.ensure(name, attributes, {
      visibilityTimeoutSeconds: numbers.VisibilityTimeout,
      deadLetterArn: RedrivePolicy?.deadLetterTargetArn,
    });
    const url = urlOf(name);
    return { ref: url, attributes: { Arn: arn, QueueName: name, QueueUrl: url } };
  },
  'AWS::SQS::QueuePolicy': (resource) => {
    const { Queues, PolicyDocument } = queuePolicy.parse(resource.properties);
    for (const url of Queues) queues.addPolicy(url, PolicyDocument.Statement);
    return { ref: physicalName(resource) };
  },
});
