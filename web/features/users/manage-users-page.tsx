import Tabs from '@cloudscape-design/components/tabs';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '#web/language/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { AuditList } from './audit/audit-list.tsx';
import { UsersList } from './list/users-list.tsx';

/** The users of the region, and in a second tab (`?view=audit`) all that has happened to them. */
export const ManageUsersPage = () => {
  const { t } = useTexts();
  const navigate = useNavigate();
  const isAudit = new URLSearchParams(useLocation().search).get('view') === 'audit';
  return (
    <Page title={t('users.title')}>
      <Tabs
        ariaLabel={t('users.title')}
        activeTabId={isAudit ? 'audit' : 'users'}
        // Each list has filters of its own: those of the other one go.
        onChange={({ detail }) => void navigate({ search: detail.activeTabId === 'audit' ? '?view=audit' : '' })}
        tabs={[
          { id: 'users', label: t('users.tabs.users'), content: isAudit ? null : <UsersList /> },
          { id: 'audit', label: t('users.tabs.audit'), content: isAudit ? <AuditList /> : null },
        ]}
      />
    </Page>
  );
};
