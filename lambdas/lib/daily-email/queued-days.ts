import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '#lambdas/lib/aws/dynamodb.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';

const queuedDay = z.object({ day: field.calendarDate });

/** Returns the id of the item of the attempts table with the last day for which a region's emails were queued. */
const toQueuedDayId = (region: RegionId) => `emails#${region}`;

export type QueuedDays = {
  /** Returns the last day whose emails were queued. */
  readonly find: (region: RegionId) => Promise<CalendarDate | undefined>;
  /** Stores the last day whose emails were queued. */
  readonly markQueued: (region: RegionId, day: CalendarDate, now: Date) => Promise<void>;
};

export const createQueuedDays = (db: DynamoDBDocumentClient, table: string): QueuedDays => ({
  find: async (region) => {
    const item = await getItem(db, table, { id: toQueuedDayId(region) });
    return item && queuedDay.parse(item).day;
  },

  markQueued: async (region, day, now) => {
    const expiresAt = Math.floor(now.getTime() / 1000) + limits.news.days * 86_400;
    await db.send(new PutCommand({ TableName: table, Item: { id: toQueuedDayId(region), day, expiresAt } }));
  },
});
