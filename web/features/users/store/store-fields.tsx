import '#web/features/users/users.css';
import Autosuggest from '@cloudscape-design/components/autosuggest';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useEffectEvent, useMemo } from 'react';
import * as field from '#shared/fields.ts';
import type { MeantStore } from '#shared/meant-store.ts';
import { storeFinder } from '#shared/meant-store.ts';
import type { Store } from '#shared/stores.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStores } from '#web/data/use-stores.ts';
import type { Translate } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';

type Form = {
  readonly values: Store;
  readonly set: (field: keyof Store, value: string) => void;
  readonly errorOf: (field: keyof Store) => string | undefined;
};

const statusTypes = { idle: 'pending', loading: 'loading', loaded: 'finished', failed: 'error' } as const;

/** The region's stores, and which of them a typed id means. */
export const useMeantStore = () => {
  const { items = [], ...stores } = useStores(usePlace().region);
  const findMeant = useMemo(() => storeFinder(items), [items]);
  return { ...stores, items, findMeant };
};

const hintOf = (typed: string, meant: MeantStore<Store>, isLoaded: boolean, t: Translate): string => {
  const storeId = field.storeId.safeParse(typed).data;
  if (storeId === undefined) return t('users.storeForm.idHint');
  switch (meant.kind) {
    case 'known':
      return meant.store.storeId === storeId ? t('users.storeForm.idHint') : t('users.storeForm.isMeant', meant.store);
    case 'unclear':
      return t('users.storeForm.isUnclear', { storeIds: meant.stores.map((store) => store.storeId).join(', ') });
    case 'unknown':
      return isLoaded ? t('users.storeForm.isNew', { storeId }) : t('users.storeForm.idHint');
  }
};

/** A store: one that is known, whose name stands fast, or a new one. */
export const StoreFields = ({ form: { values, set, errorOf } }: { readonly form: Form }) => {
  const { t } = useTexts();
  const { storeId, storeName } = values;
  const { items, status, reload, findMeant } = useMeantStore();
  const nameOf = (id: string) => {
    const meant = findMeant(id);
    return meant.kind === 'known' ? meant.store.storeName : undefined;
  };
  const known = nameOf(storeId);

  // Also for whoever is faster than the stores.
  const fillIn = useEffectEvent((name: string) => {
    if (name !== storeName) set('storeName', name);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the form owns the value
    if (known !== undefined) fillIn(known);
  }, [known]);

  return (
    <div className="users-field">
      <SpaceBetween size="l">
        <Field
          name="storeId"
          label={t('users.fields.storeId')}
          constraintText={hintOf(storeId, findMeant(storeId), status === 'loaded', t)}
          errorText={errorOf('storeId')}
        >
          <Autosuggest
            value={storeId}
            onChange={({ detail: { value: id } }) => {
              set('storeId', id);
              // A new store is not called as the one whose id was there before.
              if (known !== undefined && nameOf(id) === undefined) set('storeName', '');
            }}
            options={items.map((store) => ({ value: store.storeId, description: store.storeName }))}
            enteredTextLabel={(typed) => t('users.storeForm.use', { storeId: typed })}
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
          constraintText={known === undefined ? undefined : t('users.storeForm.nameHint')}
          errorText={errorOf('storeName')}
        >
          <Input
            value={storeName}
            onChange={({ detail }) => set('storeName', detail.value)}
            readOnly={known !== undefined}
            autoComplete={false}
            ariaRequired
          />
        </Field>
      </SpaceBetween>
    </div>
  );
};
