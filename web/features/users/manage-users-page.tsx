import Tabs from '@cloudscape-design/components/tabs';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '#web/language/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { AuditList } from './audit/audit-list.tsx';
import { JobHistory } from './bulk/job-history.tsx';
import { RegisterButtons, UsersList } from './list/users-list.tsx';
import { StoresList } from './store/stores-list.tsx';

const views = { users: UsersList, audit: AuditList, jobs: JobHistory, stores: StoresList } as const;
type View = keyof typeof views;
const viewNames = Object.keys(views) as View[];

/** The users of the region, and in further tabs (`?view=audit`) all that has happened to them, what was done to many at once, and their stores. */
export const ManageUsersPage = () => {
  const { t } = useTexts();
  const navigate = useNavigate();
  const asked = new URLSearchParams(useLocation().search).get('view');
  const active = viewNames.find((name) => name === asked) ?? 'users';
  const Content = views[active];
  return (
    <Page title={t('users.title')} actions={active === 'users' && <RegisterButtons />}>
      <Tabs
        ariaLabel={t('users.title')}
        activeTabId={active}
        // Each list has filters of its own: those of the other one go.
        onChange={({ detail }) =>
          void navigate({ search: detail.activeTabId === 'users' ? '' : `?view=${detail.activeTabId}` })
        }
        tabs={viewNames.map((id) => ({
          id,
          label: t(`users.tabs.${id}`),
          content: id === active ? <Content /> : null,
        }))}
      />
    </Page>
  );
};
