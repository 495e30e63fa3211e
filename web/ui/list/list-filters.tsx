import { useTexts } from '#web/language/i18n.ts';
import { StoreFilter } from '#web/ui/form/store-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { ListFilters as Filters, ListKind } from './list-kind.ts';
import type { Row } from './load-rows.ts';
import { PeriodField } from './period-field.tsx';
import { SearchField } from './search-field.tsx';
import type { Submitted } from './use-submitted.ts';

type Props<Item extends Row, Own extends Filters> = {
  readonly kind: ListKind<Item, Own>;
  readonly submitted: Submitted<Item, Own>;
};

/** What one can search submitted records for and narrow them down by; admins also by store. */
export const ListFilters = <Item extends Row, Own extends Filters>({ kind, submitted }: Props<Item, Own>) => {
  const texts = useTexts();
  const { t } = texts;
  const { filters, today, isAdmin } = submitted;
  const { search = '', state, from, to, storeId } = filters;
  const { filter } = submitted.list.view;
  return (
    <search className="list-filters" aria-label={t('list.filters')}>
      <SearchField
        value={search}
        hint={t(kind.words.searchHint)}
        onSearch={(text) => filter({ search: text || undefined }, { isRefinement: search !== '' && text !== '' })}
      />
      <ChoiceField
        label={t(kind.words.state)}
        all={t(kind.words.allStates)}
        choices={kind.states(texts)}
        value={state}
        onChange={(chosen) => filter({ state: chosen })}
      />
      <PeriodField
        value={{ from, to }}
        today={today}
        onChange={(period) => filter({ from: period.from, to: period.to })}
      />
      {isAdmin && <StoreFilter value={storeId} onChange={(chosen) => filter({ storeId: chosen })} />}
    </search>
  );
};
