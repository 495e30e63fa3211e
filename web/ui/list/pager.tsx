import Button from '@cloudscape-design/components/button';
import { useTexts } from '#web/language/i18n.ts';
import type { ListViewState } from './list-view.ts';

type Props = {
  readonly view: ListViewState;
  readonly next: string | undefined;
  readonly isFull: boolean;
  readonly isLoading: boolean;
};

export const Pager = ({ view, next, isFull, isLoading }: Props) => {
  const { t } = useTexts();
  const { page, goToFirst, goToPrevious, goToNext } = view;
  const isFirst = page === 1;
  const blockedBack = isFirst ? t('list.pages.isFirst') : t('list.pages.unknownPrevious');
  const blockedNext = isLoading ? t('list.pages.isLoading') : t('list.pages.isLast');
  return (
    <nav className="list-pager" aria-label={t('list.pages.label')}>
      <Button
        iconName="angle-left-double"
        variant="icon"
        ariaLabel={t('list.pages.first')}
        disabled={isFirst}
        disabledReason={t('list.pages.isFirst')}
        onClick={goToFirst}
      />
      <Button
        iconName="angle-left"
        variant="icon"
        ariaLabel={t('list.pages.previous')}
        disabled={!goToPrevious}
        disabledReason={blockedBack}
        onClick={() => goToPrevious?.()}
      />
      <span aria-current="page">{t('list.pages.page', { page })}</span>
      <Button
        iconName="angle-right"
        variant="icon"
        ariaLabel={t('list.pages.next')}
        disabled={next === undefined}
        disabledReason={blockedNext}
        onClick={() => next !== undefined && goToNext(next, isFull)}
      />
    </nav>
  );
};
