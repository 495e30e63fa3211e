import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { demoStores } from '#scripts/demo/accounts.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { createUsersCsv, readUsersFile } from '#scripts/testing/users-file.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { ImportRow, Job } from '#shared/jobs/job.ts';
import { countFinishedRows } from '#shared/jobs/job.ts';
import type { Figure } from '../bench/figure.ts';
import { createZeroFigure } from '../bench/figure.ts';
import type { Environment } from './environment.ts';

export type Administrator = { readonly browser: Browser; readonly region: RegionId };
export type FileRow = ImportRow;

/**
 * A job without progress for this long counts as stuck. A slice that a worker returned to the queue is retried sooner.
 */
const stuckAfterMs = 60_000;
/** A job that still runs after this time is stopped, which limits the duration of the scenario. */
const maxJobMs = 120_000;
const retryTimeoutMs = 120_000;

/** Retries until the response is not a 5xx error. Throws after two minutes. */
const retryWhileUnavailable = async <Response extends { readonly status: number }>(
  requestName: string,
  send: () => Promise<Response>,
): Promise<Response> => {
  const deadline = performance.now() + retryTimeoutMs;
  while (performance.now() < deadline) {
    const response = await send().catch(() => undefined);
    if (response && response.status < 500) return response;
    await wait(500);
  }
  throw new Error(`${requestName}: only server errors within two minutes`);
};

export const createFileRows = (region: RegionId, count: number): FileRow[] => {
  const [{ id: storeId, name: storeName }] = demoStores[region];
  const file = randomUUID().slice(0, 8);
  return Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    email: `slow-${file}-${index}@${region}.example`,
    storeId,
    storeName,
    roles: ['register-repairs'],
  }));
};

export const countEmailsLeft = async ({ browser, region }: Administrator): Promise<number> => {
  const sendRequest = () => browser.send(routes.jobs.latestJob, region);
  const { json } = await retryWhileUnavailable("The day's emails", sendRequest);
  if (json.emailsLeft === undefined) throw new Error('The response lacks the number of emails left');
  return json.emailsLeft;
};

export const findJob = async ({ browser, region }: Administrator, id: string): Promise<Job | undefined> => {
  const sendRequest = () => browser.send(routes.jobs.findJob, region, { query: { id } });
  const { status, json } = await retryWhileUnavailable('A job', sendRequest);
  return status === 200 ? json : undefined;
};

/** Uploads a file and requests its report, in up to ten attempts. Returns the id of its job. */
export const uploadUsersFile = async (
  { browser, region }: Administrator,
  rows: readonly FileRow[],
): Promise<string> => {
  const file = createUsersCsv(rows);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const report = await readUsersFile(browser, region, file).catch(() => undefined);
    if (report?.jobId !== undefined) return report.jobId;
  }
  throw new Error('A users file was not read in ten tries');
};

const sendStart = ({ browser, region }: Administrator, id: string) =>
  browser.send(routes.jobs.startImport, region, { body: { id, acceptsDoubtfulRows: false } });

/** Repeats the start of an import, whose queue is unavailable, until the job is stored. */
export const startWithoutQueue = async (admin: Administrator, id: string): Promise<string> => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await sendStart(admin, id).catch(() => undefined);
    if (await findJob(admin, id)) return id;
  }
  throw new Error('No start of an import created its job');
};

/**
 * Repeats the start of a file's import until it is accepted, and uploads the file again if its job has been stopped.
 * Returns the ids of the jobs.
 */
export const startUntilAccepted = async (admin: Administrator, rows: readonly FileRow[], firstId?: string) => {
  const ids: string[] = [];
  while (ids.length < 5) {
    const id = ids.length === 0 && firstId !== undefined ? firstId : await uploadUsersFile(admin, rows);
    const { status, json } = await retryWhileUnavailable('An import', () => sendStart(admin, id));
    if (status !== 202) return { ids, isRejected: true };
    ids.push(id);
    if (json.state !== 'stopped') return { ids, isRejected: false };
  }
  return { ids, isRejected: true };
};

/** Disables a user by a bulk action. Returns the job's id once it is accepted. */
export const disableUser = async ({ browser, region }: Administrator, email: string): Promise<string> => {
  const find = () => browser.send(routes.users.listUsers, region, { query: { search: email, limit: '10' } });
  const { json } = await retryWhileUnavailable('A list of users', find);
  const subs = json.items.map(({ sub }) => sub);
  const id = randomUUID();
  const start = () => browser.send(routes.jobs.startActions, region, { body: { id, action: 'disable', subs } });
  const { status } = await retryWhileUnavailable('A bulk action', start);
  if (status !== 202) throw new Error(`A bulk action: responded with ${status}`);
  return id;
};

/** A finished job, `stuck` for a job without progress, or undefined for an unknown id. */
export type JobResult = Job | 'stuck' | undefined;

/** Waits for a job to end while it makes progress, and stops it after two minutes. */
export const waitForJob = async (admin: Administrator, id: string): Promise<JobResult> => {
  const startedAt = performance.now();
  let progress = '';
  let progressedAt = startedAt;
  for (;;) {
    const job = await findJob(admin, id);
    if (job?.state !== 'running') return job;
    const now = performance.now();
    const latestProgress = `${countFinishedRows(job)} ${job.updatedAt}`;
    if (latestProgress !== progress) {
      progress = latestProgress;
      progressedAt = now;
    }
    if (now - progressedAt > stuckAfterMs) return 'stuck';
    if (now - startedAt > maxJobMs) {
      const { browser, region } = admin;
      await retryWhileUnavailable('A stop', () => browser.send(routes.jobs.stopJob, region, { body: { id } }));
    }
    await wait(1000);
  }
};

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

type Import = { readonly admin: Administrator; readonly file: readonly FileRow[]; readonly emailsBefore: number };

/** Compares the email quota, the users and the sent emails with a file and its jobs. */
export const measureImport = async (
  { storedData, listSentEmails }: Pick<Environment, 'storedData' | 'listSentEmails'>,
  { admin, file, emailsBefore }: Import,
  results: readonly JobResult[],
): Promise<Figure[]> => {
  const emails = new Set(file.map(({ email }) => email));
  const users = (await storedData.listEmailAddresses()).filter((email) => emails.has(email));
  const mailedEmails = (await listSentEmails()).map(({ to }) => to).filter((email) => emails.has(email));
  const countedEmails = emailsBefore - (await countEmailsLeft(admin));
  const startedRows = file.length * results.filter((job) => job !== undefined).length;
  const jobs = results.filter((job) => typeof job === 'object');
  const invitedCount = sum(jobs.map(({ outcomes }) => outcomes.invited));
  const unreportedRowCounts = jobs
    .filter(({ state }) => state === 'done')
    .map((job) => job.total - countFinishedRows(job));
  const countDuplicates = (values: readonly string[]) => values.length - new Set(values).size;
  const figures = {
    'emails counted in addition to those of the jobs': countedEmails - startedRows,
    'emails sent and not counted': mailedEmails.length - countedEmails,
    'users stored twice': countDuplicates(users),
    'emails sent twice': countDuplicates(mailedEmails),
    'users reported as invited, but not stored': invitedCount - new Set(users).size,
    'rows that a finished job does not report': sum(unreportedRowCounts),
  };
  return Object.entries(figures).map(([label, count]) =>
    createZeroFigure(`${admin.region}: ${label}`, Math.max(0, count)),
  );
};
