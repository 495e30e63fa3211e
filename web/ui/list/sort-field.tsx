import { useIsWide } from '#web/browser/narrow.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FilterSelect } from './filter-select.tsx';
import type { ListColumn } from './list-column.ts';
import type { Sort } from './sort-rows.ts';

type Props = {
  readonly columns: readonly Pick<ListColumn<never>, 'id' | 'header'>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
};

/** By what the rows are sorted, where they have no headings to sort by. */
export const SortField = ({ columns, sort, onSort }: Props) => {
  const { t } = useTexts();
  if (useIsWide()) return null;
  const options = columns.flatMap(({ id, header }) => [
    { value: id, label: t('list.sort.ascending', { column: header }) },
    { value: `-${id}`, label: t('list.sort.descending', { column: header }) },
  ]);
  const chosen = sort.isDescending ? `-${sort.column}` : sort.column;
  return (
    <FilterSelect
      label={t('list.sort.label')}
      options={options}
      selectedOption={options.find(({ value }) => value === chosen) ?? null}
      onChange={({
        detail: {
          selectedOption: { value = '' },
        },
      }) => onSort({ column: value.replace(/^-/, ''), isDescending: value.startsWith('-') })}
    />
  );
};
