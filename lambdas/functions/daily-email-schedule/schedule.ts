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

/** Messages sent at the same time. */
const mostAtOnce = 10;

const { fromHour, untilHour } = limits.dailyEmail;

/**
 * Queues the emails of every region whose morning has begun, once a day. A run that failed in the middle is repeated from
 * its beginning; the sender makes repeated messages harmless. Throws at the end if a region failed or its morning passed
 * without its emails, which raises an alarm.
 */
export const createScheduleHandler = ({ subscriptions, queuedDays, queue, log }: Collaborators) => {
  const queueEmails = async (region: RegionId, day: CalendarDate, now: Date): Promise<void> => {
    const until = startOfHour(day, untilHour, regions[region].timeZone).toISOString();
    let count = 0;
    for await (const subs of subscriptions.listSubs(region)) {
      await mapConcurrently(mostAtOnce, subs, (sub) => queue.send({ region, sub, day, until }));
      count += subs.length;
    }
    await queuedDays.note(region, day, now);
    log('info', 'daily emails queued', { region, counts: { emails: count } });
  };

  /** Returns false if the morning has passed without the day's emails. */
  const workOn = async (region: RegionId, now: Date): Promise<boolean> => {
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
    await queuedDays.note(region, day, now);
    // A region without any day is new: its emails begin on the next one.
    if (queuedDay === undefined) return true;
    log('error', 'daily emails missed', { region });
    return false;
  };

  return async (now: Date): Promise<void> => {
    let failureCount = 0;
    for (const region of regionIds) {
      try {
        if (!(await workOn(region, now))) failureCount += 1;
      } catch (error) {
        log('error', 'daily emails not queued', { region, error: errorFields(error) });
        failureCount += 1;
      }
    }
    if (failureCount > 0) throw new Error(`the daily emails of ${failureCount} regions were not queued`);
  };
};
