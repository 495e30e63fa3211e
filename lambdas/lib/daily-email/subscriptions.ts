import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildExpressions, buildUpdate, getItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import * as field from '#shared/api/fields.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { NewsMarks } from '#shared/news/news.ts';
import type { StopReason } from '#shared/users/daily-email.ts';
import { stopReasons } from '#shared/users/daily-email.ts';

const subscription = z.object({
  region: field.region,
  sub: z.string(),
  /** Store that an admin has chosen. */
  storeId: z.optional(z.string()),
  /** Instant at which the user switched the email on. */
  since: field.instant,
  /** Last day whose email was claimed, or for which there was nothing to send; at first the day of `since`. */
  day: field.calendarDate,
  /** Times of the latest reports that emails have contained: only later reports are news. */
  repairs: field.instant,
  returns: field.instant,
  /** Set by the portal after a bounce or a complaint. */
  stopped: z.optional(z.object({ reason: z.enum(stopReasons), at: field.instant })),
});
export type Subscription = z.output<typeof subscription>;

/** Returns the key of a user's subscription. */
export const toSubscriptionKey = (region: RegionId, sub: string) => ({ region, sub });

/** Subscriptions to the daily email, one per user. */
export type Subscriptions = {
  readonly find: (region: RegionId, sub: string) => Promise<Subscription | undefined>;
  /**
   * Switches a user's email on, even after it was stopped. The first email is that of the next day, so that switching it
   * off and on sends no second email on the same day. `storeId` is the store that an admin has chosen.
   */
  readonly start: (region: RegionId, sub: string, storeId: string | undefined, now: Date) => Promise<void>;
  /** Switches a user's email off. */
  readonly remove: (region: RegionId, sub: string) => Promise<void>;
  /** Stops a user's email because one that was sent at `at` (ISO instant) failed; does nothing if it was switched on later. */
  readonly stop: (region: RegionId, sub: string, reason: StopReason, at: string) => Promise<void>;
  /** Lists the subs of a region's subscriptions by pages. */
  readonly listSubs: (region: RegionId) => AsyncGenerator<string[]>;
  /** Claims a day's email; returns false if it was claimed before, or the subscription was changed. */
  readonly claimDay: (subscription: Subscription, day: CalendarDate) => Promise<boolean>;
  /** Releases the claim of a day if no email was sent. */
  readonly releaseDay: (subscription: Subscription, day: CalendarDate) => Promise<void>;
  /** Stores the times of the latest reports that a sent email contained. */
  readonly recordSent: (subscription: Subscription, marks: NewsMarks) => Promise<void>;
};

export const createSubscriptions = (db: DynamoDBDocumentClient, table: string): Subscriptions => {
  /** Updates a subscription; returns false if it was removed or started again since it was read, or the condition fails. */
  const updateUnlessRestarted = (
    { region, sub, since }: Subscription,
    updateExpression: string,
    values: object,
    condition?: string,
  ) =>
    wasApplied(
      db.send(
        new UpdateCommand(
          buildUpdate(
            table,
            { region, sub },
            updateExpression,
            { ...values, since },
            // The user may have switched the email off, or on again with another store.
            ['#since = :since', ...(condition === undefined ? [] : [condition])].join(' AND '),
          ),
        ),
      ),
    );

  return {
    find: async (region, sub) => {
      const item = await getItem(db, table, toSubscriptionKey(region, sub));
      return item && subscription.parse(item);
    },

    start: async (region, sub, storeId, now) => {
      const at = now.toISOString();
      const today = toCalendarDate(now, regions[region].timeZone);
      const set = [
        '#since = :at',
        '#repairs = :at',
        '#returns = :at',
        '#day = if_not_exists(#day, :today)',
        ...(storeId === undefined ? [] : ['#storeId = :storeId']),
      ].join(', ');
      const remove = ['#stopped', ...(storeId === undefined ? ['#storeId'] : [])].join(', ');
      const values = { at, today, ...(storeId !== undefined && { storeId }) };
      await db.send(
        new UpdateCommand(buildUpdate(table, toSubscriptionKey(region, sub), `SET ${set} REMOVE ${remove}`, values)),
      );
    },

    remove: async (region, sub) => {
      await db.send(new DeleteCommand({ TableName: table, Key: toSubscriptionKey(region, sub) }));
    },

    stop: async (region, sub, reason, at) => {
      const change = buildUpdate(
        table,
        toSubscriptionKey(region, sub),
        'SET #stopped = :stopped',
        { stopped: { reason, at }, at },
        'attribute_not_exists(#stopped) AND #since <= :at',
      );
      await wasApplied(db.send(new UpdateCommand(change)));
    },

    listSubs: async function* (region) {
      const { partition, sort } = tables.subscriptions.key;
      const expressions = buildExpressions(
        { KeyConditionExpression: `#${partition} = :region`, ProjectionExpression: `#${sort}` },
        { region },
      );
      const pages = paginateQuery({ client: db }, { TableName: table, ...expressions });
      for await (const { Items = [] } of pages) yield Items.map(({ sub }) => z.string().parse(sub));
    },

    claimDay: (row, day) =>
      updateUnlessRestarted(row, 'SET #day = :day', { day }, '#day < :day AND attribute_not_exists(#stopped)'),

    releaseDay: async (row, day) => {
      await updateUnlessRestarted(row, 'SET #day = :previous', { day, previous: row.day }, '#day = :day');
    },

    recordSent: async (row, { repairs, returns }) => {
      await updateUnlessRestarted(row, 'SET #repairs = :repairs, #returns = :returns', { repairs, returns });
    },
  };
};
