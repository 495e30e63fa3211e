import * as z from 'zod/mini';
import { createDynamoDbClient, createSqsClient } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createDailyEmailQueue } from '#lambdas/lib/daily-email/message.ts';
import { createQueuedDays } from '#lambdas/lib/daily-email/queued-days.ts';
import { createSubscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { createScheduleHandler } from './schedule.ts';

/** Event of a schedule: `time` is the instant for which it was sent. */
const scheduledEvent = z.object({ time: z.iso.datetime() });

export const handler = createEventHandler('daily-email-schedule', (env, log) => {
  const db = createDynamoDbClient();
  const queueDueEmails = createScheduleHandler({
    subscriptions: createSubscriptions(db, env.SUBSCRIPTIONS_TABLE),
    queuedDays: createQueuedDays(db, env.ATTEMPTS_TABLE),
    queue: createDailyEmailQueue(createSqsClient(), env.DAILY_EMAILS_QUEUE_URL),
    log,
  });
  return (event: unknown) => queueDueEmails(new Date(scheduledEvent.parse(event).time));
});
