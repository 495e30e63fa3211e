import * as z from 'zod/mini';
import { queueBatch, processQueueBatch } from '#lambdas/lib/aws/queue-batch.ts';
import type { Subscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import * as field from '#shared/api/fields.ts';
import { regionIds } from '#shared/config/regions.ts';

const mail = z.object({ timestamp: field.instant, destination: z.array(z.string()) });

const recipientList = z.optional(z.array(z.object({ emailAddress: z.string() })));

/** SES event about a bounced email or one reported as spam, as EventBridge delivers it; other fields are ignored. */
const event = z.object({
  source: z.literal('aws.ses'),
  detail: z.discriminatedUnion('eventType', [
    z.object({
      eventType: z.literal('Bounce'),
      bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipientList }),
      mail,
    }),
    z.object({
      eventType: z.literal('Complaint'),
      complaint: z.optional(z.object({ complainedRecipients: recipientList })),
      mail,
    }),
  ]),
});

/** Bounce, or a spam report (`isComplaint`). `sentAt` is the ISO instant at which the email was sent; `emails` are its recipients. */
type Bounce = { readonly sentAt: string; readonly emails: readonly string[]; readonly isComplaint: boolean };

/** Returns `kim@store.example` for `"Kim" <Kim@store.example>`, the form in which the users table stores it. */
const normalizeEmail = (email: string) => (/<([^<>]*)>\s*$/.exec(email)?.[1] ?? email).trim().toLowerCase();

/**
 * Parses an event. Returns no emails for a transient bounce (such as a full mailbox), because the email may still arrive. The recipient's
 * server reports the affected emails and may be wrong, so only those that SES sent the message to (`mail.destination`) count; a single
 * recipient is affected whatever was reported. Throws on any other event.
 */
const parseBounce = (body: string): Bounce => {
  const { detail } = event.parse(JSON.parse(body));
  const isComplaint = detail.eventType === 'Complaint';
  const isFinal = isComplaint || detail.bounce.bounceType === 'Permanent';
  const { timestamp } = detail.mail;
  const recipients = detail.mail.destination.map(normalizeEmail);
  const reportedRecipients = isComplaint ? detail.complaint?.complainedRecipients : detail.bounce.bouncedRecipients;
  const reportedEmails = new Set(reportedRecipients?.map(({ emailAddress }) => normalizeEmail(emailAddress)));
  const emails = recipients.length === 1 ? recipients : recipients.filter((email) => reportedEmails.has(email));
  return { sentAt: timestamp, emails: isFinal ? emails : [], isComplaint };
};

type Collaborators = {
  readonly users: Pick<UsersStore, 'findByEmail' | 'recordBounce'>;
  readonly subscriptions: Pick<Subscriptions, 'stop'>;
  readonly now: () => Date;
  readonly log: Log;
};

/** Age up to which a bounce of an unknown email is retried, since the row of a user who was just invited may not be written yet. */
const unknownUserRetryMs = 10 * 60_000;

/** Records bounces in the users' rows, and spam reports in the log; both stop the user's daily email. Ignores emails that no user has. Idempotent. */
export const createBouncesHandler = ({ users, subscriptions, now, log }: Collaborators) => {
  const findUsers = async (email: string): Promise<User[]> => {
    const usersByRegion = await Promise.all(regionIds.map((region) => users.findByEmail(region, email)));
    return usersByRegion.filter((user) => user !== undefined);
  };

  const processBounce = async (body: string): Promise<void> => {
    const { sentAt, emails, isComplaint } = parseBounce(body);
    const recipients = (await Promise.all(emails.map(findUsers))).flat();
    if (emails.length > 0 && recipients.length === 0 && now().getTime() - Date.parse(sentAt) < unknownUserRetryMs)
      throw new Error('no user has this email yet');
    for (const user of recipients) {
      if (!isComplaint) await users.recordBounce(user, sentAt);
      await subscriptions.stop(user.region, user.sub, isComplaint ? 'complaint' : 'bounce', sentAt);
      log('info', isComplaint ? 'reported as spam' : 'bounce noted', { region: user.region, sub: user.sub });
    }
  };

  return async (sqsEvent: unknown) =>
    processQueueBatch(queueBatch.parse(sqsEvent).Records, async ({ messageId, body }) => {
      try {
        await processBounce(body);
        return true;
      } catch (error) {
        log('error', 'bounce not noted', { requestId: messageId, error: errorFields(error) });
        return false;
      }
    });
};
