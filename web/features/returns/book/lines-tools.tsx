import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import { returnLimits } from '#shared/returns/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { NumberedLine } from './lines.ts';
import type { LinesFilter, LinesView, LinesWork } from './use-lines.ts';

type RemovedProps = { readonly removed: NumberedLine; readonly onUndo: () => void };

const RemovedLine = ({ removed: { line, number }, onUndo }: RemovedProps) => {
  const { t } = useTexts();
  return (
    <span className="removed-line">
      {t('returns.book.removed', { line: number, serialNumber: line.serialNumber })}
      <Button variant="inline-link" formAction="none" onClick={onUndo}>
        {t('returns.book.undo')}
      </Button>
    </span>
  );
};

const FilterField = ({ view: { filter, count, filterBy } }: { readonly view: LinesView }) => {
  const { t } = useTexts();
  const labels = {
    problems: t('returns.book.filter.problems'),
    sentBefore: t('returns.book.filter.sentBefore'),
  } as const satisfies Record<LinesFilter, string>;
  const choices = (['problems', 'sentBefore'] as const).filter((name) => count[name] > 0);
  if (choices.length === 0) return null;
  const options = [
    { value: '', label: t('returns.book.filter.all') },
    ...choices.map((name) => ({ value: name, label: labels[name], labelTag: String(count[name]) })),
  ];
  return (
    <div className="lines-filter">
      <Select
        inlineLabelText={t('returns.book.filter.label')}
        options={options}
        selectedOption={options.find(({ value }) => value === (filter ?? '')) ?? null}
        onChange={({ detail }) => filterBy(choices.find((name) => name === detail.selectedOption.value))}
      />
    </div>
  );
};

const Pager = ({ view: { page, pages, turnTo } }: { readonly view: LinesView }) => {
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

type Props = {
  readonly total: number;
  readonly work: LinesWork;
};

export const LinesTools = ({ total, work: { view, removed, undo } }: Props) => {
  const { t, formatNumber } = useTexts();
  return (
    <div className="lines-tools">
      <span className="lines-count">
        {t('returns.book.count', { lines: formatNumber(total), most: formatNumber(returnLimits.lines) })}
      </span>
      {removed && <RemovedLine removed={removed} onUndo={undo} />}
      <FilterField view={view} />
      <Pager view={view} />
    </div>
  );
};
