import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';

const mail = z.object({ timestamp: field.instant, destination: z.array(z.string()) });

/** SES's event about an email that came back or was reported as spam, as EventBridge hands it on; whatever else it says is left alone. */
const event = z.object({
  source: z.literal('aws.ses'),
  detail: z.discriminatedUnion('eventType', [
    z.object({ eventType: z.literal('Bounce'), bounce: z.object({ bounceType: z.string() }), mail }),
    z.object({ eventType: z.literal('Complaint'), mail }),
  ]),
});

/** When the email was sent (ISO), to whom, and whether they reported it as spam. */
export type Bounce = { readonly sentAt: string; readonly emails: readonly string[]; readonly isComplaint: boolean };

/** `kim@store.example` of `"Kim" <Kim@store.example>`: as the directory keeps addresses. */
const plain = (address: string) => (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();

/**
 * The recipients that bounced or complained, of an event as JSON; none where the email may still arrive: a full mailbox is SES's
 * "Transient", and only "Permanent" says that an address can't get email. The destination is SES's own word; the bounced recipients are
 * whatever the other side's server wrote. Throws on what is no such event.
 */
export const bounceOf = (body: string): Bounce => {
  const { detail } = event.parse(JSON.parse(body));
  const isComplaint = detail.eventType === 'Complaint';
  const isFinal = isComplaint || detail.bounce.bounceType === 'Permanent';
  const { timestamp, destination } = detail.mail;
  return { sentAt: timestamp, emails: isFinal ? destination.map(plain) : [], isComplaint };
};
