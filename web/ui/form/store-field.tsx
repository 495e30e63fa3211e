import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import type { SelectProps } from '@cloudscape-design/components/select';
import { useMemo } from 'react';
import type { Store } from '#shared/stores.ts';
import { foldStoreId } from '#shared/text/store-id.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStores } from '#web/data/use-stores.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FilterSelect } from '#web/ui/list/filter-select.tsx';
import { keyOfOption, searchableOption } from './searchable-options.ts';

const statusTypes = { idle: 'pending', loading: 'loading', loaded: 'finished', failed: 'error' } as const;

const byName = (one: Store, other: Store) =>
  one.storeName.localeCompare(other.storeName) || one.storeId.localeCompare(other.storeId);

const optionOf = ({ storeId, storeName }: Store) =>
  searchableOption({ key: storeId, label: storeName, labelTag: storeId, codes: [foldStoreId(storeId)] });

type Props = {
  /** A store's id; '' for none, or for all of them. */
  readonly value: string;
  readonly onChange: (storeId: string) => void;
  /** Where it is called something else than a store. */
  readonly label?: string;
  readonly error?: string | undefined;
  readonly all?: string;
  readonly fixedBecause?: string | undefined;
};

const StoreSelect = ({ value, onChange, label: ownLabel, error, all, fixedBecause }: Props) => {
  const { t } = useTexts();
  const label = ownLabel ?? t('stores.label');
  const { region } = usePlace();
  const { items, status, reload } = useStores(region);
  const options = useMemo(
    () => [
      ...(all === undefined ? [] : [searchableOption({ key: '', label: all })]),
      ...(items?.toSorted(byName).map(optionOf) ?? []),
    ],
    [all, items],
  );
  const chosen = options.find((option) => keyOfOption(option) === value);
  const select: SelectProps = {
    options,
    // A draft or an address knows a store's id before the stores are there, or one that is gone.
    selectedOption: chosen ?? (value === '' ? null : searchableOption({ key: value, label: value })),
    onChange: ({ detail }) => onChange(keyOfOption(detail.selectedOption)),
    placeholder: t('stores.choose'),
    filteringType: 'auto',
    filteringAriaLabel: t('stores.search'),
    filteringPlaceholder: t('stores.search'),
    noMatch: t('stores.noMatch'),
    statusType: statusTypes[status],
    loadingText: t('stores.loading'),
    errorText: t('stores.failed'),
    recoveryText: t('stores.retry'),
    // The list opens, or its button to try again is pressed.
    onLoadItems: () => status === 'failed' && reload(),
  };
  if (all !== undefined) return <FilterSelect {...select} label={label} />;
  return (
    <FormField label={label} errorText={error} constraintText={fixedBecause} stretch>
      <Select {...select} readOnly={fixedBecause !== undefined} ariaRequired />
    </FormField>
  );
};

export const StoreField = (props: Omit<Props, 'all'>) => (
  <div data-field="storeId">
    <StoreSelect {...props} />
  </div>
);

type FilterProps = {
  readonly value: string | undefined;
  readonly onChange: (storeId: string | undefined) => void;
};

/** One of the region's stores, or all of them: for admins, who see more than their own. */
export const StoreFilter = ({ value = '', onChange }: FilterProps) => (
  <StoreSelect all={useTexts().t('list.any')} value={value} onChange={(storeId) => onChange(storeId || undefined)} />
);
