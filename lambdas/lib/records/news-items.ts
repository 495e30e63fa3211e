import { createHash } from 'node:crypto';
import { limits } from '#shared/config/limits.ts';
import type { ProviderNews } from '#shared/news/news.ts';
import { providerNews } from '#shared/news/news.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { toNewsTerm, toSearchOwner } from '#shared/records/search.ts';
import type { RecordRow, SearchItem } from './record-kind.ts';

type Row = Pick<RecordRow, 'id' | 'region' | 'store' | 'storeId' | 'storeRefNo' | 'reference'> & {
  readonly timeline: readonly {
    readonly type: string;
    readonly at: string;
    readonly status?: string;
    readonly eventId?: string;
    readonly recordedAt?: string | undefined;
  }[];
};

const secondsPerDay = 86_400;

/** Hashes an event id of the back office, which may contain characters that a key must not contain. */
const hashEventId = (eventId: string) => createHash('sha256').update(eventId).digest('base64url').slice(0, 8);

const findNews = ({ type, status }: Row['timeline'][number]): ProviderNews | undefined =>
  providerNews.find((news) => news === (type === 'status' ? status : type));

/**
 * Builds the items that list the provider events of a record as news of its store. They are derived from the
 * timeline, so changes may arrive repeatedly and in any order. `content` holds the fields of the kind that a news item shows.
 */
export const buildNewsItems = (kind: RecordKindName, row: Row, content: object): SearchItem[] => {
  const { id, region, store, storeId, storeRefNo, reference } = row;
  return row.timeline.flatMap((entry) => {
    const news = findNews(entry);
    if (!news) return [];
    const recordedAt = new Date(entry.recordedAt ?? entry.at).toISOString();
    return [
      {
        owner: toSearchOwner(kind, region, storeId),
        term: toNewsTerm(recordedAt, news, row, hashEventId(entry.eventId ?? '')),
        store,
        reference,
        news: { id, storeRefNo, ...content },
        expiresAt: Math.floor(Date.parse(recordedAt) / 1000) + limits.news.days * secondsPerDay,
      },
    ];
  });
};
