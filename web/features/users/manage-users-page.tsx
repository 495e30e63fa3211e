import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import { Page } from '#web/ui/page.tsx';
import { AuditList } from './audit/audit-list.tsx';
import { JobPanel } from './bulk/job-panel.tsx';
import { useFollowedJob } from './bulk/region-job.tsx';
import { RegisterButtons, UsersList } from './list/users-list.tsx';
import { StoresList } from './store/stores-list.tsx';

/** The region's latest job, or the one that the address names (`job=…`), with a way to the one before. */
const JobHistory = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const id = z.uuid().safeParse(new URLSearchParams(useLocation().search).get('job')).data;
  const { watched, latest } = useFollowedJob();
  const named = useQuery(jobs.findJob, id === undefined ? undefined : { region, id });
  const query = id === undefined ? latest : named;
  const before = named.status === 'loaded' ? named.data : undefined;
  const found = id === undefined && latest.status === 'loaded' ? latest.data.job : before;
  // The one that runs is followed; beside it another one may run, which is what was asked for.
  const job = watched?.job.id === found?.id ? watched?.job : found;

  if (query.status === 'failed' && query.code !== 'NotFound')
    return <LoadFailed failure={query} onRetry={query.reload} />;
  if (query.status === 'idle' || query.status === 'loading') return <Loading text={t('list.pages.isLoading')} />;
  if (!job)
    return (
      <NothingHere title={t('users.bulk.history.none')} hint={t('users.bulk.history.kept', { days: limits.jobDays })} />
    );
  return (
    <SpaceBetween size="m">
      <JobPanel key={job.id} job={job} isBegunHere={false} />
      {job.previous !== undefined && (
        <LinkButton href={`${paths.manageUsers(place)}?${new URLSearchParams({ view: 'jobs', job: job.previous })}`}>
          {t('users.bulk.history.before')}
        </LinkButton>
      )}
    </SpaceBetween>
  );
};

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
