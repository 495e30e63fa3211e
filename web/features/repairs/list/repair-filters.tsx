import { repairStates } from '#shared/repairs/states.ts';
import { useTexts } from '#web/i18n.ts';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { PeriodField } from '#web/ui/list/period-field.tsx';
import { SearchField } from '#web/ui/list/search-field.tsx';
import { StoreFilter } from '#web/ui/list/store-filter.tsx';
import type { SubmittedRepairs } from './use-submitted-repairs.ts';

/** What one can search the repairs for and narrow them down by; admins also by store. */
export const RepairFilters = ({ repairs }: { readonly repairs: SubmittedRepairs }) => {
  const { t } = useTexts();
  const { filters, today, isAdmin } = repairs;
  const { search = '', state, from, to, storeId } = filters;
  const { filter } = repairs.list.view;
  return (
    <search className="list-filters" aria-label={t('list.filters')}>
      <SearchField
        value={search}
        hint={t('repairs.list.searchHint')}
        onSearch={(text) => filter({ search: text || undefined }, { isRefinement: search !== '' && text !== '' })}
      />
      <ChoiceField
        label={t('repairs.details.state')}
        all={t('repairs.list.allStates')}
        choices={repairStates.map((one) => ({ value: one, label: t(`repairs.states.${one}`) }))}
        value={state}
        onChange={(chosen) => filter({ state: chosen })}
      />
      <PeriodField value={{ from, to }} today={today} onChange={(period) => filter({ from: period.from, to: period.to })} />
      {isAdmin && <StoreFilter value={storeId} onChange={(chosen) => filter({ storeId: chosen })} />}
    </search>
  );
};
