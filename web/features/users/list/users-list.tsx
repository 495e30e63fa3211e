import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { idleDays, rolesFor, userStatuses } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { BulkActions, RunningJob } from '#web/features/users/bulk/bulk-actions.tsx';
import { ResendExpired } from '#web/features/users/bulk/resend-expired.tsx';
import '#web/features/users/users.css';
import { useTexts } from '#web/language/i18n.ts';
import { StoreFilter } from '#web/ui/form/store-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { ListSection } from '#web/ui/list/list-section.tsx';
import { SearchField } from '#web/ui/list/search-field.tsx';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import type { UsersState } from './use-users.ts';
import { useUsers } from './use-users.ts';

/** What one can narrow users down by, beside the search. */
const Filters = ({ list }: { readonly list: UsersState['list'] }) => {
  const { t } = useTexts();
  const { status, role, enabled, storeId, idleDays: days } = list.filters;
  const { filter } = list.view;
  const roles = rolesFor(config().regions[usePlace().region]);
  return (
    <>
      <ChoiceField
        label={t('users.fields.status')}
        all={t('list.any')}
        choices={[...userStatuses, 'disabled' as const].map((value) => ({
          value,
          label: t(`users.statuses.${value}`),
        }))}
        // As the list itself says it: whoever is disabled has no other status.
        value={enabled === 'false' ? 'disabled' : status}
        onChange={(chosen) =>
          filter(
            chosen === 'disabled' ? { enabled: 'false', status: undefined } : { enabled: undefined, status: chosen },
          )
        }
      />
      <StoreFilter value={storeId} onChange={(chosen) => filter({ storeId: chosen })} />
      <ChoiceField
        label={t('users.fields.roles')}
        all={t('list.any')}
        choices={roles.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
        value={role}
        onChange={(chosen) => filter({ role: chosen })}
      />
      <ChoiceField
        label={t('users.fields.lastSignInAt')}
        all={t('list.period.anyTime')}
        choices={idleDays.map((value) => ({ value, label: t('users.list.idle', { days: value }) }))}
        value={days}
        onChange={(chosen) => filter({ idleDays: chosen })}
      />
    </>
  );
};

/** Where users are registered: what the page is for, beside its heading. */
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

/** The users of the region, by email, and what can be done with one or many of them. */
export const UsersList = () => {
  const { t } = useTexts();
  const { list, selection, selected, onManyChanged } = useUsers();
  const { search = '', status, role, enabled, storeId, idleDays: days } = list.filters;
  return (
    <div className="users-list">
      <RunningJob onEnded={onManyChanged} />
      <ListSection
        list={list}
        first={
          <SearchField
            value={search}
            hint={t('users.list.searchHint')}
            most={limits.text.email}
            onSearch={(text) =>
              list.view.filter({ search: text || undefined }, { isRefinement: search !== '' && text !== '' })
            }
          />
        }
        others={[storeId, status ?? enabled, role, days]}
        filters={<Filters list={list} />}
        actions={
          <>
            <ResendExpired />
            <span className={selected.length > 0 ? 'is-needed' : undefined}>
              <BulkActions selected={selected} />
            </span>
          </>
        }
        label={t('users.tabs.users')}
        loadingText={t('users.list.loading')}
        empty={<NothingHere title={t('users.list.empty.title')} hint={t('users.list.empty.hint')} />}
        selection={selection}
      />
    </div>
  );
};
