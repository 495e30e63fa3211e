import { screen } from '@testing-library/react';
import { paths } from '#shared/api/paths.ts';
import type { Job } from '#shared/jobs/job.ts';
import type { AcceptedRow, ReadUsersFile, UsersFileReport } from '#shared/users/file/report.ts';
import type { UserSummary } from '#shared/users/user.ts';
import { BulkActions, ResendExpiredInvitations } from '#web/features/users/bulk/bulk-actions.tsx';
import { RunningJobs } from '#web/features/users/bulk/job-panel.tsx';
import { clearWatchedJobs } from '#web/features/users/bulk/region-job.tsx';
import { RegisterUsersBulkPage } from '#web/features/users/bulk/register-users-bulk-page.tsx';
import { apiError } from './auth.ts';
import { answerCalls, openPages, place, signInAs } from './page.tsx';
import { answerUploads } from './upload.ts';
import { buildUserSummary } from './user.ts';

export const jobId = '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a77';

type JobChange = Omit<Partial<Job>, 'outcomes'> & { readonly outcomes?: Partial<Job['outcomes']> };

export const buildJob = ({ outcomes, ...change }: JobChange = {}): Job => ({
  id: jobId,
  kind: 'import',
  state: 'running',
  total: 200,
  outcomes: { invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0, ...outcomes },
  by: 'kim@nuk.example',
  startedAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
  ...change,
});

export const buildAcceptedRow = (row: number, change: Partial<AcceptedRow> = {}): AcceptedRow => ({
  row,
  email: `user${row}@nuk.example`,
  storeId: 'UK001',
  storeName: 'Oxford Street',
  roles: ['register-repairs'],
  change: 'new',
  ...change,
});

export const buildUsersReport = (change: Partial<ReadUsersFile> = {}): ReadUsersFile => ({
  outcome: 'read',
  jobId,
  rows: (change.accepted?.length ?? 0) + (change.refused?.length ?? 0),
  accepted: [],
  refused: [],
  renamed: [],
  otherColumns: [],
  otherSheets: [],
  hiddenRows: [],
  ...change,
});

export const buildRandomUser = (change: Partial<UserSummary> = {}) =>
  buildUserSummary({ sub: crypto.randomUUID(), ...change });

type Answer = { readonly status?: number; readonly body: unknown };

type Answers = {
  /** Report on a file, depending on the option to update existing users. */
  readonly report?: (updateExisting: boolean) => UsersFileReport;
  /** Running jobs, or the latest one. */
  readonly latest?: () => Job | readonly Job[] | undefined;
  readonly emailsLeft?: number;
  /** Job with this id. */
  readonly job?: (id: string | null) => Job;
  /** Response to the start of a job. */
  readonly start?: (body: Record<string, unknown>) => Answer;
  readonly failedRows?: () => Answer;
};

/** Stubs the API for user files and jobs with the given responses. */
export const answerBulk = (answers: Answers = {}) => {
  const { report = () => buildUsersReport(), latest = () => undefined, job = () => buildJob() } = answers;
  const requests = answerCalls(({ url, body }): Answer => {
    const path = url.pathname.replace('/api', '');
    if (path === '/user-files/nuk/uploads')
      return { body: { key: 'uploads/0', url: 'https://bucket.example/', fields: { policy: 'p' } } };
    if (path === '/user-files/nuk') return { body: { report: report(body?.['updateExisting'] === true) } };
    if (path === '/jobs/nuk/latest') return { body: { jobs: [latest() ?? []].flat(), emailsLeft: answers.emailsLeft } };
    if (path === '/jobs/nuk/job') return { body: job(url.searchParams.get('id')) };
    if (path === '/jobs/nuk/failed-rows') return answers.failedRows?.() ?? { body: { items: [] } };
    if (path === '/jobs/nuk/stop') return { body: buildJob({ state: 'stopped' }) };
    if (/^\/jobs\/nuk\/(import|resend|actions|undo)$/.test(path))
      return answers.start?.(body ?? {}) ?? { status: 202, body: buildJob({ id: String(body?.['id']) }) };
    return apiError('NotFound', 404);
  });
  return {
    requests,
    uploads: answerUploads({ status: 204 }),
    requestBodies: (path: string) =>
      requests.filter(({ url }) => url.pathname === `/api/${path}`).map(({ body }) => body ?? {}),
  };
};

export const signInAdmin = () => {
  clearWatchedJobs();
  signInAs('nuk', { isAdmin: true });
};

/** Answers of a server that rejects a start because another job is running. */
export const buildAnswersWithOtherJob = (other: JobChange = {}): Answers => {
  let isOtherRunning = false;
  return {
    latest: () => (isOtherRunning ? buildJob(other) : undefined),
    start: () => {
      isOtherRunning = true;
      return apiError('JobRunning', 409);
    },
  };
};

export const openBulk = async (answers: Answers) => ({
  ...answerBulk(answers),
  ...(await openPages({ registerUsersBulk: <RegisterUsersBulkPage /> }, paths.registerUsersBulk(place))),
});

export const openActions = (selected: readonly UserSummary[], onEnded: () => void = () => {}) =>
  openPages(
    {
      manageUsers: (
        <>
          <RunningJobs onEnded={onEnded} />
          <ResendExpiredInvitations />
          <BulkActions selectedUsers={selected} />
        </>
      ),
      registerUsersBulk: <p>The import</p>,
    },
    paths.manageUsers(place),
  );

export const buildUsersCsv = (name = 'users.csv', content = 'email,…') =>
  new File([content], name, { type: 'text/csv' });

export const readTableRows = (table: HTMLElement) =>
  [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));

export const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
