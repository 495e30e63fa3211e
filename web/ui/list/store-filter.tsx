import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useHere } from '#web/browser/place.ts';
import { useStores } from '#web/data/stores.ts';
import { useTexts } from '#web/language/i18n.ts';
import { keyOfOption, searchableOption } from '#web/ui/form/searchable-options.ts';

const statusTypes = { loading: 'loading', loaded: 'finished', failed: 'error' } as const;

type Props = {
  /** A store's id. */
  readonly value: string | undefined;
  readonly onChange: (storeId: string | undefined) => void;
};

/** One of the region's stores, or all of them: for admins, who see more than their own. */
export const StoreFilter = ({ value = '', onChange }: Props) => {
  const { t } = useTexts();
  const { stores, reload } = useStores(useHere().region);
  const items = stores.status === 'loaded' ? stores.items : [];
  const options = [
    searchableOption({ key: '', label: t('list.allStores') }),
    ...items.map(({ storeId, storeName }) => searchableOption({ key: storeId, label: storeName, labelTag: storeId })),
  ];
  return (
    <FormField label={t('stores.label')} stretch>
      <Select
        options={options}
        // An address may name a store before the stores are there, or one that is gone.
        selectedOption={
          options.find((option) => keyOfOption(option) === value) ?? searchableOption({ key: value, label: value })
        }
        onChange={({ detail }) => onChange(keyOfOption(detail.selectedOption) || undefined)}
        filteringType="auto"
        filteringAriaLabel={t('stores.search')}
        filteringPlaceholder={t('stores.search')}
        noMatch={t('stores.noMatch')}
        statusType={statusTypes[stores.status]}
        loadingText={t('stores.loading')}
        errorText={t('stores.failed')}
        recoveryText={t('stores.retry')}
        // The list opens, or its button to try again is pressed.
        onLoadItems={() => stores.status === 'failed' && reload()}
      />
    </FormField>
  );
};
