import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createJobHandler } from '#lambdas/functions/job-worker/handler.ts';
import { createRowProcessor } from '#lambdas/functions/job-worker/row.ts';
import { createSliceProcessor } from '#lambdas/functions/job-worker/slice.ts';
import { createJobHandlers } from '#lambdas/functions/jobs/job-handlers.ts';
import {
  createCountStartedRows,
  createExpiredInvitations,
  createImportedUsers,
} from '#lambdas/functions/jobs/job-queries-store.ts';
import { createRemainingReader } from '#lambdas/lib/http/daily-limits.ts';
import { createImportDrafts } from '#lambdas/lib/jobs/import-drafts.ts';
import { createJobQuota } from '#lambdas/lib/jobs/job-quota.ts';
import { createJobsQueue, createJobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import { createDirectory } from '#lambdas/lib/users/directory.ts';
import { buildUserRow } from '#lambdas/lib/users/user-row.ts';
import { createCognito } from '#scripts/local-cloud/cognito/cognito.ts';
import { serve } from '#scripts/local-cloud/servers.ts';
import type { SentMail } from '#scripts/local-cloud/ses/ses.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { roles } from '#shared/users/groups.ts';
import { startTemporaryDatabase } from '../database.ts';

/** Administrator who starts jobs unless a test names another. */
export const jobStarter = { sub: '00000000-0000-4000-8000-000000000001', email: 'boss@store.example' };

/**
 * Simulated fault of the calls of an AWS client: makes the call and returns its response, or throws before or after it.
 */
export type CallFault = (
  service: 'cognito' | 'dynamodb',
  call: () => Promise<unknown>,
  isRead?: boolean,
) => Promise<unknown>;

const noFault: CallFault = (_, call) => call();

type Sender = { readonly send: (command: never) => Promise<unknown> };

/** Names of commands that change nothing. */
const readCommands = /^(Get|Query|AdminGet|AdminList)/;

/** Wraps a client so that the fault applies to its calls. */
const injectFault = <Client>(client: Client, service: 'cognito' | 'dynamodb', fault: CallFault): Client =>
  Object.assign(Object.create(client as object) as Client & Sender, {
    send: (command: object) =>
      fault(service, () => (client as Sender).send(command as never), readCommands.test(command.constructor.name)),
  });

const configuredGroups = ['NUK', 'NDACH', 'NFR', ...roles].map((name) => `bench-${name}`);

const toPoolSettings = (name: string) => ({
  PoolName: name,
  UsernameAttributes: ['email' as const],
  UsernameConfiguration: { CaseSensitive: false as const },
  AutoVerifiedAttributes: ['email' as const],
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  Policies: { PasswordPolicy: { MinimumLength: 10, TemporaryPasswordValidityDays: 7 } },
});

/** SQS message with a slice, and how often it has been delivered. */
type Message = { readonly body: string; visibleAt: number; receiveCount: number };

/**
 * Opens the environment for tests of jobs: their functions on the local cloud's Cognito and DynamoDB, with simulated
 * queues, and a clock that `wait` advances.
 */
export const openJobEnvironment = async () => {
  const database = await startTemporaryDatabase(['users', 'stores', 'audit', 'jobs', 'attempts']);
  const { db } = database;
  /** Total time by which `wait` has advanced the clock. */
  let advancedMs = 0;
  const now = () => new Date(Date.now() + advancedMs);
  const wait = async (ms: number) => {
    advancedMs += ms;
    await yieldToEventLoop();
  };

  const mails: SentMail[] = [];
  const cognitoEmulator = createCognito({
    region: 'eu-central-1',
    accountId: '123456789012',
    now,
    sendMail: (mail) => mails.push(mail),
    invokeTrigger: async (_, event) => event,
    isAllowed: () => true,
  });
  const server = await serve(cognitoEmulator.listener);
  const { id: poolId } = await cognitoEmulator.ensureUserPool('Pool', toPoolSettings('pool'));
  for (const GroupName of configuredGroups) cognitoEmulator.ensureGroup(poolId, GroupName);
  const cognito = new CognitoIdentityProviderClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });

  const createServices = (fault: CallFault) => {
    const faultyDb = injectFault(db, 'dynamodb', fault);
    const directory = createDirectory({
      cognito: injectFault(cognito, 'cognito', fault),
      db: faultyDb,
      env: {
        GROUP_NAMES: configuredGroups,
        REGIONS: createByRegion(() => ({ userPoolId: poolId })),
        USERS_TABLE: 'users',
        STORES_TABLE: 'stores',
        AUDIT_TABLE: 'audit',
      },
      now,
    });
    const jobs = createJobsStore(faultyDb, { jobs: 'jobs', audit: 'audit' });
    return { ...directory, jobs };
  };

  /** Messages of the jobs queue, and of the separate queue for jobs that revoke rights. */
  const messages: Message[] = [];
  const revocations: Message[] = [];
  const sqs = {
    send: async ({ input: { QueueUrl, Entries = [] } }: SendMessageBatchCommand) => {
      const queue = QueueUrl === 'revocations' ? revocations : messages;
      for (const { MessageBody = '', DelaySeconds = 0 } of Entries)
        queue.push({ body: MessageBody, visibleAt: now().getTime() + DelaySeconds * 1000, receiveCount: 0 });
      return {};
    },
  } as SQSClient;
  /** Creates the client of the queues; faults apply to SQS as they do to DynamoDB. */
  const createQueue = (fault: CallFault) =>
    createJobsQueue(injectFault(sqs, 'dynamodb', fault), { jobs: 'jobs', revocations: 'revocations' });

  /** Starts a worker as Lambda does; its logs are dropped. */
  const createWorker = (fault: CallFault = noFault) => {
    const { jobs, ...directory } = createServices(fault);
    const processSlice = createSliceProcessor({
      jobs,
      queue: createQueue(fault),
      users: directory.users,
      applyRow: createRowProcessor({ ...directory, configuredGroups, now }),
      configuredGroups,
      now,
      wait,
      random: Math.random,
      waitForTurn: async () => {},
      log: () => {},
    });
    return createJobHandler({ processSlice, log: () => {} });
  };

  const createHandlers = (fault: CallFault = noFault) =>
    createJobHandlers({
      jobs: createServices(fault).jobs,
      queue: createQueue(fault),
      drafts: createImportDrafts(injectFault(db, 'dynamodb', fault), 'jobs'),
      invitations: createExpiredInvitations(db, 'users'),
      settings: createByRegion((region) => ({ returnsAvailable: region !== 'nfr' })),
      importedUsers: createImportedUsers(db, 'audit'),
      countStartedRows: createCountStartedRows(db, 'jobs'),
      countAdmins: createServices(fault).users.countAdmins,
      quota: createJobQuota(injectFault(db, 'dynamodb', fault), 'attempts'),
      readRemainingForDay: createRemainingReader(db, 'attempts'),
    });

  const { users, administration, pool, stores } = createServices(noFault);
  const createdAt = now().toISOString();
  const attributes = {
    storeId: 'UK-1',
    storeName: 'One',
    status: 'confirmed',
    createdAt,
    updatedAt: createdAt,
  } as const;
  for (const region of ['nuk', 'ndach'] as const) {
    const groups = [`bench-${region.toUpperCase()}`, 'bench-admin'];
    await users.put(buildUserRow({ ...jobStarter, ...attributes, region, groups, enabled: true }));
  }
  return {
    db,
    cognito,
    poolId,
    pool,
    users,
    stores,
    administration,
    drafts: createImportDrafts(db, 'jobs'),
    mails,
    messages,
    revocations,
    now,
    wait,
    createWorker,
    handlers: createHandlers(),
    createHandlers,
    close: async () => {
      cognito.destroy();
      await server.close();
      await database.stop();
    },
  };
};

export type JobEnvironment = Awaited<ReturnType<typeof openJobEnvironment>>;

/** Visibility timeout of the simulated queues, and timeout of the worker function. */
const visibilityTimeoutMs = 360_000;
const functionTimeoutMs = 60_000;

/**
 * Delivers messages to a number of workers per queue, like event source mappings, until the queues are empty. A message
 * is delivered again, at most `maxReceiveCount` times, unless `invoke` resolves to true. Returns the dead letters.
 */
export const drainQueues = async (
  { messages, revocations, now, wait }: JobEnvironment,
  workersPerQueue: number,
  invoke: (event: object, context: { getRemainingTimeInMillis: () => number }) => Promise<'killed' | boolean>,
  maxReceiveCount = 10,
): Promise<Message[]> => {
  const deadLetters: Message[] = [];
  let busyWorkers = 0;
  const listMessages = () => [...messages, ...revocations];
  const processQueue = async (queue: Message[]) => {
    while (listMessages().length > 0 || busyWorkers > 0) {
      const nowMs = now().getTime();
      const message = queue.find(({ visibleAt }) => visibleAt <= nowMs);
      if (!message) {
        // Time skips to the next message only while all workers are idle.
        const nextVisibleAt = Math.min(...listMessages().map(({ visibleAt }) => visibleAt));
        if (busyWorkers === 0 && listMessages().length > 0) await wait(Math.max(nextVisibleAt - nowMs, 0));
        else await sleep(1);
        continue;
      }
      queue.splice(queue.indexOf(message), 1);
      message.receiveCount += 1;
      busyWorkers += 1;
      const deadline = nowMs + functionTimeoutMs;
      const event = {
        Records: [
          {
            messageId: 'm',
            body: message.body,
            attributes: { ApproximateReceiveCount: String(message.receiveCount) },
          },
        ],
      };
      const outcome = await invoke(event, { getRemainingTimeInMillis: () => deadline - now().getTime() });
      busyWorkers -= 1;
      if (outcome === true) continue;
      message.visibleAt = nowMs + visibilityTimeoutMs;
      (message.receiveCount < maxReceiveCount ? queue : deadLetters).push(message);
    }
  };
  await Promise.all(
    [messages, revocations].flatMap((queue) => Array.from({ length: workersPerQueue }, () => processQueue(queue))),
  );
  return deadLetters;
};
