import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';

/** SES's event about an email that came back, as EventBridge hands it on; whatever else it says is left alone. */
const bounced = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    bounce: z.object({ bounceType: z.string() }),
    mail: z.object({ timestamp: field.instant, destination: z.array(z.string()) }),
  }),
});

/** When the email was sent (ISO), and to whom. */
export type Bounce = { readonly sentAt: string; readonly emails: readonly string[] };

/** `kim@store.example` of `"Kim" <Kim@store.example>`: as the directory keeps addresses. */
const plain = (address: string) => (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();

/**
 * Who could not be reached, of an event as JSON. Nobody where the email may still arrive: a full mailbox is SES's "Transient", and only
 * what is "Permanent" says that an address can't get email. Whom it was sent to is SES's own word; the recipients of the bounce are
 * whatever the other side's server wrote. Throws on what is no such event.
 */
export const bounceOf = (body: string): Bounce => {
  const { bounce, mail } = bounced.parse(JSON.parse(body)).detail;
  return { sentAt: mail.timestamp, emails: bounce.bounceType === 'Permanent' ? mail.destination.map(plain) : [] };
};
