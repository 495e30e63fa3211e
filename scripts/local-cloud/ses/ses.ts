import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { createJsonService, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { EventBridge } from '../events/event-bridge.ts';
import type { Account, Authorizer } from '../iam/iam.ts';
import type { Mail } from '../mail/inbox.ts';
import type { ResourceType } from '../template/deploy.ts';

// Non-ASCII letters are accepted only as Punycode in the domain, and not at all before the @.
const emailAddress = z
  .string()
  .check(z.regex(/^(?!.*[<>,;])[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/, "Missing final '@domain'"));
const content = z.strictObject({ Data: z.string(), Charset: z.optional(z.string()) });

/** Supported subset of SendEmail with simple content; anything else is rejected. */
const sendEmailInput = z.strictObject({
  ConfigurationSetName: z.optional(z.string()),
  /** `Portal <portal@support.example>` or the plain address; parsed to the address. */
  FromEmailAddress: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text),
    ),
    emailAddress,
  ),
  Destination: z.strictObject({ ToAddresses: z.array(emailAddress).check(z.minLength(1), z.maxLength(50)) }),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: content,
      Body: z.strictObject({ Html: content }),
      // SES accepts printable ASCII only, and sets the other headers itself.
      Headers: z.optional(
        z.array(
          z.strictObject({
            Name: z.enum(['List-Unsubscribe', 'List-Unsubscribe-Post']),
            Value: z.string().check(z.regex(/^[ -~]{1,870}$/)),
          }),
        ),
      ),
    }),
  }),
});

export type SentMail = Omit<Mail, 'id'> & {
  readonly configurationSet?: string | undefined;
};

type Options = Authorizer &
  Account & {
    readonly now: () => Date;
    /** Called once for each recipient of an email. */
    readonly sendMail: (mail: SentMail) => void;
  };

/** Creates a minimal SES with SendEmail of API v2 and simple content. Every domain counts as verified. */
export const createSes = ({ region, accountId, now, sendMail, ...authorizer }: Options): RequestListener => {
  const sendEmail = ({ input, requirePermission }: Call) => {
    const parseResult = sendEmailInput.safeParse(input);
    if (!parseResult.success) throw new ServiceError('BadRequestException', z.prettifyError(parseResult.error));
    const { ConfigurationSetName: configurationSet, FromEmailAddress: from, Destination, Content } = parseResult.data;
    const { Subject, Body, Headers = [] } = Content.Simple;
    const headers = Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]));
    const mail = { configurationSet, subject: Subject.Data, html: Body.Html.Data, headers, at: now().toISOString() };
    const toArn = (resource: string) => `arn:aws:ses:${region}:${accountId}:${resource}`;
    const resources = [`identity/${from.replace(/^.*@/, '')}`];
    if (configurationSet !== undefined) resources.push(`configuration-set/${configurationSet}`);
    for (const resource of resources)
      requirePermission('ses:SendEmail', toArn(resource), { context: { 'ses:fromaddress': from } });
    for (const to of Destination.ToAddresses) sendMail({ to, ...mail });
    return { MessageId: randomUUID() };
  };
  return createJsonService({
    name: 'SES',
    findOperation: ({ method, url }) => `${method} ${url}`,
    operations: { 'POST /v2/email/outbound-emails': sendEmail },
    ...authorizer,
  });
};

const configurationSet = z.strictObject({ Name: z.string() });

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

/**
 * Outcomes of SES's mailbox simulator: an email to `bounce@` bounces permanently, one to `complaint@` is reported as
 * spam.
 */
const simulatedEvents = {
  bounce: {
    detailType: 'Email Bounced',
    eventType: 'Bounce',
    details: { bounceType: 'Permanent', bounceSubType: 'General' },
  },
  complaint: { detailType: 'Email Complaint Received', eventType: 'Complaint', details: { complaintSubType: null } },
} as const;
const simulatorPattern = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i;
const findSimulatedEvent = (recipient: string) =>
  simulatorPattern.exec(recipient)?.[1]?.toLowerCase() as keyof typeof simulatedEvents | undefined;

/** Creates SES's configuration sets, which publish the events of emails to the mailbox simulator. */
export const createConfigurationSets = (
  bridge: Pick<EventBridge, 'publishServiceEvent'>,
  warn: (message: string) => void,
) => {
  const eventTypesBySet = new Map<string, readonly string[]>();
  const resourceTypes: Record<string, ResourceType> = {
    'AWS::SES::ConfigurationSet': ({ properties }) => ({ ref: configurationSet.parse(properties).Name }),
    'AWS::SES::ConfigurationSetEventDestination': ({ logicalId, properties }) => {
      const { ConfigurationSetName, EventDestination } = eventDestination.parse(properties);
      if (EventDestination.Enabled) eventTypesBySet.set(ConfigurationSetName, EventDestination.MatchingEventTypes);
      return { ref: logicalId };
    },
  };
  return {
    resourceTypes,
    handleSentMail: ({ to, at, configurationSet: name }: Pick<SentMail, 'to' | 'at' | 'configurationSet'>): void => {
      const eventName = findSimulatedEvent(to);
      if (name === undefined || eventName === undefined || !eventTypesBySet.get(name)?.includes(eventName)) return;
      const { detailType, eventType, details } = simulatedEvents[eventName];
      const tags = { 'ses:configuration-set': [name] };
      const detail = {
        eventType,
        [eventName]: { ...details, timestamp: at, feedbackId: randomUUID() },
        mail: { timestamp: at, messageId: randomUUID(), destination: [to], tags },
      };
      bridge
        .publishServiceEvent('aws.ses', detailType, detail)
        .catch((error: unknown) => warn(`SES: ${String(error)}`));
    },
  };
};
