import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/api/paths.ts';
import { users } from '#shared/api/routes/users.ts';
import { limits } from '#shared/config/limits.ts';
import { idleDays, findAvailableRoles, userStatuses } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { useIsWide } from '#web/browser/window-width.ts';
import { StoreFilter } from '#web/components/forms/store-field.tsx';
import { ChoiceField } from '#web/components/lists/choice-field.tsx';
import { ListSection } from '#web/components/lists/list-section.tsx';
import '#web/features/users/users.css';
import type { Selection } from '#web/components/lists/row-selection.tsx';
import { SearchField } from '#web/components/lists/search-field.tsx';
import { useRouteList } from '#web/components/lists/use-route-list.ts';
import { getConfig } from '#web/data/config.ts';
import { BulkActions, ResendExpiredInvitations } from '#web/features/users/bulk/bulk-actions.tsx';
import { RunningJobs } from '#web/features/users/bulk/job-panel.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { UserRow } from './user-columns.tsx';
import { createUserColumns } from './user-columns.tsx';

/** Returns the selection of rows. A row that is no longer shown is not selected. */
const useSelection = (items: readonly UserRow[]) => {
  const { t } = useTexts();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(() => new Set());
  const select = useCallback((ids: readonly string[], isSelected: boolean) => {
    const changedIds = new Set(ids);
    setSelectedIds(
      (previous) => new Set(isSelected ? [...previous, ...ids] : [...previous].filter((id) => !changedIds.has(id))),
    );
  }, []);
  const selection = useMemo<Selection<UserRow>>(
    () => ({
      selectedIds,
      select,
      toLabel: ({ email }) => t('users.list.choose', { email }),
      allLabel: t('users.list.chooseAll'),
    }),
    [selectedIds, select, t],
  );
  return {
    selection,
    selectedUsers: useMemo(() => items.filter(({ id }) => selectedIds.has(id)), [items, selectedIds]),
    clear: () => setSelectedIds(new Set()),
  };
};

const useUsers = () => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  const [now] = useState(() => new Date());
  return useRouteList({
    name: 'users',
    route: users.listUsers,
    toRows: (page) => ({ ...page, items: page.items.map((user) => ({ ...user, id: user.sub })) }),
    location: useLocation(),
    columns: useMemo(() => createUserColumns(texts, { prefix, region }, now), [texts, prefix, region, now]),
    order: () => ({ column: 'email', isDescending: false }),
    toRowsText: (count) => texts.t('list.count.users', { count }),
    file: { name: texts.t('users.list.fileName'), title: texts.t('users.list.sheetTitle') },
    firstFilter: 'search',
  });
};

const Filters = ({ list }: { readonly list: ReturnType<typeof useUsers> }) => {
  const { t } = useTexts();
  const { status, role, enabled, storeId, idleDays: days } = list.filters;
  const { filter } = list.view;
  const roles = findAvailableRoles(getConfig().regions[usePlace().region]);
  return (
    <>
      <ChoiceField
        label={t('users.fields.status')}
        all={t('list.any')}
        choices={[...userStatuses, 'disabled' as const].map((value) => ({
          value,
          label: t(`users.statuses.${value}`),
        }))}
        // As in the list's status column, disabled takes precedence over the other statuses.
        value={enabled === 'false' ? 'disabled' : status}
        onChange={(value) => {
          const isDisabled = value === 'disabled';
          filter({ enabled: isDisabled ? 'false' : undefined, status: isDisabled ? undefined : value });
        }}
      />
      <StoreFilter value={storeId} onChange={(value) => filter({ storeId: value })} />
      <ChoiceField
        label={t('users.fields.roles')}
        all={t('list.any')}
        choices={roles.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
        value={role}
        onChange={(value) => filter({ role: value })}
      />
      <ChoiceField
        label={t('users.fields.lastSignInAt')}
        all={t('list.period.anyTime')}
        choices={idleDays.map((value) => ({ value, label: t('users.list.idle', { days: value }) }))}
        value={days}
        onChange={(value) => filter({ idleDays: value })}
      />
    </>
  );
};

export const RegisterButtons = () => {
  const { t } = useTexts();
  const place = usePlace();
  return (
    <div className="users-buttons">
      <LinkButton variant="primary" href={paths.register(place)}>
        {t('users.list.register')}
      </LinkButton>
      <LinkButton href={paths.registerUsersBulk(place)}>{t('users.list.registerBulk')}</LinkButton>
    </div>
  );
};

export const UsersList = () => {
  const { t } = useTexts();
  const isWide = useIsWide();
  const list = useUsers();
  const { selection, selectedUsers, clear } = useSelection(list.sortedRows.items);
  const { search = '', status, role, enabled, storeId, idleDays: days } = list.filters;
  return (
    <div className="users-list">
      <RunningJobs
        onEnded={() => {
          clear();
          list.rows.reload();
        }}
      />
      <ListSection
        list={list}
        firstFilter={
          <SearchField
            label={t('list.search')}
            value={search}
            hint={t(isWide ? 'users.list.searchHint' : 'list.search')}
            maximumLength={limits.text.email}
            onSearch={(text) =>
              list.view.filter({ search: text || undefined }, { isRefinement: search !== '' && text !== '' })
            }
          />
        }
        otherFilterValues={[storeId, status ?? enabled, role, days]}
        filters={<Filters list={list} />}
        actions={
          <>
            <ResendExpiredInvitations />
            <span className={selectedUsers.length > 0 ? 'is-needed' : undefined}>
              <BulkActions selectedUsers={selectedUsers} />
            </span>
          </>
        }
        label={t('users.tabs.users')}
        loadingText={t('users.list.loading')}
        empty={<EmptyState title={t('users.list.empty.title')} hint={t('users.list.empty.hint')} />}
        selection={selection}
      />
    </div>
  );
};
