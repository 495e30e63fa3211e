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
import { zeroFigure } from '../bench/figure.ts';
import type { Environment } from './environment.ts';

export type Administrator = { readonly browser: Browser; readonly region: RegionId };
export type FileRow = ImportRow;

/**
 * A job without progress for this long counts as dead. A slice that a worker returned to the queue is retried sooner.
 */
const deadAfterMs = 60_000;
/** A job still running after this is stopped, which limits the scenario's duration. */
const maxJobMs = 120_000;
const retryTimeoutMs = 120_000;

/** Retries until the response is not a 5xx error. Throws after two minutes. */
const retryWhileUnavailable = async <Answer extends { readonly status: number }>(
  requestName: string,
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const deadline = performance.now() + retryTimeoutMs;
  while (performance.now() < deadline) {
    const answer = await send().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await wait(500);
  }
  throw new Error(`${requestName}: no answer but "later" in two minutes`);
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
  const ask = () => browser.send(routes.jobs.latestJob, region);
  const { json } = await retryWhileUnavailable("The day's emails", ask);
  if (json.emailsLeft === undefined) throw new Error("The day's emails are not said");
  return json.emailsLeft;
};

export const findJob = async ({ browser, region }: Administrator, id: string): Promise<Job | undefined> => {
  const ask = () => browser.send(routes.jobs.findJob, region, { query: { id } });
  const { status, json } = await retryWhileUnavailable('A job', ask);
  return status === 200 ? json : undefined;
};

/** Uploads a file and has it read, as often as it takes. Returns the id of its job. */
export const readFile = async ({ browser, region }: Administrator, rows: readonly FileRow[]): Promise<string> => {
  const file = createUsersCsv(rows);
  for (let tries = 0; tries < 10; tries += 1) {
    const report = await readUsersFile(browser, region, file).catch(() => undefined);
    if (report?.jobId !== undefined) return report.jobId;
  }
  throw new Error('A users file was not read in ten tries');
};

const sendStart = ({ browser, region }: Administrator, id: string) =>
  browser.send(routes.jobs.startImport, region, { body: { id, acceptsDoubtfulRows: false } });

/** Starts an import while SQS is unavailable, until the job's record is written. */
export const startWithoutQueue = async (admin: Administrator, id: string): Promise<string> => {
  for (let tries = 0; tries < 10; tries += 1) {
    await sendStart(admin, id).catch(() => undefined);
    if (await findJob(admin, id)) return id;
  }
  throw new Error('No start of an import got as far as its job');
};

/**
 * Repeats the start of a file's import until it is accepted, and has the file read again if that job has been stopped.
 * Returns the ids of the jobs.
 */
export const startUntilAccepted = async (admin: Administrator, rows: readonly FileRow[], firstId?: string) => {
  const ids: string[] = [];
  while (ids.length < 5) {
    const id = ids.length === 0 && firstId !== undefined ? firstId : await readFile(admin, rows);
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
  const { status } = await retryWhileUnavailable('An action on many', start);
  if (status !== 202) throw new Error(`An action on many: answered with ${status}`);
  return id;
};

/** A finished job, one without progress, or undefined if none has the id. */
export type JobResult = Job | 'dead' | undefined;

/** Waits for a job to end while it makes progress, and stops it after two minutes. */
export const waitForEnd = async (admin: Administrator, id: string): Promise<JobResult> => {
  const startedAt = performance.now();
  let progress = '';
  let movedAt = startedAt;
  for (;;) {
    const job = await findJob(admin, id);
    if (job?.state !== 'running') return job;
    const now = performance.now();
    const latest = `${countFinishedRows(job)} ${job.updatedAt}`;
    if (latest !== progress) {
      progress = latest;
      movedAt = now;
    }
    if (now - movedAt > deadAfterMs) return 'dead';
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
  { stored, mails }: Pick<Environment, 'stored' | 'mails'>,
  { admin, file, emailsBefore }: Import,
  ended: readonly JobResult[],
): Promise<Figure[]> => {
  const emails = new Set(file.map(({ email }) => email));
  const users = (await stored.emails()).filter((email) => emails.has(email));
  const mailedEmails = (await mails()).map(({ to }) => to).filter((email) => emails.has(email));
  const countedEmails = emailsBefore - (await countEmailsLeft(admin));
  const startedRows = file.length * ended.filter((job) => job !== undefined).length;
  const jobs = ended.filter((job) => typeof job === 'object');
  const invited = sum(jobs.map(({ outcomes }) => outcomes.invited));
  const unreported = jobs.filter(({ state }) => state === 'done').map((job) => job.total - countFinishedRows(job));
  const countTwice = (values: readonly string[]) => values.length - new Set(values).size;
  const figures = {
    'emails counted beyond those of its jobs': countedEmails - startedRows,
    'emails sent and not counted': mailedEmails.length - countedEmails,
    'users there twice': countTwice(users),
    'emails sent twice': countTwice(mailedEmails),
    'users said to be invited, and not there': invited - new Set(users).size,
    'rows that a finished job does not report': sum(unreported),
  };
  return Object.entries(figures).map(([what, count]) => zeroFigure(`${admin.region}: ${what}`, Math.max(0, count)));
};
