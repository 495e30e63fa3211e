import './new-mark.css';
import { useTexts } from '#web/i18n/i18n.ts';
import { listNews, useNews } from './news-store.ts';

type Props = {
  readonly id: string;
  /** Shows a dot in the margin of a table cell, because the column has no room for the word. */
  readonly isDot?: boolean;
};

/** Mark of a record that has news. */
export const NewMark = ({ id, isDot = false }: Props) => {
  const { t } = useTexts();
  const isNew = listNews(useNews()).some((entry) => entry.id === id);
  if (!isNew) return null;
  return isDot ? (
    <span className="new-dot" title={t('news.new')}>
      <span className="visually-hidden">{t('news.new')}</span>
    </span>
  ) : (
    <span className="new-mark">{t('news.new')}</span>
  );
};
