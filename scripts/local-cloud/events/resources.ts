import * as z from 'zod/mini';
import { policyDocument } from '../iam/policy.ts';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/names.ts';
import type { EventBridge } from './event-bridge.ts';
import { compilePattern } from './pattern.ts';

const eventBus = z.strictObject({
  Name: z.string(),
  Description: z.optional(z.string()),
  Tags: z.optional(z.array(z.unknown())),
  KmsKeyIdentifier: z.optional(z.string()),
});

const eventBusPolicy = z.strictObject({
  StatementId: z.string(),
  EventBusName: z._default(z.string(), 'default'),
  Statement: z.unknown(),
});

const target = z.strictObject({
  Id: z.string(),
  Arn: z.string().check(z.regex(/^arn:aws:sqs:/, 'the local cloud sends events to queues only')),
  DeadLetterConfig: z.optional(z.strictObject({ Arn: z.optional(z.string()) })),
  // Nothing here has to be tried twice.
  RetryPolicy: z.optional(z.looseObject({})),
});

const rule = z.strictObject({
  Name: z.optional(z.string()),
  Description: z.optional(z.string()),
  EventBusName: z._default(z.string(), 'default'),
  EventPattern: z.record(z.string(), z.unknown()),
  State: z._default(z.enum(['ENABLED', 'DISABLED']), 'ENABLED'),
  Targets: z._default(z.array(target), []),
  Tags: z.optional(z.array(z.unknown())),
});

/** `AWS::Events::*`: buses, who may speak on them, and rules that send to queues. What else a rule can do is refused by name. */
export const eventsResources = (bridge: EventBridge): Record<string, ResourceType> => ({
  'AWS::Events::EventBus': ({ properties }) => {
    const { Name } = eventBus.parse(properties);
    return { ref: Name, attributes: { Arn: bridge.ensureBus(Name), Name } };
  },
  'AWS::Events::EventBusPolicy': ({ logicalId, properties }) => {
    const { EventBusName, Statement } = eventBusPolicy.parse(properties);
    bridge.addPolicy(EventBusName, policyDocument.parse({ Statement }).Statement);
    return { ref: logicalId };
  },
  'AWS::Events::Rule': (resource) => {
    const {
      Name: name = physicalName(resource),
      EventBusName,
      EventPattern,
      State,
      Targets,
    } = rule.parse(resource.properties);
    const { region, accountId } = resource.place;
    const bus = EventBusName.split('/').at(-1) ?? '';
    const isDefault = bus === 'default';
    const arn = `arn:aws:events:${region}:${accountId}:rule/${isDefault ? '' : `${bus}/`}${name}`;
    const matches = compilePattern(EventPattern);
    const targets = Targets.map(({ Arn, DeadLetterConfig }) => ({
      queueArn: Arn,
      deadLetterArn: DeadLetterConfig?.Arn,
    }));
    if (State === 'ENABLED') bridge.addRule({ arn, bus, matches, targets });
    return { ref: isDefault ? name : `${bus}|${name}`, attributes: { Arn: arn } };
  },
});
