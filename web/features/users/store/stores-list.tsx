import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useMemo, useState } from 'react';
import '#web/features/users/users.css';
import * as field from '#shared/api/fields.ts';
import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { users } from '#shared/api/routes/users.ts';
import { foldStoreId } from '#shared/stores/store-id.ts';
import type { Store } from '#shared/stores/stores.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';
import { usePlace } from '#web/browser/place.ts';
import { ReportTable } from '#web/components/files/report-table.tsx';
import type { ListColumn } from '#web/components/lists/list-column.ts';
import type { Row } from '#web/components/lists/load-rows.ts';
import { Loading } from '#web/components/lists/loading.tsx';
import { RowLink } from '#web/components/lists/row-link.tsx';
import { useMutation } from '#web/data/use-mutation.ts';
import { useStores } from '#web/data/use-stores.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

const buildColumns = (
  t: Translate,
  place: Place,
  rename: (store: Store) => void,
): readonly ListColumn<Store & Row>[] => [
  {
    id: 'storeId',
    header: t('users.fields.storeId'),
    text: ({ storeId }) => storeId,
    isRowHeader: true,
    phoneLayout: 'line',
    minWidth: 104,
  },
  {
    id: 'storeName',
    header: t('users.fields.storeName'),
    text: ({ storeName }) => storeName,
    phoneLayout: 'title',
    minWidth: 146,
  },
  {
    id: 'users',
    header: t('users.tabs.users'),
    text: ({ storeId }) => storeId,
    cell: ({ storeId }) => (
      <RowLink href={`${paths.manageUsers(place)}?${new URLSearchParams({ storeId })}`} id={storeId}>
        {t('users.stores.users', { storeId })}
      </RowLink>
    ),
    phoneLayout: 'line',
    minWidth: 146,
  },
  {
    id: 'rename',
    header: t('users.stores.rename'),
    text: ({ storeName }) => storeName,
    cell: (store) => (
      <Button ariaLabel={t('users.stores.renameOne', store)} onClick={() => rename(store)}>
        {t('users.stores.rename')}
      </Button>
    ),
    phoneLayout: 'tag',
    minWidth: 104,
  },
];

type RenameProps = { readonly store: Store; readonly onRenamed: (store: Store) => void; readonly onClose: () => void };

const RenameStore = ({ store, onRenamed, onClose }: RenameProps) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [typedName, setTypedName] = useState(store.storeName);
  const name = field.storeName.safeParse(typedName).data;
  const { isBusy, failure, mutate } = useMutation(users.renameStore, { onDone: onRenamed });
  return (
    <Dialog
      title={t('users.stores.renameOne', store)}
      cancel={t('users.bulk.dialog.cancel')}
      confirm={{
        text: t('users.stores.rename'),
        onChosen: () => void mutate({ region, storeId: store.storeId, storeName: typedName }),
      }}
      disabledReason={
        name === undefined ? t(tidyText(typedName) === '' ? 'validation.required' : 'validation.pattern') : undefined
      }
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <FormField label={t('users.fields.storeName')}>
        <Input value={typedName} onChange={({ detail }) => setTypedName(detail.value)} autoComplete={false} />
      </FormField>
      <Box>{t('users.stores.effect')}</Box>
    </Dialog>
  );
};

export const StoresList = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { items = [], status, reload } = useStores(place.region);
  const [search, setSearch] = useState('');
  const [storeToRename, setStoreToRename] = useState<Store>();
  const [newNamesById, setNewNamesById] = useState<ReadonlyMap<string, string>>(() => new Map());

  const columns = useMemo(
    () => buildColumns(t, { prefix: place.prefix, region: place.region }, setStoreToRename),
    [t, place.prefix, place.region],
  );
  const shownStores = useMemo(() => {
    const searchText = tidyText(search).toLowerCase();
    const searchId = foldStoreId(search);
    return items
      .map(({ storeId, storeName }) => ({ id: storeId, storeId, storeName: newNamesById.get(storeId) ?? storeName }))
      .filter(
        ({ storeId, storeName }) =>
          `${storeId}\n${storeName}`.toLowerCase().includes(searchText) ||
          (searchId !== '' && foldStoreId(storeId).includes(searchId)),
      );
  }, [items, newNamesById, search]);

  const storeCount = t('list.count.stores', { count: shownStores.length });
  const countText = status === 'loaded' ? storeCount : t('list.soFar', { rows: storeCount });

  if (status === 'failed')
    return (
      <Alert type="error" action={<Button onClick={reload}>{t('stores.retry')}</Button>}>
        {t('stores.failed')}
      </Alert>
    );
  return (
    <div className="users-list">
      <div className="users-field">
        <Input
          type="search"
          ariaLabel={t('list.search')}
          placeholder={t('users.stores.searchHint')}
          value={search}
          onChange={({ detail }) => setSearch(detail.value)}
          autoComplete={false}
          spellcheck={false}
        />
      </div>
      {status === 'loading' && <Loading text={t('stores.loading')} />}
      {shownStores.length > 0 && <Box color="text-body-secondary">{countText}</Box>}
      {status === 'loaded' && shownStores.length === 0 ? (
        <EmptyState title={t('stores.noMatch')} hint="" />
      ) : (
        <ReportTable label={t('users.tabs.stores')} columns={columns} items={shownStores} />
      )}
      {storeToRename && (
        <RenameStore
          store={storeToRename}
          onRenamed={(store) => {
            setStoreToRename(undefined);
            setNewNamesById((previous) => new Map(previous).set(store.storeId, store.storeName));
            showAlert({ key: 'users.stores.renamed', values: store });
          }}
          onClose={() => setStoreToRename(undefined)}
        />
      )}
    </div>
  );
};
