import '#web/features/users/users.css';
import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Store } from '#shared/stores.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { KnownStores } from './use-known-stores.ts';

type Props = {
  readonly known: KnownStores;
  readonly value: Store;
  readonly onChange: (change: Partial<Store>) => void;
  readonly errorOf: (field: 'storeId' | 'storeName') => string | undefined;
};

const statusTypes = { idle: 'pending', loading: 'loading', loaded: 'finished', failed: 'error' } as const;

/** A store: one that is known, whose name then fills itself in, or a new one. */
export const StoreFields = ({ known, value: { storeId, storeName }, onChange, errorOf }: Props) => {
  const { t } = useTexts();
  const {
    stores: { items = [], status, reload },
    nameOf,
  } = known;

  // While another id is typed, the name of the former one still stands there.
  const [filledIn, setFilledIn] = useState(storeName);

  /** What was typed of a name by hand stays: a differing one is asked about later. */
  const take = (id: string) => {
    const name = nameOf(id);
    const wasFilledIn = storeName.trim() === '' || storeName === filledIn;
    if (name !== undefined && wasFilledIn) setFilledIn(name);
    onChange({ storeId: id, ...(name !== undefined && wasFilledIn && { storeName: name }) });
  };
  // Whoever is faster than the stores finds the name filled in once they are there; a name that somebody emptied stays empty.
  const [isNameTyped, setNameTyped] = useState(false);
  const takeTyped = useEffectEvent(() => {
    if (storeId.trim() !== '' && storeName.trim() === '' && !isNameTyped) take(storeId);
  });
  const isLoaded = status === 'loaded';
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the form owns the value, and the stores come once
    if (isLoaded) takeTyped();
  }, [isLoaded]);

  return (
    <SpaceBetween size="l">
      <div data-field="storeId" className="users-field">
        <FormField
          label={t('users.fields.storeId')}
          constraintText={t('users.storeForm.idHint')}
          errorText={errorOf('storeId')}
          stretch
        >
          <Autosuggest
            value={storeId}
            onChange={({ detail }) => take(detail.value)}
            // The stores may have come while it was typed.
            onBlur={() => take(storeId)}
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
        </FormField>
      </div>
      <div data-field="storeName" className="users-field">
        <FormField label={t('users.fields.storeName')} errorText={errorOf('storeName')} stretch>
          <Input
            value={storeName}
            onChange={({ detail }) => {
              setNameTyped(true);
              onChange({ storeName: detail.value });
            }}
            autoComplete={false}
            ariaRequired
          />
        </FormField>
      </div>
    </SpaceBetween>
  );
};
