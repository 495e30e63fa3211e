import { queueBatch, processQueueBatch } from '#lambdas/lib/aws/queue-batch.ts';
import type { DailyEmailMessage } from '#lambdas/lib/daily-email/message.ts';
import { parseDailyEmailMessage } from '#lambdas/lib/daily-email/message.ts';
import type { Subscription, Subscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { DailyContent } from './content.ts';
import type { DailyEmail } from './email.ts';

type Collaborators = {
  readonly subscriptions: Pick<Subscriptions, 'find' | 'remove' | 'claimDay' | 'releaseDay' | 'recordSent'>;
  readonly users: Pick<UsersStore, 'get'>;
  readonly readContent: (
    user: User,
    subscription: Subscription,
    day: CalendarDate,
    now: Date,
  ) => Promise<DailyContent | undefined>;
  readonly writeEmail: (region: RegionId, sub: string, day: CalendarDate, content: DailyContent) => Promise<DailyEmail>;
  readonly send: (to: string, email: DailyEmail) => Promise<void>;
  readonly now: () => Date;
  readonly log: Log;
};

/** Codes of errors that prevented a connection. */
const connectionErrors: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED']);

/**
 * Returns true if SES has certainly not accepted an email, because it rejected or throttled the request or was not
 * reached.
 */
const isCertainlyNotSent = (error: unknown): boolean => {
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: string };
  const status = $metadata?.httpStatusCode;
  return connectionErrors.has(code) || (status !== undefined && status >= 400 && status < 500);
};

/**
 * Creates the queue's consumer, which sends at most one email a day to each user. SES does not detect repeated requests, so
 * the day is claimed before its email is sent. An email with an unknown result counts as sent, and the next day's email repeats
 * its news. Messages that fail or arrive after the morning become dead letters.
 */
export const createSenderHandler = (collaborators: Collaborators) => {
  const { subscriptions, users, readContent, writeEmail, send, now, log } = collaborators;

  /** Sends an email whose day is claimed. Returns false if the result is unknown. Releases the day and throws if SES has certainly not accepted the email. */
  const sendOnClaimedDay = async (
    user: User,
    subscription: Subscription,
    day: CalendarDate,
    email: DailyEmail,
  ): Promise<boolean> => {
    const { region, sub } = user;
    try {
      await send(user.email, email);
      return true;
    } catch (error) {
      if (isCertainlyNotSent(error)) {
        await subscriptions.releaseDay(subscription, day);
        throw error;
      }
      log('error', 'daily email perhaps sent', { region, sub, error: errorFields(error) });
      return false;
    }
  };

  const processMessage = async ({ region, sub, day, until }: DailyEmailMessage): Promise<void> => {
    const subscription = await subscriptions.find(region, sub);
    // `subscription.day` is the last day whose email was claimed.
    if (!subscription || subscription.day >= day) return;
    const user = await users.get(region, sub);
    if (!user) return subscriptions.remove(region, sub);
    if (subscription.stopped) return;
    const startedAt = now();
    if (startedAt.toISOString() >= until) throw new Error('the morning has passed');
    const content = await readContent(user, subscription, day, startedAt);
    const email = content && (await writeEmail(region, sub, day, content));
    // A day without content is claimed too, so that its later news wait for the next day's email.
    if (!(await subscriptions.claimDay(subscription, day)) || !email) return;
    if (!(await sendOnClaimedDay(user, subscription, day, email))) return;
    await subscriptions.recordSent(subscription, content.marks);
    log('info', 'daily email sent', { region, sub });
  };

  return async (event: unknown) =>
    processQueueBatch(queueBatch.parse(event).Records, async ({ messageId, body }) => {
      try {
        await processMessage(parseDailyEmailMessage(body));
        return true;
      } catch (error) {
        log('error', 'daily email not sent', { requestId: messageId, error: errorFields(error) });
        return false;
      }
    });
};
