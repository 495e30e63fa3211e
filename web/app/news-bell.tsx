import './news-bell.css';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#shared/config/limits.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import {
  loadNews,
  markNewsSeen,
  newsCountText,
  newsPanelId,
  refreshNews,
  useNews,
} from '#web/features/records/news/news-store.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Session } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { BellIcon } from './icons.tsx';
import { NewsList } from './news-list.tsx';

/** Button with the number of news since the user last looked, and their list. Opening the list marks them as seen. */
export const NewsBell = ({ session: { region, email } }: { readonly session: Session }) => {
  const { t } = useTexts();
  const news = useNews();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = news.unseen?.items.length ?? 0;
  const countText = newsCountText(news) ?? '';
  const label = count === 0 ? t('news.bell') : t('news.count', { count, number: countText });

  useEffect(() => void loadNews({ region, email }), [region, email]);
  useRefreshWhilePending({
    isPending: true,
    refreshInBackground: () => refreshNews(region),
    pauseSeconds: limits.news.refreshSeconds,
    maxBackoff: limits.news.maxPollingBackoff,
  });
  // This is an effect, because the list may be opened before its news are loaded. After a failure the number stays, and
  // opening the list again retries.
  useEffect(() => {
    if (isOpen && count > 0) void markNewsSeen(region).catch(() => undefined);
  }, [isOpen, count, region]);
  // The initial number is not announced, because nothing has changed.
  const announcedCount = useRef<number>(undefined);
  useEffect(() => {
    if (news.unseen === undefined) return;
    if (announcedCount.current !== undefined && count > announcedCount.current) announce(label);
    announcedCount.current = count;
  }, [news.unseen, count, label]);

  return (
    <>
      <button type="button" className="bar-button" popoverTarget={newsPanelId} aria-label={label}>
        <BellIcon />
        {count > 0 && (
          <span className="bell-count" aria-hidden="true">
            {countText}
          </span>
        )}
      </button>
      <div
        id={newsPanelId}
        className="bar-popover news-panel"
        popover="auto"
        ref={panel}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        // Close the panel when focus leaves it; it would cover the newly focused element.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isFocusOutside = relatedTarget && !currentTarget.contains(relatedTarget);
          if (isFocusOutside && relatedTarget.getAttribute('popovertarget') !== newsPanelId)
            currentTarget.hidePopover();
        }}
      >
        <h2>{t('news.title')}</h2>
        <NewsList onFollowed={() => panel.current?.hidePopover()} />
      </div>
    </>
  );
};
