import * as z from 'zod/mini';
import type { Resource, ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import type { EventBridge } from './event-bridge.ts';
import { compilePattern } from './pattern.ts';
import { periodOf } from './schedules.ts';
import type { Schedules } from './schedules.ts';

const eventBus = z.strictObject({
  Name: z.string(),
  Tags: z.optional(z.array(z.unknown())),
});

// Nothing here has to be tried twice.
const retries = z.optional(z.looseObject({}));

const target = z.strictObject({
  Id: z.string(),
  Arn: z
    .string()
    .check(z.regex(/^arn:aws:(sqs|logs):/, 'the local cloud sends events to queues only; logs of them are left out')),
  DeadLetterConfig: z.optional(z.strictObject({ Arn: z.optional(z.string()) })),
  RetryPolicy: retries,
});

const scheduledTarget = z.strictObject({
  Id: z.string(),
  Arn: z.string().check(z.regex(/^arn:aws:lambda:/, 'the local cloud calls functions only on a schedule')),
  RetryPolicy: retries,
});

const shared = {
  Name: z.optional(z.string()),
  Description: z.optional(z.string()),
  State: z._default(z.enum(['ENABLED', 'DISABLED']), 'ENABLED'),
  Tags: z.optional(z.array(z.unknown())),
};

const rule = z.strictObject({
  ...shared,
  EventBusName: z._default(z.string(), 'default'),
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z._default(z.array(target), []),
});

/** The default bus alone has schedules. */
const scheduledRule = z.strictObject({
  ...shared,
  EventBusName: z.optional(z.literal('default')),
  ScheduleExpression: z.string(),
  Targets: z._default(z.array(scheduledTarget), []),
});

const arnOf = ({ place: { region, accountId } }: Resource, name: string) =>
  `arn:aws:events:${region}:${accountId}:rule/${name}`;

const addSchedule = (schedules: Schedules, resource: Resource) => {
  const {
    Name: name = physicalName(resource),
    ScheduleExpression,
    State,
    Targets,
  } = scheduledRule.parse(resource.properties);
  const arn = arnOf(resource, name);
  const periodMs = periodOf(ScheduleExpression);
  if (State === 'ENABLED' && periodMs !== undefined)
    for (const { Arn: functionArn } of Targets) schedules.add({ ruleArn: arn, functionArn, periodMs });
  return { ref: name, attributes: { Arn: arn } };
};

/**
 * `AWS::Events::*`: buses, rules that send to queues, and rules that call functions on a schedule.
 * What else a rule can do is refused by name.
 */
export const eventsResources = (bridge: EventBridge, schedules: Schedules): Record<string, ResourceType> => ({
  'AWS::Events::EventBus': ({ properties }) => {
    const { Name } = eventBus.parse(properties);
    return { ref: Name, attributes: { Arn: bridge.ensureBus(Name), Name } };
  },
  'AWS::Events::Rule': (resource) => {
    const { ScheduleExpression, EventPattern: pattern } = resource.properties;
    if (ScheduleExpression !== undefined && pattern === undefined) return addSchedule(schedules, resource);
    const {
      Name: name = physicalName(resource),
      EventBusName,
      EventPattern,
      State,
      Targets,
    } = rule.parse(resource.properties);
    const bus = EventBusName.split('/').at(-1) ?? '';
    const isDefault = bus === 'default';
    const arn = arnOf(resource, isDefault ? name : `${bus}/${name}`);
    const matches = compilePattern(EventPattern);
    const targets = Targets.filter(({ Arn }) => Arn.startsWith('arn:aws:sqs:')).map(({ Arn, DeadLetterConfig }) => ({
      queueArn: Arn,
      deadLetterArn: DeadLetterConfig?.Arn,
    }));
    if (State === 'ENABLED') bridge.addRule({ arn, bus, matches, targets });
    return { ref: isDefault ? name : `${bus}|${name}`, attributes: { Arn: arn } };
  },
});
