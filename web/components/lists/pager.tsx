import Button from '@cloudscape-design/components/button';
import type { ButtonProps } from '@cloudscape-design/components/button';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ListViewState } from './list-view.ts';

type Props = {
  readonly view: ListViewState;
  readonly nextCursor: string | undefined;
  /** True if the number of rows of the current page equals the page size. */
  readonly isFull: boolean;
  readonly isLoading: boolean;
};

export const Pager = ({ view, nextCursor, isFull, isLoading }: Props) => {
  const { t } = useTexts();
  const { page, goToFirst, goToPrevious, goToNext } = view;
  const isFirst = page === 1;
  const button = (
    icon: NonNullable<ButtonProps['iconName']>,
    label: string,
    onClick: (() => void) | undefined,
    disabledReason: string,
  ) => (
    <Button
      iconName={icon}
      variant="icon"
      ariaLabel={label}
      disabled={!onClick}
      disabledReason={disabledReason}
      onClick={() => onClick?.()}
    />
  );
  const previousDisabledReason = t(isFirst ? 'list.pages.isFirst' : 'list.pages.unknownPrevious');
  const nextDisabledReason = t(isLoading ? 'list.pages.isLoading' : 'list.pages.isLast');
  const goToNextPage = nextCursor === undefined ? undefined : () => goToNext(nextCursor, isFull);
  return (
    <nav className="list-pager" aria-label={t('list.pages.label')}>
      {button('angle-left-double', t('list.pages.first'), isFirst ? undefined : goToFirst, t('list.pages.isFirst'))}
      {button('angle-left', t('list.pages.previous'), goToPrevious, previousDisabledReason)}
      <span aria-current="page">{t('list.pages.page', { page })}</span>
      {button('angle-right', t('list.pages.next'), goToNextPage, nextDisabledReason)}
    </nav>
  );
};
