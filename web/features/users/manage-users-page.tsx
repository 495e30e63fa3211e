import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '#shared/api/paths.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { limits } from '#shared/config/limits.ts';
import { usePlace } from '#web/browser/place.ts';
import { Loading, LoadFailed } from '#web/components/lists/loading.tsx';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { AuditList } from './audit/audit-list.tsx';
import { JobPanel } from './bulk/job-panel.tsx';
import { useWatchedJobs } from './bulk/region-job.tsx';
import { RegisterButtons, UsersList } from './list/users-list.tsx';
import { StoresList } from './store/stores-list.tsx';

/** Shows the region's running jobs, its latest one, or the one in `?job=…`, with a link to the previous job. */
const JobHistory = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const requestedId = z.uuid().safeParse(new URLSearchParams(useLocation().search).get('job')).data;
  const { watchedJobs, latestQuery } = useWatchedJobs();
  const requestedJob = useQuery(jobs.findJob, requestedId === undefined ? undefined : { region, id: requestedId });
  const query = requestedId === undefined ? latestQuery : requestedJob;
  const latestJobs = latestQuery.status === 'loaded' ? latestQuery.data.jobs : [];
  const requestedJobs = requestedJob.status === 'loaded' ? [requestedJob.data] : [];
  const selectedJobs = requestedId === undefined ? latestJobs : requestedJobs;
  // The watched version of a job is newer than the loaded one.
  const shownJobs = selectedJobs.map(
    (job) => watchedJobs.find((watchedJob) => watchedJob.job.id === job.id)?.job ?? job,
  );
  const isShown = (id: string) => shownJobs.some((job) => job.id === id);
  const previousJobId = shownJobs.flatMap(({ previous }) => previous ?? []).find((previousId) => !isShown(previousId));

  if (query.status === 'failed' && query.code !== 'NotFound')
    return <LoadFailed failure={query} onRetry={query.reload} />;
  if (query.status === 'idle' || query.status === 'loading') return <Loading text={t('list.pages.isLoading')} />;
  if (shownJobs.length === 0)
    return (
      <EmptyState title={t('users.bulk.history.none')} hint={t('users.bulk.history.kept', { days: limits.jobDays })} />
    );
  return (
    <SpaceBetween size="m">
      {shownJobs.map((job) => (
        <JobPanel key={job.id} job={job} isStartedHere={false} />
      ))}
      {previousJobId !== undefined && (
        <LinkButton href={`${paths.manageUsers(place)}?${new URLSearchParams({ view: 'jobs', job: previousJobId })}`}>
          {t('users.bulk.history.before')}
        </LinkButton>
      )}
    </SpaceBetween>
  );
};

const views = { users: UsersList, audit: AuditList, jobs: JobHistory, stores: StoresList } as const;
type View = keyof typeof views;
const viewNames = Object.keys(views) as View[];

/** Tabs with the region's users, audit events, bulk jobs and stores, selected by `?view=…`. */
export const ManageUsersPage = () => {
  const { t } = useTexts();
  const navigate = useNavigate();
  const requestedView = new URLSearchParams(useLocation().search).get('view');
  const activeView = viewNames.find((name) => name === requestedView) ?? 'users';
  const Content = views[activeView];
  return (
    <Page title={t('users.title')} actions={activeView === 'users' && <RegisterButtons />}>
      <Tabs
        ariaLabel={t('users.title')}
        activeTabId={activeView}
        // The filters are dropped, because each list has its own.
        onChange={({ detail }) =>
          void navigate({ search: detail.activeTabId === 'users' ? '' : `?view=${detail.activeTabId}` })
        }
        tabs={viewNames.map((id) => ({
          id,
          label: t(`users.tabs.${id}`),
          content: id === activeView ? <Content /> : null,
        }))}
      />
    </Page>
  );
};
