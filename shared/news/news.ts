import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { recordIdentity } from '#shared/records/record.ts';

/** Provider events that are news for a store, by the type of their timeline entry or by their status. */
export const providerNews = ['rmaAssigned', 'quoted', 'dispatched', 'returnedUnrepaired'] as const;
export type ProviderNews = (typeof providerNews)[number];

/** Kinds of news about a record: provider events, and a deadline that passed without one. */
const newsKinds = [...providerNews, 'deadlinePassed'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** Fields of a repair or a return that the news show, in addition to its identity. */
export const repairNews = z.object({
  product: z.string(),
  isOnlyAccessories: z.boolean(),
  accessories: z.array(z.string()),
});
export const returnNews = z.object({ numberOfProducts: z.int() });

/** Record as shown in the news. */
export type NewsRecord = RecordIdentity &
  (
    | ({ readonly kind: 'repairs' } & z.output<typeof repairNews>)
    | ({ readonly kind: 'returns' } & z.output<typeof returnNews>)
  );

/** `news` lists the latest first; `at` is the instant of the latest. */
const entryFields = { ...recordIdentity, at: field.instant, news: z.array(z.enum(newsKinds)) };

/** Record about which there is news. */
const newsEntry = z.discriminatedUnion('kind', [
  z.extend(repairNews, { kind: z.literal('repairs'), ...entryFields }),
  z.extend(returnNews, { kind: z.literal('returns'), ...entryFields }),
]);
export type NewsEntry = z.output<typeof newsEntry>;

/**
 * How far a user has seen the news: the time of the latest provider event of each kind of record, and the day up to which (exclusive) the
 * user has seen the passed deadlines. Repairs and returns have separate streams, so one may be behind the other.
 */
export const newsMarks = z.object({ repairs: field.instant, returns: field.instant, day: field.calendarDate });
export type NewsMarks = z.output<typeof newsMarks>;

/** News since the user last looked, latest first. `marks` are to be sent back once the user has looked. */
export const news = z.object({ items: z.array(newsEntry), hasMore: z.boolean(), marks: newsMarks });
export type News = z.output<typeof news>;
