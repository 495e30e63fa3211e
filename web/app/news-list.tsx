import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { NewsEntry, NewsKind } from '#shared/news/news.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { usePlace } from '#web/browser/place.ts';
import { listNews, useNews } from '#web/features/records/news/news-store.ts';
import { shortProductsText } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Link } from '#web/ui/link.tsx';

const newsText = (kind: NewsKind, { t }: Texts): string => {
  switch (kind) {
    case 'rmaAssigned':
    case 'deadlinePassed':
      return t(`news.kinds.${kind}`);
    default:
      return t(`repairs.states.${kind}`);
  }
};

const productsText = (entry: NewsEntry, texts: Texts): string =>
  entry.kind === 'repairs'
    ? shortProductsText(entry, texts)
    : texts.t('returns.details.heading', { count: entry.numberOfProducts });

/** Content of the bell's popover. */
export const NewsList = ({ onFollowed }: { readonly onFollowed: () => void }) => {
  const texts = useTexts();
  const { t, formatDayOfYear } = texts;
  const place = usePlace();
  const news = useNews();
  const entries = listNews(news);
  const { timeZone } = regions[place.region];
  if (news.hasFailed) return <p>{t('news.failed')}</p>;
  if (news.unseen === undefined) return <p>{t('news.loading')}</p>;
  if (entries.length === 0) return <p>{t('news.nothing')}</p>;
  return (
    <>
      <ul aria-label={t('news.title')}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Link
              href={toRecordPath(
                entry.kind === 'repairs' ? paths.submittedRepairs(place) : paths.submittedReturns(place),
                entry,
              )}
              onClick={onFollowed}
            >
              <b>{entry.news.map((kind) => newsText(kind, texts)).join(' · ')}</b>
              <time dateTime={entry.at}>{formatDayOfYear(toCalendarDate(new Date(entry.at), timeZone))}</time>
              <span>{productsText(entry, texts)}</span>
              <span>{entry.storeRefNo}</span>
            </Link>
          </li>
        ))}
      </ul>
      {news.unseen.hasMore && <p>{t('news.more', { count: limits.news.max })}</p>}
    </>
  );
};
