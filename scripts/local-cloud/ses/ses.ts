import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { jsonService, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { EventBridge } from '../events/event-bridge.ts';
import type { Account, Gatekeeper } from '../iam/iam.ts';
import type { ResourceType } from '../template/deploy.ts';
import { escaped } from '../text.ts';

const mostRecipients = 50;

const address = z.string().check(z.minLength(1), z.maxLength(320));
const content = z.strictObject({ Data: z.string(), Charset: z.optional(z.string()) });
const recipients = z.optional(z.array(address));

/** SendEmail with simple content, as far as it is emulated; anything else in it is refused. */
const call = z.strictObject({
  ConfigurationSetName: z.optional(z.string()),
  FromEmailAddress: address,
  Destination: z.strictObject({ ToAddresses: recipients, CcAddresses: recipients, BccAddresses: recipients }),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: content,
      Body: z.strictObject({ Text: z.optional(content), Html: z.optional(content) }),
    }),
  }),
});

type Sending = {
  /** The address alone, without a name. */
  readonly from: string;
  readonly to: readonly string[];
  readonly configurationSet: string | undefined;
  readonly subject: string;
  readonly html: string;
};

const bad = (message: string) => new ServiceError('BadRequestException', message);

/** `portal@support.example` of `Portal <portal@support.example>`. */
const bare = (text: string) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;
const isAddress = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text);
// SES takes letters of other alphabets in a domain as Punycode only, and before the @ not at all.
const isAscii = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** What a call of SendEmail is to send. Throws BadRequestException. */
const readCall = (body: unknown): Sending => {
  const parsed = call.safeParse(body);
  if (!parsed.success) throw bad(z.prettifyError(parsed.error));
  const { ConfigurationSetName: configurationSet, FromEmailAddress, Destination, Content } = parsed.data;
  const to = Object.values(Destination).flatMap((list) => list ?? []);
  if (to.length === 0) throw bad('Destination is missing recipients.');
  if (to.length > mostRecipients) throw bad(`Recipient count exceeds ${mostRecipients}.`);
  const from = bare(FromEmailAddress);
  const bareTo = to.map(bare);
  if (![from, ...bareTo].every(isAddress)) throw bad("Missing final '@domain'");
  if (![from, ...bareTo].every(isAscii)) throw bad('Local address contains control or whitespace');
  const { Subject, Body } = Content.Simple;
  const html = Body.Html?.Data ?? (Body.Text && `<pre>${escaped(Body.Text.Data)}</pre>`);
  if (html === undefined) throw bad('The message has no body: give it Text or Html.');
  return { from, to: bareTo, configurationSet, subject: Subject.Data, html };
};

export type SentMail = Omit<Sending, 'from' | 'to'> & { readonly to: string; readonly at: string };

type Options = Gatekeeper &
  Account & {
    readonly now: () => Date;
    /** Hears an email once for each recipient. */
    readonly sendMail: (mail: SentMail) => void;
  };

/** A small SES: SendEmail of its API v2 with simple content. Every domain counts as verified. */
export const createSes = ({ region, accountId, now, sendMail, ...gatekeeper }: Options): RequestListener => {
  const sendEmail = ({ input, permit }: Call) => {
    const { from, to, configurationSet, ...mail } = readCall(input);
    const arn = (resource: string) => `arn:aws:ses:${region}:${accountId}:${resource}`;
    const resources = [`identity/${from.replace(/^.*@/, '')}`];
    if (configurationSet !== undefined) resources.push(`configuration-set/${configurationSet}`);
    for (const resource of resources) permit('ses:SendEmail', arn(resource), { context: { 'ses:fromaddress': from } });
    for (const each of to) sendMail({ to: each, configurationSet, ...mail, at: now().toISOString() });
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
    sent: ({
      to,
      at,
      configurationSet: name,
    }: Pick<SentMail, 'to' | 'at'> & { readonly configurationSet?: string | undefined }): void => {
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
