import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';

/** SES's event about an email that came back, as EventBridge hands it on; whatever else it says is left alone. */
const bounced = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    bounce: z.object({
      bounceType: z.string(),
      timestamp: field.instant,
      bouncedRecipients: z.array(z.object({ emailAddress: z.string() })),
    }),
  }),
});

export type Bounce = { readonly at: string; readonly emails: readonly string[] };

/** `kim@store.example` of `"Kim" <Kim@store.example>`: as the directory keeps addresses. */
const plain = (address: string) => (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();

/**
 * Who could not be reached, and since when, of an event as JSON. Nobody where it may still arrive: a full mailbox is SES's "Transient",
 * and only what is "Permanent" says that an address can't get email. Throws on what is no such event.
 */
export const bounceOf = (body: string): Bounce => {
  const { bounceType, timestamp, bouncedRecipients } = bounced.parse(JSON.parse(body)).detail.bounce;
  return {
    at: timestamp,
    emails: bounceType === 'Permanent' ? bouncedRecipients.map(({ emailAddress }) => plain(emailAddress)) : [],
  };
};
