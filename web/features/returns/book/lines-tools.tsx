import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import { returnLimits } from '#shared/returns/limits.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { LinesController } from './use-lines.ts';

export const LinesTools = ({ linesController }: { readonly linesController: LinesController }) => {
  const { t, formatNumber } = useTexts();
  const { view, removedLine, undo } = linesController;
  const { lineCount, filter, countByFilter, filterBy, page, pageCount, goToPage } = view;
  const filters = (['problems', 'sentBefore'] as const).filter((name) => countByFilter[name] > 0);
  const options = [
    { value: '', label: t('returns.book.filter.all') },
    ...filters.map((name) => ({
      value: name,
      label: t(`returns.book.filter.${name}`),
      labelTag: String(countByFilter[name]),
    })),
  ];
  const renderPageButton = (
    icon: 'angle-left' | 'angle-right',
    targetPage: number,
    label: string,
    disabledReason: string,
  ) => (
    <Button
      iconName={icon}
      variant="icon"
      formAction="none"
      ariaLabel={label}
      disabled={targetPage < 1 || targetPage > pageCount}
      disabledReason={disabledReason}
      onClick={() => goToPage(targetPage)}
    />
  );
  return (
    <div className="lines-tools">
      <b>{t('returns.book.count', { lines: formatNumber(lineCount), most: formatNumber(returnLimits.lines) })}</b>
      {removedLine && (
        <span className="removed-line">
          {t('returns.book.removed', { line: removedLine.number, serialNumber: removedLine.line.serialNumber })}
          <Button variant="inline-link" formAction="none" onClick={undo}>
            {t('returns.book.undo')}
          </Button>
        </span>
      )}
      {filters.length > 0 && (
        <div className="lines-filter">
          <Select
            inlineLabelText={t('returns.book.filter.label')}
            options={options}
            selectedOption={options.find(({ value }) => value === (filter ?? '')) ?? null}
            onChange={({ detail }) => filterBy(filters.find((name) => name === detail.selectedOption.value))}
          />
        </div>
      )}
      {pageCount > 1 && (
        <nav className="lines-pager" aria-label={t('returns.book.pages')}>
          {renderPageButton('angle-left', page - 1, t('list.pages.previous'), t('list.pages.isFirst'))}
          <span aria-current="page">{t('returns.book.page', { page, pages: pageCount })}</span>
          {renderPageButton('angle-right', page + 1, t('list.pages.next'), t('list.pages.isLast'))}
        </nav>
      )}
    </div>
  );
};
