import '#web/features/users/users.css';
import Autosuggest from '@cloudscape-design/components/autosuggest';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useEffectEvent, useMemo } from 'react';
import * as field from '#shared/api/fields.ts';
import type { StoreMatch } from '#shared/stores/store-match.ts';
import { createStoreFinder } from '#shared/stores/store-match.ts';
import type { Store } from '#shared/stores/stores.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStores } from '#web/data/use-stores.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';

type Form = {
  readonly values: Store;
  readonly set: (field: keyof Store, value: string) => void;
  readonly findErrorText: (field: keyof Store) => string | undefined;
};

/** Status of the suggestions as Cloudscape names it, by the status of the query. */
const statusTypes = { idle: 'pending', loading: 'loading', loaded: 'finished', failed: 'error' } as const;

/** Loads the region's stores. `findMatch` finds the store that a typed id matches. */
export const useMatchingStore = () => {
  const { items = [], ...stores } = useStores(usePlace().region);
  const findMatch = useMemo(() => createStoreFinder(items), [items]);
  return { ...stores, items, findMatch };
};

const buildHint = (typedId: string, match: StoreMatch<Store>, isLoaded: boolean, t: Translate): string => {
  const storeId = field.storeId.safeParse(typedId).data;
  if (storeId === undefined) return t('users.storeForm.idHint');
  switch (match.kind) {
    case 'known':
      return match.store.storeId === storeId ? t('users.storeForm.idHint') : t('users.storeForm.isMeant', match.store);
    case 'unclear':
      return t('users.storeForm.isUnclear', { storeIds: match.stores.map((store) => store.storeId).join(', ') });
    case 'unknown':
      return isLoaded ? t('users.storeForm.isNew', { storeId }) : t('users.storeForm.idHint');
  }
};

/** Inputs for a store's id and name. The name of a known store is read-only. */
export const StoreFields = ({ form: { values, set, findErrorText } }: { readonly form: Form }) => {
  const { t } = useTexts();
  const { storeId, storeName } = values;
  const { items, status, reload, findMatch } = useMatchingStore();
  const findName = (id: string) => {
    const match = findMatch(id);
    return match.kind === 'known' ? match.store.storeName : undefined;
  };
  const knownName = findName(storeId);

  // Runs in an effect, because the stores may load after the id was typed.
  const fillIn = useEffectEvent((name: string) => {
    if (name !== storeName) set('storeName', name);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the form owns the value
    if (knownName !== undefined) fillIn(knownName);
  }, [knownName]);

  return (
    <div className="users-field">
      <SpaceBetween size="l">
        <Field
          name="storeId"
          label={t('users.fields.storeId')}
          constraintText={buildHint(storeId, findMatch(storeId), status === 'loaded', t)}
          errorText={findErrorText('storeId')}
        >
          <Autosuggest
            value={storeId}
            onChange={({ detail: { value: id } }) => {
              set('storeId', id);
              // The name of a known store is cleared when the id no longer matches it.
              if (knownName !== undefined && findName(id) === undefined) set('storeName', '');
            }}
            options={items.map((store) => ({ value: store.storeId, description: store.storeName }))}
            enteredTextLabel={(typedId) => t('users.storeForm.use', { storeId: typedId })}
            empty={t('stores.noMatch')}
            statusType={statusTypes[status]}
            loadingText={t('stores.loading')}
            errorText={t('stores.failed')}
            recoveryText={t('stores.retry')}
            onLoadItems={() => status === 'failed' && reload()}
            disableBrowserAutocorrect
            ariaRequired
          />
        </Field>
        <Field
          name="storeName"
          label={t('users.fields.storeName')}
          constraintText={knownName === undefined ? undefined : t('users.storeForm.nameHint')}
          errorText={findErrorText('storeName')}
        >
          <Input
            value={storeName}
            onChange={({ detail }) => set('storeName', detail.value)}
            readOnly={knownName !== undefined}
            autoComplete={false}
            ariaRequired
          />
        </Field>
      </SpaceBetween>
    </div>
  );
};
