import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import type { Store } from '#shared/stores.ts';
import { useHere } from '#web/browser/place.ts';
import { useStores } from '#web/data/stores.ts';
import { useTexts } from '#web/language/i18n.ts';
import { keyOfOption, searchableOption } from './searchable-options.ts';

const optionOf = ({ storeId, storeName }: Store) =>
  searchableOption({ key: storeId, label: storeName, labelTag: storeId });

const statusTypes = { loading: 'loading', loaded: 'finished', failed: 'error' } as const;

type Props = {
  /** A store's id; '' while none is chosen. */
  readonly value: string;
  readonly onChange: (storeId: string) => void;
  readonly error?: string | undefined;
  /** Where it is called something else than a store. */
  readonly label?: string;
};

/** One of the region's stores, found by its id or name: for admins, who book for any of them (acceptance, D11). */
export const StoreField = ({ value, onChange, error, label }: Props) => {
  const { t } = useTexts();
  const { stores, reload } = useStores(useHere().region);
  const options = stores.status === 'loaded' ? stores.items.map(optionOf) : [];
  // A draft knows the store's id before the stores are there, or one that is gone.
  const chosen =
    options.find((option) => keyOfOption(option) === value) ?? searchableOption({ key: value, label: value });
  return (
    <div data-field="storeId">
      <FormField label={label ?? t('stores.label')} errorText={error} stretch>
        <Select
          options={options}
          selectedOption={value === '' ? null : chosen}
          onChange={({ detail }) => onChange(keyOfOption(detail.selectedOption))}
          placeholder={t('stores.choose')}
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
          ariaRequired
        />
      </FormField>
    </div>
  );
};
