import { useSyncExternalStore } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import type { ListColumn } from './data-table.tsx';
import { FilterSelect } from './filter-select.tsx';
import type { Sort } from './sort-rows.ts';

/** Windows narrower than this, in pixels, show rows without columns: as data-table.css has it. */
const columnsFrom = 688;

const wide = () => window.matchMedia(`(min-width: ${columnsFrom}px)`);

/** Whether rows have no columns. */
export const isNarrow = () => !wide().matches;

const followWidth = (listener: () => void) => {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

type Props = {
  readonly columns: readonly Pick<ListColumn<never>, 'id' | 'header'>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
};

/** By what the rows are sorted, where they have no headings to sort by. */
export const SortField = ({ columns, sort, onSort }: Props) => {
  const { t } = useTexts();
  if (!useSyncExternalStore(followWidth, isNarrow)) return null;
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
