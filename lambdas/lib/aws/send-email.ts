import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Email } from '#lambdas/lib/email/html.ts';

const toUtf8Content = (Data: string) => ({ Data, Charset: 'UTF-8' });

type Sender = { readonly EMAIL_FROM: string; readonly CONFIGURATION_SET?: string | undefined };

/** Headers of an email by name; SES accepts ASCII values of at most 870 characters. */
export type EmailHeaders = Readonly<Record<string, string>>;

/** Sends an email to at most 50 addresses. Throws SES's errors unchanged. */
export type SendEmail = (to: readonly string[], email: Email, headers?: EmailHeaders) => Promise<void>;

export const createSendEmail =
  (client: Pick<SESv2Client, 'send'>, { EMAIL_FROM, CONFIGURATION_SET }: Sender): SendEmail =>
  async (to, { subject, html }, headers) => {
    const Headers = headers && Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: EMAIL_FROM,
        ConfigurationSetName: CONFIGURATION_SET,
        Destination: { ToAddresses: [...to] },
        Content: { Simple: { Subject: toUtf8Content(subject), Body: { Html: toUtf8Content(html) }, Headers } },
      }),
    );
  };
