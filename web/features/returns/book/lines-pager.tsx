import Button from '@cloudscape-design/components/button';
import { useTexts } from '#web/language/i18n.ts';
import type { LinesView } from './lines-view.ts';

/** Turns the pages of the lines. What cannot be done says why, and keeps the focus. */
export const LinesPager = ({ view: { page, pages, turnTo } }: { readonly view: LinesView }) => {
  const { t } = useTexts();
  if (pages === 1) return null;
  return (
    <nav className="lines-pager" aria-label={t('returns.book.pages')}>
      <Button
        iconName="angle-left"
        variant="icon"
        formAction="none"
        ariaLabel={t('list.pages.previous')}
        disabled={page === 1}
        disabledReason={t('list.pages.isFirst')}
        onClick={() => turnTo(page - 1)}
      />
      <span aria-current="page">{t('returns.book.page', { page, pages })}</span>
      <Button
        iconName="angle-right"
        variant="icon"
        formAction="none"
        ariaLabel={t('list.pages.next')}
        disabled={page === pages}
        disabledReason={t('list.pages.isLast')}
        onClick={() => turnTo(page + 1)}
      />
    </nav>
  );
};
