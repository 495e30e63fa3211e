import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import type { Person } from './import.ts';
import { adminActor, buildAdminContext, buildPerson, toDraftRows } from './import.ts';
import type { Fault } from './setting.ts';
import { openBulkSetting, drainQueues, jobStarter } from './setting.ts';

type Draft = { id?: string; updateExisting?: boolean; sub?: string; region?: 'nuk' | 'ndach' | 'nfr' };
type Start = Pick<Draft, 'sub' | 'region'> & { acceptsDoubtfulRows?: boolean };

/** Runs an action before each matching call of a worker. */
export const runBefore =
  (shouldRun: (service: string, isRead?: boolean) => boolean, action: () => Promise<unknown>): Fault =>
  async (service, call, isRead) => {
    if (shouldRun(service, isRead)) await action();
    return call();
  };

export const buildOutcomes = (change: object = {}) => ({
  invited: 0,
  updated: 0,
  unchanged: 0,
  done: 0,
  failed: 0,
  ...change,
});

/** Creates the setting for a test file, with the actions of an admin and of workers. */
export const openJobs = async () => {
  const setting = await openBulkSetting();
  afterAll(() => setting.close());
  beforeEach(() => {
    setting.mails.length = 0;
    setting.messages.length = 0;
    setting.revocations.length = 0;
  });
  const caller = (sub?: string) => buildAdminContext(setting, sub) as never;
  const latestJobs = async () => (await setting.handlers.latestJob({ region: 'nuk' }, caller())).body.jobs;
  const findJob = async (id: string) => (await setting.handlers.findJob({ region: 'nuk', id }, caller())).body;
  const listFailedRows = async (id: string) =>
    (await setting.handlers.listFailedRows({ region: 'nuk', id }, caller())).body.items;
  const getUser = async ({ sub }: Pick<User, 'sub'>) => setting.users.get('nuk', sub);
  let personCount = 0;
  const newPerson = (change: Partial<Person> = {}) => buildPerson(`someone${(personCount += 1)}`, change);
  const newPeople = (count: number) => Array.from({ length: count }, () => newPerson());

  /** Writes the draft of an import, as reading a users' file does. Returns its id. */
  const addDraft = async (
    people: readonly (Person & { readonly isDoubtful?: boolean })[],
    { id = randomUUID(), updateExisting = false, sub = jobStarter.sub, region = 'nuk' }: Draft = {},
  ) => {
    await setting.drafts.add({ region, id, bySub: sub, updateExisting, rows: toDraftRows(people) }, setting.now());
    return id;
  };

  /** Starts the import of a draft; the fault applies to the calls of the admin who starts it. */
  const startDraft = async (
    id: string,
    { sub, region = 'nuk', acceptsDoubtfulRows = false }: Start = {},
    fault?: Fault,
  ) => (await setting.createHandlers(fault).startImport({ region, id, acceptsDoubtfulRows }, caller(sub))).body;

  const startImport = async (people: readonly Person[], draft: Draft = {}) =>
    startDraft(await addDraft(people, draft), draft);

  const startActions = async (
    action: BulkAction,
    subs: readonly string[],
    { sub, ...options }: { sub?: string; id?: string; role?: 'admin' | 'register-returns' } = {},
  ) => {
    const request = { region: 'nuk' as const, id: randomUUID() as string, action, subs: [...subs], ...options };
    return (await setting.handlers.startActions(request, caller(sub))).body;
  };

  /** Runs workers until the queue is empty, each with its own fault. */
  const drainQueue = (createFault: () => Fault | undefined = () => undefined, workers = 1) =>
    drainQueues(setting, workers, async (...event) => {
      const { batchItemFailures } = await setting.createWorker(createFault())(...event);
      return batchItemFailures.length === 0;
    });

  const inviteUser = (change: Partial<Person> = {}) =>
    setting.administration.invite(adminActor, { region: 'nuk', ...newPerson(change) }, 'https://portal.example');

  /** Creates a user whose invitation has expired, for Cognito too. */
  const createExpiredInvitation = async () => {
    const row: User = { ...(await inviteUser()), inviteExpiresAt: '2026-01-08T00:00:00.000Z' };
    await setting.db.send(new PutCommand({ TableName: 'users', Item: row }));
    await setting.wait(60_000);
    return row;
  };

  return {
    setting,
    caller,
    latestJobs,
    findJob,
    listFailedRows,
    getUser,
    newPerson,
    newPeople,
    addDraft,
    startDraft,
    startImport,
    startActions,
    drainQueue,
    inviteUser,
    createExpiredInvitation,
  };
};
