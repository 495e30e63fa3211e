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
import { useFollowedJobs } from './bulk/region-job.tsx';
import { RegisterButtons, UsersList } from './list/users-list.tsx';
import { StoresList } from './store/stores-list.tsx';

/** The region's running jobs, or its latest one, or the one that the address names (`job=…`), with a way to the one before. */
const JobHistory = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const id = z.uuid().safeParse(new URLSearchParams(useLocation().search).get('job')).data;
  const { watched, latest } = useFollowedJobs();
  const named = useQuery(jobs.findJob, id === undefined ? undefined : { region, id });
  const query = id === undefined ? latest : named;
  const latestJobs = latest.status === 'loaded' ? latest.data.jobs : [];
  const namedJobs = named.status === 'loaded' ? [named.data] : [];
  const found = id === undefined ? latestJobs : namedJobs;
  // Of a job that is followed more is known by now.
  const shown = found.map((job) => watched.find((known) => known.job.id === job.id)?.job ?? job);
  const isShown = (previous: string) => shown.some((job) => job.id === previous);
  const before = shown.flatMap(({ previous }) => previous ?? []).find((previous) => !isShown(previous));

  if (query.status === 'failed' && query.code !== 'NotFound')
    return <LoadFailed failure={query} onRetry={query.reload} />;
  if (query.status === 'idle' || query.status === 'loading') return <Loading text={t('list.pages.isLoading')} />;
  if (shown.length === 0)
    return (
      <NothingHere title={t('users.bulk.history.none')} hint={t('users.bulk.history.kept', { days: limits.jobDays })} />
    );
  return (
    <SpaceBetween size="m">
      {shown.map((job) => (
        <JobPanel key={job.id} job={job} isBegunHere={false} />
      ))}
      {before !== undefined && (
        <LinkButton href={`${paths.manageUsers(place)}?${new URLSearchParams({ view: 'jobs', job: before })}`}>
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
