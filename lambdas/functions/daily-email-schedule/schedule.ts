import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import type { DailyEmailQueue } from '#lambdas/lib/daily-email/message.ts';
import type { QueuedDays } from '#lambdas/lib/daily-email/queued-days.ts';
import type { Subscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { startOfHour, toCalendarDate, toHour } from '#shared/dates/dates.ts';

type Collaborators = {
  readonly subscriptions: Pick<Subscriptions, 'listSubs'>;
  readonly queuedDays: QueuedDays;
  readonly queue: DailyEmailQueue;
  readonly log: Log;
};

/** Maximum number of messages that are sent concurrently. */
const maxConcurrentSends = 10;

const { fromHour, untilHour } = limits.dailyEmail;

/**
 * Creates the scheduled function, which queues the daily emails of a region once its morning has started. After a failure, the
 * next run queues all emails of the region again, because the sender ignores repeated messages. Throws at the end if a region
 * failed or its morning passed without emails, which raises an alarm.
 */
export const createScheduleHandler = ({ subscriptions, queuedDays, queue, log }: Collaborators) => {
  const queueEmails = async (region: RegionId, day: CalendarDate, now: Date): Promise<void> => {
    const endOfMorning = startOfHour(day, untilHour, regions[region].timeZone).toISOString();
    let count = 0;
    for await (const subs of subscriptions.listSubs(region)) {
      await mapConcurrently(maxConcurrentSends, subs, (sub) => queue.send({ region, sub, day, until: endOfMorning }));
      count += subs.length;
    }
    await queuedDays.markQueued(region, day, now);
    log('info', 'daily emails queued', { region, counts: { emails: count } });
  };

  /** Returns false if the morning has passed without the day's emails. */
  const processRegion = async (region: RegionId, now: Date): Promise<boolean> => {
    const { timeZone } = regions[region];
    const hour = toHour(now, timeZone);
    if (hour < fromHour) return true;
    const day = toCalendarDate(now, timeZone);
    const queuedDay = await queuedDays.find(region);
    if (queuedDay !== undefined && queuedDay >= day) return true;
    if (hour < untilHour) {
      await queueEmails(region, day, now);
      return true;
    }
    await queuedDays.markQueued(region, day, now);
    // A region without a recorded day is new, so its first emails are sent on the next day.
    if (queuedDay === undefined) return true;
    log('error', 'daily emails missed', { region });
    return false;
  };

  return async (now: Date): Promise<void> => {
    let failureCount = 0;
    for (const region of regionIds) {
      try {
        if (!(await processRegion(region, now))) failureCount += 1;
      } catch (error) {
        log('error', 'daily emails not queued', { region, error: errorFields(error) });
        failureCount += 1;
      }
    }
    if (failureCount > 0) throw new Error(`the daily emails of ${failureCount} regions were not queued`);
  };
};
