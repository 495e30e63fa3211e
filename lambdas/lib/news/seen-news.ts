import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { buildUpdate, getItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { NewsMarks } from '#shared/news/news.ts';
import { newsMarks } from '#shared/news/news.ts';

/** Returns the id of the item of the attempts table that stores up to which time a user has seen the news. */
export const toSeenNewsId = (region: RegionId, sub: string): string => `news#${region}#${sub}`;

export type SeenNews = {
  /** Reads the marks up to which a user has seen the news; undefined if they have expired or never existed. */
  readonly find: (region: RegionId, sub: string) => Promise<NewsMarks | undefined>;
  /** Stores that a user has seen the news up to these marks, unless they have seen later ones at another till. */
  readonly advance: (region: RegionId, sub: string, marks: NewsMarks, now: Date) => Promise<void>;
};

export const createSeenNews = (db: DynamoDBDocumentClient, table: string): SeenNews => ({
  find: async (region, sub) => {
    const item = await getItem(db, table, { id: toSeenNewsId(region, sub) });
    return item && newsMarks.parse(item);
  },

  advance: async (region, sub, marks, now) => {
    const expiresAt = Math.floor(now.getTime() / 1000) + limits.news.days * 86_400;
    const update = buildUpdate(
      table,
      { id: toSeenNewsId(region, sub) },
      'SET #repairs = :repairs, #returns = :returns, #day = :day, #expiresAt = :expiresAt',
      { ...marks, expiresAt },
      'attribute_not_exists(#day) OR (#repairs <= :repairs AND #returns <= :returns AND #day <= :day)',
    );
    await wasApplied(db.send(new UpdateCommand(update)));
  },
});
