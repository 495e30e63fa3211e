import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportRow, Job } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import type { Figure } from '../bench/figure.ts';
import { none } from '../bench/figure.ts';
import { demoStores } from '../demo/accounts.ts';
import type { Browser } from '../testing/browser.ts';
import type { Setting } from './setting.ts';

export type Administrator = { readonly browser: Browser; readonly region: RegionId };
export type FileRow = ImportRow;

/** A job that has not moved for so long is dead. What a worker gave back comes again sooner. */
const deadAfterMs = 60_000;
/** A job that moves for longer is stopped, which bounds the day. */
const longestJobMs = 120_000;
const longestAnswerMs = 120_000;

/** Asks again until there is another answer than "later". Throws when there is none in two minutes. */
const askUntilJudged = async <Answer extends { readonly status: number }>(
  what: string,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const deadline = performance.now() + longestAnswerMs;
  while (performance.now() < deadline) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await wait(500);
  }
  throw new Error(`${what}: no answer but "later" in two minutes`);
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
  const { json } = await askUntilJudged("The day's emails", ask);
  if (json.emailsLeft === undefined) throw new Error("The day's emails are not said");
  return json.emailsLeft;
};

export const findJob = async ({ browser, region }: Administrator, id: string): Promise<Job | undefined> => {
  const ask = () => browser.send(routes.jobs.findJob, region, { query: { id } });
  const { status, json } = await askUntilJudged('A job', ask);
  return status === 200 ? json : undefined;
};

const sendStart = ({ browser, region }: Administrator, id: string, rows: readonly FileRow[]) =>
  browser.send(routes.jobs.startImport, region, { body: { id, updateExisting: false, rows } });

/** Starts an import while SQS is away, until its job is written down. Answers the job's id. */
export const startCutOff = async (admin: Administrator, rows: readonly FileRow[]): Promise<string> => {
  const id = randomUUID();
  for (let tries = 0; tries < 10; tries += 1) {
    await sendStart(admin, id, rows).catch(() => undefined);
    if (await findJob(admin, id)) return id;
  }
  throw new Error('No start of an import got as far as its job');
};

/** Repeats a start under its id until it is taken, and under a new id once that job is over. Answers the ids of the jobs. */
export const acceptStart = async (admin: Administrator, rows: readonly FileRow[], first: string = randomUUID()) => {
  const ids: string[] = [];
  for (let id = first; ids.length < 5; id = randomUUID()) {
    const { status, json } = await askUntilJudged('An import', () => sendStart(admin, id, rows));
    if (status !== 202) return { ids, isRefused: true };
    ids.push(id);
    if (json.state !== 'stopped') return { ids, isRefused: false };
  }
  return { ids, isRefused: true };
};

/** Disables somebody by an action on many. Answers the job's id once it is taken. */
export const disable = async ({ browser, region }: Administrator, email: string): Promise<string> => {
  const find = () => browser.send(routes.users.listUsers, region, { query: { search: email, limit: '10' } });
  const { json } = await askUntilJudged('A list of users', find);
  const subs = json.items.map(({ sub }) => sub);
  const id = randomUUID();
  const start = () => browser.send(routes.jobs.startActions, region, { body: { id, action: 'disable', subs } });
  const { status } = await askUntilJudged('An action on many', start);
  if (status !== 202) throw new Error(`An action on many: answered with ${status}`);
  return id;
};

/** A job that is over, one that stands still, or none of that id. */
export type Ended = Job | 'dead' | undefined;

/** Waits for the end of a job as long as it moves, and stops it when that takes too long. */
export const waitForEnd = async (admin: Administrator, id: string): Promise<Ended> => {
  const startedAt = performance.now();
  let progress = '';
  let movedAt = startedAt;
  for (;;) {
    const job = await findJob(admin, id);
    if (job?.state !== 'running') return job;
    const now = performance.now();
    const latest = `${rowsDone(job)} ${job.updatedAt}`;
    if (latest !== progress) {
      progress = latest;
      movedAt = now;
    }
    if (now - movedAt > deadAfterMs) return 'dead';
    if (now - startedAt > longestJobMs) {
      const { browser, region } = admin;
      await askUntilJudged('A stop', () => browser.send(routes.jobs.stopJob, region, { body: { id } }));
    }
    await wait(1000);
  }
};

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

type Import = { readonly admin: Administrator; readonly file: readonly FileRow[]; readonly emailsBefore: number };

/** Compares the quota, the users and the emails that there are with a file and with its jobs. */
export const measureImport = async (
  { stored, mails }: Pick<Setting, 'stored' | 'mails'>,
  { admin, file, emailsBefore }: Import,
  ended: readonly Ended[],
): Promise<Figure[]> => {
  const addresses = new Set(file.map(({ email }) => email));
  const users = (await stored.addresses()).filter((address) => addresses.has(address));
  const sent = (await mails()).map(({ to }) => to).filter((address) => addresses.has(address));
  const counted = emailsBefore - (await countEmailsLeft(admin));
  const begun = file.length * ended.filter((job) => job !== undefined).length;
  const jobs = ended.filter((job) => typeof job === 'object');
  const invited = sumOf(jobs.map(({ outcomes }) => outcomes.invited));
  const unreported = jobs.filter(({ state }) => state === 'done').map((job) => job.total - rowsDone(job));
  const countTwice = (all: readonly string[]) => all.length - new Set(all).size;
  const figures = {
    'emails counted beyond those of its jobs': counted - begun,
    'emails sent and not counted': sent.length - counted,
    'users there twice': countTwice(users),
    'emails sent twice': countTwice(sent),
    'users said to be invited, and not there': invited - new Set(users).size,
    'rows that a finished job does not report': sumOf(unreported),
  };
  return Object.entries(figures).map(([what, count]) => none(`${admin.region}: ${what}`, Math.max(0, count)));
};
