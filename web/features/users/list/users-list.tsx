import { useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { idleDays, rolesFor, userStatuses } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { BulkActions, ResendExpired, RunningJob } from '#web/features/users/bulk/bulk-actions.tsx';
import { EmptyList } from '#web/features/users/empty-list.tsx';
import '#web/features/users/users.css';
import { useTexts } from '#web/language/i18n.ts';
import { ExportMenu } from '#web/ui/export/export-menu.tsx';
import { ExportStatus } from '#web/ui/export/export-status.tsx';
import { StoreFilter } from '#web/ui/form/store-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { ListFilters } from '#web/ui/list/list-filters.tsx';
import { ListNotes } from '#web/ui/list/list-notes.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { ListTools } from '#web/ui/list/list-tools.tsx';
import { SearchField } from '#web/ui/list/search-field.tsx';
import type { UsersState } from './use-users.ts';
import { useUsers } from './use-users.ts';

/** What one can search users for and narrow them down by. */
const Filters = ({ state }: { readonly state: UsersState }) => {
  const { t } = useTexts();
  const { search = '', status, role, enabled, storeId, idleDays: days } = state.filters;
  const { filter } = state.list.view;
  const roles = rolesFor(config().regions[usePlace().region]);
  return (
    <ListFilters
      first={
        <SearchField
          value={search}
          hint={t('users.list.searchHint')}
          most={limits.text.email}
          onSearch={(text) => filter({ search: text || undefined }, { isRefinement: search !== '' && text !== '' })}
        />
      }
      others={[storeId, status, role, enabled, days]}
    >
      <StoreFilter value={storeId} onChange={(chosen) => filter({ storeId: chosen })} />
      <ChoiceField
        label={t('users.fields.status')}
        hint={status !== undefined && enabled === undefined ? t('users.list.enabledOnly') : undefined}
        all={t('users.list.allStatuses')}
        choices={userStatuses.map((value) => ({ value, label: t(`users.statuses.${value}`) }))}
        value={status}
        onChange={(chosen) => filter({ status: chosen })}
      />
      <ChoiceField
        label={t('users.fields.roles')}
        all={t('users.list.allRoles')}
        choices={roles.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
        value={role}
        onChange={(chosen) => filter({ role: chosen })}
      />
      <ChoiceField
        label={t('users.fields.enabled')}
        all={t('users.list.allEnabled')}
        choices={[
          { value: 'true', label: t('users.yes') },
          { value: 'false', label: t('users.no') },
        ]}
        value={enabled}
        onChange={(chosen) => filter({ enabled: chosen })}
      />
      <ChoiceField
        label={t('users.fields.lastSignInAt')}
        all={t('list.period.anyTime')}
        choices={idleDays.map((value) => ({ value, label: t('users.list.idle', { days: value }) }))}
        value={days}
        onChange={(chosen) => filter({ idleDays: chosen })}
      />
    </ListFilters>
  );
};

/** The users of the region, by email, and what can be done with one or many of them. */
export const UsersList = () => {
  const { t } = useTexts();
  const place = usePlace();
  const state = useUsers();
  const { list, exporting, selection, selected, isFiltered, clearFilters, onManyChanged } = state;
  const [title, hint] = [t('users.list.empty.title'), t('users.list.empty.hint')];
  const empty = useMemo(() => <EmptyList title={title} hint={hint} />, [title, hint]);
  return (
    <div className="users-list">
      <RunningJob onEnded={onManyChanged} />
      <div className="users-buttons">
        <LinkButton variant="primary" href={paths.register(place)}>
          {t('users.list.register')}
        </LinkButton>
        <LinkButton href={paths.registerUsersBulk(place)}>{t('users.list.registerBulk')}</LinkButton>
        <ResendExpired />
      </div>
      <Filters state={state} />
      <ListTools
        list={list}
        actions={
          <>
            <BulkActions selected={selected} onDone={onManyChanged} />
            <ExportMenu exporting={exporting} disabledReason={list.isEmpty ? t('list.nothing') : undefined} />
          </>
        }
      />
      <ExportStatus exporting={exporting} />
      <ListNotes list={list} />
      <ListTable
        list={list}
        label={t('users.tabs.users')}
        loadingText={t('users.list.loading')}
        empty={empty}
        isFiltered={isFiltered}
        onClearFilters={clearFilters}
        selection={selection}
      />
    </div>
  );
};
