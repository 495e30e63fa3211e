import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { jsonService } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { Gatekeeper } from '../iam/iam.ts';
import { readCall } from './send-email.ts';
import type { Sending } from './send-email.ts';

export type SentMail = Omit<Sending, 'from' | 'to'> & { readonly to: string; readonly at: string };

type Options = Gatekeeper & {
  readonly region: string;
  readonly accountId: string;
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
