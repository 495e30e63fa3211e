import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { EventBridge } from '../events/event-bridge.ts';
import type { ResourceType } from '../template/deploy.ts';

const configurationSet = z.strictObject({
  Name: z.string(),
  DeliveryOptions: z.optional(z.looseObject({})),
  ReputationOptions: z.optional(z.looseObject({})),
  SendingOptions: z.optional(z.looseObject({})),
  SuppressionOptions: z.optional(z.looseObject({})),
  Tags: z.optional(z.array(z.unknown())),
});

const eventDestination = z.strictObject({
  ConfigurationSetName: z.string(),
  EventDestination: z.strictObject({
    Name: z.optional(z.string()),
    Enabled: z._default(z.boolean(), true),
    MatchingEventTypes: z.array(
      z.enum(['bounce', 'complaint'], 'the local cloud tells of bounces and complaints only'),
    ),
    EventBridgeDestination: z.strictObject({ EventBusArn: z.string().check(z.endsWith(':event-bus/default')) }),
  }),
});

type Sent = { readonly to: string; readonly at: string; readonly configurationSet?: string | undefined };

/** What becomes of an email to SES's mailbox simulator: one to `bounce@` comes back for good, one to `complaint@` is reported as spam. */
const fates = {
  bounce: {
    detailType: 'Email Bounced',
    eventType: 'Bounce',
    own: { bounceType: 'Permanent', bounceSubType: 'General' },
  },
  complaint: { detailType: 'Email Complaint Received', eventType: 'Complaint', own: { complaintSubType: null } },
} as const;
const simulator = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i;
const fateOf = (address: string) => simulator.exec(address)?.[1]?.toLowerCase() as keyof typeof fates | undefined;

export const createConfigurationSets = (bridge: Pick<EventBridge, 'tell'>, warn: (message: string) => void) => {
  const telling = new Map<string, readonly string[]>();
  const resourceTypes: Record<string, ResourceType> = {
    'AWS::SES::ConfigurationSet': ({ properties }) => ({ ref: configurationSet.parse(properties).Name }),
    'AWS::SES::ConfigurationSetEventDestination': ({ logicalId, properties }) => {
      const { ConfigurationSetName, EventDestination } = eventDestination.parse(properties);
      if (EventDestination.Enabled) telling.set(ConfigurationSetName, EventDestination.MatchingEventTypes);
      return { ref: logicalId };
    },
  };
  return {
    resourceTypes,
    sent: ({ to, at, configurationSet: name }: Sent): void => {
      const fate = fateOf(to);
      if (name === undefined || fate === undefined || !telling.get(name)?.includes(fate)) return;
      const { detailType, eventType, own } = fates[fate];
      const told = bridge.tell(
        'aws.ses',
        detailType,
        {
          eventType,
          [fate]: { ...own, timestamp: at, feedbackId: randomUUID() },
          mail: {
            timestamp: at,
            messageId: randomUUID(),
            destination: [to],
            tags: { 'ses:configuration-set': [name] },
          },
        },
        [],
      );
      told.catch((error: unknown) => warn(`SES: ${String(error)}`));
    },
  };
};
