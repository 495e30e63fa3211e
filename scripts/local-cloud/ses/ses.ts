import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { jsonService, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { EventBridge } from '../events/event-bridge.ts';
import type { Account, Gatekeeper } from '../iam/iam.ts';
import type { Mail } from '../mail/inbox.ts';
import type { ResourceType } from '../template/deploy.ts';

// Letters of other alphabets only as Punycode in the domain, and before the @ not at all.
const address = z.string().check(z.regex(/^(?!.*[<>,;])[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/, "Missing final '@domain'"));
const content = z.strictObject({ Data: z.string(), Charset: z.optional(z.string()) });

/** SendEmail with simple content, as far as it is used; anything else in it is refused. */
const call = z.strictObject({
  ConfigurationSetName: z.optional(z.string()),
  /** `Portal <portal@support.example>`, or the address alone, which it becomes. */
  FromEmailAddress: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text),
    ),
    address,
  ),
  Destination: z.strictObject({ ToAddresses: z.array(address).check(z.minLength(1), z.maxLength(50)) }),
  Content: z.strictObject({ Simple: z.strictObject({ Subject: content, Body: z.strictObject({ Html: content }) }) }),
});

export type SentMail = Pick<Mail, 'to' | 'subject' | 'html' | 'at'> & {
  readonly configurationSet?: string | undefined;
};

type Options = Gatekeeper &
  Account & {
    readonly now: () => Date;
    /** Hears an email once for each recipient. */
    readonly sendMail: (mail: SentMail) => void;
  };

/** A small SES: SendEmail of its API v2 with simple content. Every domain counts as verified. */
export const createSes = ({ region, accountId, now, sendMail, ...gatekeeper }: Options): RequestListener => {
  const sendEmail = ({ input, permit }: Call) => {
    const parsed = call.safeParse(input);
    if (!parsed.success) throw new ServiceError('BadRequestException', z.prettifyError(parsed.error));
    const { ConfigurationSetName: configurationSet, FromEmailAddress: from, Destination, Content } = parsed.data;
    const { Subject, Body } = Content.Simple;
    const mail = { configurationSet, subject: Subject.Data, html: Body.Html.Data, at: now().toISOString() };
    const arn = (resource: string) => `arn:aws:ses:${region}:${accountId}:${resource}`;
    const resources = [`identity/${from.replace(/^.*@/, '')}`];
    if (configurationSet !== undefined) resources.push(`configuration-set/${configurationSet}`);
    for (const resource of resources) permit('ses:SendEmail', arn(resource), { context: { 'ses:fromaddress': from } });
    for (const to of Destination.ToAddresses) sendMail({ to, ...mail });
    return { MessageId: randomUUID() };
  };
  return jsonService({
    name: 'SES',
    operationOf: ({ method, url }) => `${method} ${url}`,
    operations: { 'POST /v2/email/outbound-emails': sendEmail },
    ...gatekeeper,
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
const fateOf = (recipient: string) => simulator.exec(recipient)?.[1]?.toLowerCase() as keyof typeof fates | undefined;

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
    sent: ({ to, at, configurationSet: name }: Pick<SentMail, 'to' | 'at' | 'configurationSet'>): void => {
      const fate = fateOf(to);
      if (name === undefined || fate === undefined || !telling.get(name)?.includes(fate)) return;
      const { detailType, eventType, own } = fates[fate];
      const tags = { 'ses:configuration-set': [name] };
      const detail = {
        eventType,
        [fate]: { ...own, timestamp: at, feedbackId: randomUUID() },
        mail: { timestamp: at, messageId: randomUUID(), destination: [to], tags },
      };
      bridge.tell('aws.ses', detailType, detail).catch((error: unknown) => warn(`SES: ${String(error)}`));
    },
  };
};
