import { useId, useSyncExternalStore } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import type { ListColumn } from './data-table.tsx';
import type { Sort } from './sort-rows.ts';

/** Windows narrower than this, in pixels, show cards: as data-table.css has it. */
const cardsBelow = 688;

const wide = () => window.matchMedia(`(min-width: ${cardsBelow}px)`);

/** Whether rows are cards. */
export const isOfCards = () => !wide().matches;

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

/** By what the rows are sorted, where they are cards: those have no headings to sort by. */
export const SortField = ({ columns, sort, onSort }: Props) => {
  const { t } = useTexts();
  const fieldId = useId();
  if (!useSyncExternalStore(followWidth, isOfCards)) return null;
  const choices = columns.flatMap(({ id, header }) => [
    { value: id, label: t('list.sort.ascending', { column: header }) },
    { value: `-${id}`, label: t('list.sort.descending', { column: header }) },
  ]);
  return (
    <div className="data-table-sort">
      <label htmlFor={fieldId}>{t('list.sort.label')}</label>
      <select
        id={fieldId}
        value={sort.isDescending ? `-${sort.column}` : sort.column}
        onChange={({ target: { value } }) =>
          onSort({ column: value.replace(/^-/, ''), isDescending: value.startsWith('-') })
        }
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
};
