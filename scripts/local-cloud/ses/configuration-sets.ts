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
    MatchingEventTypes: z.array(z.literal('bounce', 'the local cloud tells of bounces only')),
    EventBridgeDestination: z.strictObject({ EventBusArn: z.string().check(z.endsWith(':event-bus/default')) }),
  }),
});

type Sent = { readonly to: string; readonly at: string; readonly configurationSet?: string | undefined };

/** An address of SES's mailbox simulator whose emails come back. */
const isBouncing = (address: string) => /^bounce(\+[^@]*)?@simulator\.amazonses\.com$/i.test(address);

/** What SES tells of emails that were sent under a configuration set: an email to its mailbox simulator's `bounce@` comes back for good. */
export const createConfigurationSets = (bridge: Pick<EventBridge, 'tell'>, warn: (message: string) => void) => {
  const telling = new Set<string>();
  const resourceTypes: Record<string, ResourceType> = {
    'AWS::SES::ConfigurationSet': ({ properties }) => ({ ref: configurationSet.parse(properties).Name }),
    'AWS::SES::ConfigurationSetEventDestination': ({ logicalId, properties }) => {
      const { ConfigurationSetName, EventDestination } = eventDestination.parse(properties);
      if (EventDestination.Enabled && EventDestination.MatchingEventTypes.includes('bounce'))
        telling.add(ConfigurationSetName);
      return { ref: logicalId };
    },
  };
  return {
    resourceTypes,
    /** Tells what becomes of an email that was sent. */
    sent: ({ to, at, configurationSet: name }: Sent): void => {
      if (name === undefined || !telling.has(name) || !isBouncing(to)) return;
      const told = bridge.tell(
        'aws.ses',
        'Email Bounced',
        {
          eventType: 'Bounce',
          bounce: {
            bounceType: 'Permanent',
            bounceSubType: 'General',
            bouncedRecipients: [{ emailAddress: to, action: 'failed', status: '5.1.1' }],
            timestamp: at,
            feedbackId: randomUUID(),
          },
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
