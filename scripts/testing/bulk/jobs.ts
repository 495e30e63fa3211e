import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import type { Person } from './import.ts';
import { adminActor, buildAdminContext, buildPerson, toDraftRows } from './import.ts';
import type { CallFault } from './job-environment.ts';
import { openJobEnvironment, drainQueues, jobStarter } from './job-environment.ts';

type DraftOptions = { id?: string; updateExisting?: boolean; sub?: string; region?: 'nuk' | 'ndach' | 'nfr' };
type StartOptions = Pick<DraftOptions, 'sub' | 'region'> & { acceptsDoubtfulRows?: boolean };

/** Creates a fault that runs an action before each matching call of a worker. */
export const runBefore =
  (shouldRun: (service: string, isRead?: boolean) => boolean, action: () => Promise<unknown>): CallFault =>
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

/** Opens the environment of jobs for a test file, with the actions of an admin and of workers. */
export const setUpJobTests = async () => {
  const environment = await openJobEnvironment();
  afterAll(() => environment.close());
  beforeEach(() => {
    environment.mails.length = 0;
    environment.messages.length = 0;
    environment.revocations.length = 0;
  });
  const buildContext = (sub?: string) => buildAdminContext(environment, sub) as never;
  const listLatestJobs = async () =>
    (await environment.handlers.latestJob({ region: 'nuk' }, buildContext())).body.jobs;
  const findJob = async (id: string) =>
    (await environment.handlers.findJob({ region: 'nuk', id }, buildContext())).body;
  const listFailedRows = async (id: string) =>
    (await environment.handlers.listFailedRows({ region: 'nuk', id }, buildContext())).body.items;
  const getUser = async ({ sub }: Pick<User, 'sub'>) => environment.users.get('nuk', sub);
  let personCount = 0;
  const createPerson = (change: Partial<Person> = {}) => buildPerson(`someone${(personCount += 1)}`, change);
  const createPeople = (count: number) => Array.from({ length: count }, () => createPerson());

  /** Writes the draft of an import, as reading a users' file does. Returns its id. */
  const addDraft = async (
    people: readonly (Person & { readonly isDoubtful?: boolean })[],
    { id = randomUUID(), updateExisting = false, sub = jobStarter.sub, region = 'nuk' }: DraftOptions = {},
  ) => {
    await environment.drafts.add(
      { region, id, bySub: sub, updateExisting, rows: toDraftRows(people) },
      environment.now(),
    );
    return id;
  };

  /** Starts the import of a draft; the fault applies to the calls of the admin who starts it. */
  const startDraft = async (
    id: string,
    { sub, region = 'nuk', acceptsDoubtfulRows = false }: StartOptions = {},
    fault?: CallFault,
  ) =>
    (await environment.createHandlers(fault).startImport({ region, id, acceptsDoubtfulRows }, buildContext(sub))).body;

  const startImport = async (people: readonly Person[], draft: DraftOptions = {}) =>
    startDraft(await addDraft(people, draft), draft);

  const startActions = async (
    action: BulkAction,
    subs: readonly string[],
    { sub, ...options }: { sub?: string; id?: string; role?: 'admin' | 'register-returns' } = {},
  ) => {
    const request = { region: 'nuk' as const, id: randomUUID() as string, action, subs: [...subs], ...options };
    return (await environment.handlers.startActions(request, buildContext(sub))).body;
  };

  /** Runs workers until the queue is empty, each with its own fault. */
  const drainQueue = (createFault: () => CallFault | undefined = () => undefined, workers = 1) =>
    drainQueues(environment, workers, async (...event) => {
      const { batchItemFailures } = await environment.createWorker(createFault())(...event);
      return batchItemFailures.length === 0;
    });

  const inviteUser = (change: Partial<Person> = {}) =>
    environment.administration.invite(adminActor, { region: 'nuk', ...createPerson(change) }, 'https://portal.example');

  /** Creates a user whose invitation has expired, for Cognito too. */
  const createExpiredInvitation = async () => {
    const row: User = { ...(await inviteUser()), inviteExpiresAt: '2026-01-08T00:00:00.000Z' };
    await environment.db.send(new PutCommand({ TableName: 'users', Item: row }));
    await environment.wait(60_000);
    return row;
  };

  return {
    environment,
    buildContext,
    listLatestJobs,
    findJob,
    listFailedRows,
    getUser,
    createPerson,
    createPeople,
    addDraft,
    startDraft,
    startImport,
    startActions,
    drainQueue,
    inviteUser,
    createExpiredInvitation,
  };
};
