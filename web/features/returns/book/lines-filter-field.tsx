import Select from '@cloudscape-design/components/select';
import { useTexts } from '#web/language/i18n.ts';
import type { LinesFilter, LinesView } from './lines-view.ts';

/** Narrows the lines down to those that need a look; not there where none does. */
export const LinesFilterField = ({ view: { filter, count, filterBy } }: { readonly view: LinesView }) => {
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
