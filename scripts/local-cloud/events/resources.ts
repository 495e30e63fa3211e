import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';
import type { EventBridge } from './event-bridge.ts';
import { compilePattern } from './pattern.ts';
import { parseRate } from './schedules.ts';
import type { Schedules } from './schedules.ts';

const createTargetsSchema = (arnPattern: RegExp, errorMessage: string) =>
  z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string().check(z.regex(arnPattern, errorMessage)),
      DeadLetterConfig: z.optional(z.strictObject({ Arn: z.string() })),
      // The retry policy is ignored, because deliveries here don't fail transiently.
      RetryPolicy: z.optional(z.looseObject({})),
    }),
  );

const commonProperties = { Description: z.optional(z.string()), State: z.literal('ENABLED') };

const rule = z.strictObject({
  ...commonProperties,
  EventBusName: z._default(z.string(), 'default'),
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: createTargetsSchema(
    /^arn:aws:(sqs|logs):/,
    'the local cloud sends events to queues only; logs of them are left out',
  ),
});

/** Only the default bus supports schedules. */
const scheduledRule = z.strictObject({
  ...commonProperties,
  ScheduleExpression: z.string(),
  Targets: createTargetsSchema(/^arn:aws:lambda:/, 'the local cloud calls functions only on a schedule'),
});

/**
 * Creates the resource types `AWS::Events::*`: buses, rules that send to queues, and rules that invoke functions on a
 * schedule. Anything else is rejected by name.
 */
export const createEventsResourceTypes = (bridge: EventBridge, schedules: Schedules): Record<string, ResourceType> => ({
  'AWS::Events::EventBus': ({ properties }) => {
    const { Name } = z.strictObject({ Name: z.string() }).parse(properties);
    return { ref: Name, attributes: { Arn: bridge.ensureBus(Name) } };
  },
  'AWS::Events::Rule': (resource) => {
    const { properties, stackContext } = resource;
    const name = toPhysicalName(resource);
    const toRuleArn = (path: string) => `arn:aws:events:${stackContext.region}:${stackContext.accountId}:rule/${path}`;
    if (properties['ScheduleExpression'] !== undefined && properties['EventPattern'] === undefined) {
      const { ScheduleExpression, Targets } = scheduledRule.parse(properties);
      const arn = toRuleArn(name);
      const periodMs = parseRate(ScheduleExpression);
      for (const { Arn: functionArn } of Targets) schedules.add({ ruleArn: arn, functionArn, periodMs });
      return { ref: name, attributes: { Arn: arn } };
    }
    const { EventBusName: bus, EventPattern, Targets } = rule.parse(properties);
    const arn = toRuleArn(bus === 'default' ? name : `${bus}/${name}`);
    bridge.addRule({
      arn,
      bus,
      matches: compilePattern(EventPattern),
      targets: Targets.filter(({ Arn }) => Arn.startsWith('arn:aws:sqs:')).map(({ Arn, DeadLetterConfig }) => ({
        queueArn: Arn,
        deadLetterArn: DeadLetterConfig?.Arn,
      })),
    });
    return { ref: bus === 'default' ? name : `${bus}|${name}`, attributes: { Arn: arn } };
  },
});
