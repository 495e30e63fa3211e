import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import type { SelectProps } from '@cloudscape-design/components/select';
import { useMemo } from 'react';
import { foldStoreId } from '#shared/stores/store-id.ts';
import type { Store } from '#shared/stores/stores.ts';
import { usePlace } from '#web/browser/place.ts';
import { FilterSelect } from '#web/components/lists/filter-select.tsx';
import { useStores } from '#web/data/use-stores.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { findOptionKey, toSearchableOption } from '#web/ui/form/searchable-options.ts';

const statusTypes = { idle: 'pending', loading: 'loading', loaded: 'finished', failed: 'error' } as const;

const compareByName = (left: Store, right: Store) =>
  left.storeName.localeCompare(right.storeName) || left.storeId.localeCompare(right.storeId);

const toOption = ({ storeId, storeName }: Store) =>
  toSearchableOption({ key: storeId, label: storeName, labelTag: storeId, codes: [foldStoreId(storeId)] });

type Props = {
  /** Store id; '' for none, or for all stores. */
  readonly value: string;
  readonly onChange: (storeId: string) => void;
  /** Replaces the default label "Store". */
  readonly label?: string;
  readonly error?: string | undefined;
  /** Label of the choice of all stores; makes the field a filter. */
  readonly allLabel?: string;
  readonly readOnlyReason?: string | undefined;
};

const StoreSelect = ({ value, onChange, label: customLabel, error, allLabel, readOnlyReason }: Props) => {
  const { t } = useTexts();
  const label = customLabel ?? t('stores.label');
  const { region } = usePlace();
  const { items, status, reload } = useStores(region);
  const options = useMemo(
    () => [
      ...(allLabel === undefined ? [] : [toSearchableOption({ key: '', label: allLabel })]),
      ...(items?.toSorted(compareByName).map(toOption) ?? []),
    ],
    [allLabel, items],
  );
  const selected = options.find((option) => findOptionKey(option) === value);
  const select: SelectProps = {
    options,
    // The value may come from a draft or the URL, so its store may not have loaded yet or may no longer exist.
    selectedOption: selected ?? (value === '' ? null : toSearchableOption({ key: value, label: value })),
    onChange: ({ detail }) => onChange(findOptionKey(detail.selectedOption)),
    placeholder: t('stores.choose'),
    filteringType: 'auto',
    filteringAriaLabel: t('stores.search'),
    filteringPlaceholder: t('stores.search'),
    noMatch: t('stores.noMatch'),
    statusType: statusTypes[status],
    loadingText: t('stores.loading'),
    errorText: t('stores.failed'),
    recoveryText: t('stores.retry'),
    // Cloudscape calls this when the list opens or when its retry button is pressed.
    onLoadItems: () => status === 'failed' && reload(),
  };
  if (allLabel !== undefined) return <FilterSelect {...select} label={label} />;
  return (
    <FormField label={label} errorText={error} constraintText={readOnlyReason} stretch>
      <Select {...select} readOnly={readOnlyReason !== undefined} ariaRequired />
    </FormField>
  );
};

export const StoreField = (props: Omit<Props, 'allLabel'>) => (
  <div data-field="storeId">
    <StoreSelect {...props} />
  </div>
);

type FilterProps = {
  readonly value: string | undefined;
  readonly onChange: (storeId: string | undefined) => void;
};

/** Filter by one of the region's stores, for admins, who see all of them. */
export const StoreFilter = ({ value = '', onChange }: FilterProps) => (
  <StoreSelect
    allLabel={useTexts().t('list.any')}
    value={value}
    onChange={(storeId) => onChange(storeId || undefined)}
  />
);
