import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { jobQuota } from '#lambdas/bulk/job-quota.ts';
import { jobsQueue, jobsStore } from '#lambdas/bulk/jobs.ts';
import { userRow } from '#lambdas/directory/user-row.ts';
import { wiredDirectory } from '#lambdas/directory/wiring.ts';
import { leftForDay } from '#lambdas/http/daily-limits.ts';
import { jobHandler } from '#lambdas/job-worker/handler.ts';
import { rowWork } from '#lambdas/job-worker/row.ts';
import { sliceWork } from '#lambdas/job-worker/slice.ts';
import { jobHandlers } from '#lambdas/jobs/jobs.ts';
import { countBegunRows, expiredInvitations, importedUsers } from '#lambdas/jobs/store.ts';
import { createCognito } from '#scripts/local-cloud/cognito/cognito.ts';
import { serve } from '#scripts/local-cloud/servers.ts';
import type { SentMail } from '#scripts/local-cloud/ses/ses.ts';
import { roles } from '#shared/groups.ts';
import { byRegion } from '#shared/regions.ts';
import { temporaryDatabase } from '../database.ts';

/** Whoever begins the jobs, where nobody else is named. */
export const starter = { sub: '00000000-0000-4000-8000-000000000001', email: 'boss@store.example' };

/** What a client of AWS meets on a call: nothing, or an error before or after it. */
export type Fate = (
  service: 'cognito' | 'dynamodb',
  call: () => Promise<unknown>,
  isRead?: boolean,
) => Promise<unknown>;

const unharmed: Fate = (_, call) => call();

type Sender = { readonly send: (command: never) => Promise<unknown> };

const reads = /^(Get|Query|AdminGet|AdminList)/;

/** A client whose calls meet a fate. */
const under = <Client>(client: Client, service: 'cognito' | 'dynamodb', fate: Fate): Client =>
  Object.assign(Object.create(client as object) as Client & Sender, {
    send: (command: object) =>
      fate(service, () => (client as Sender).send(command as never), reads.test(command.constructor.name)),
  });

const configuredGroups = ['NUK', 'NDACH', 'NFR', ...roles].map((name) => `bench-${name}`);

const poolOf = (name: string) => ({
  PoolName: name,
  UsernameAttributes: ['email' as const],
  UsernameConfiguration: { CaseSensitive: false as const },
  AutoVerifiedAttributes: ['email' as const],
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  Policies: { PasswordPolicy: { MinimumLength: 10, TemporaryPasswordValidityDays: 7 } },
});

/** What reaches the worker: a slice, and how often it has been handed out. */
type Message = { readonly body: string; visibleAt: number; received: number };

/** The functions of bulk work on the local cloud's Cognito and DynamoDB, with a clock that waiting moves on, and a queue by it. */
export const openBulkSetting = async () => {
  const database = await temporaryDatabase(['users', 'stores', 'audit', 'jobs', 'attempts']);
  const { db } = database;
  let skipped = 0;
  const now = () => new Date(Date.now() + skipped);
  const wait = async (ms: number) => {
    skipped += ms;
    await turn();
  };

  const mails: SentMail[] = [];
  const emulated = createCognito({
    region: 'eu-central-1',
    accountId: '123456789012',
    now,
    sendMail: (mail) => mails.push(mail),
    invokeTrigger: async (_, event) => event,
    allow: () => true,
  });
  const server = await serve(emulated.listener);
  const { id: poolId } = await emulated.ensureUserPool('Pool', poolOf('pool'));
  for (const GroupName of configuredGroups) emulated.ensureGroup(poolId, GroupName);
  const cognito = new CognitoIdentityProviderClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });

  const parts = (fate: Fate) => {
    const itsDb = under(db, 'dynamodb', fate);
    const directory = wiredDirectory({
      cognito: under(cognito, 'cognito', fate),
      db: itsDb,
      env: {
        GROUP_NAMES: configuredGroups,
        REGIONS: byRegion(() => ({ userPoolId: poolId })),
        USERS_TABLE: 'users',
        STORES_TABLE: 'stores',
        AUDIT_TABLE: 'audit',
      },
      now,
    });
    const jobs = jobsStore(itsDb, { jobs: 'jobs', audit: 'audit' });
    return { ...directory, jobs };
  };

  const messages: Message[] = [];
  const revocations: Message[] = [];
  const sqs = {
    send: async ({ input: { QueueUrl, Entries = [] } }: SendMessageBatchCommand) => {
      const queue = QueueUrl === 'revocations' ? revocations : messages;
      for (const { MessageBody = '', DelaySeconds = 0 } of Entries)
        queue.push({ body: MessageBody, visibleAt: now().getTime() + DelaySeconds * 1000, received: 0 });
      return {};
    },
  } as SQSClient;
  const queueUnder = (fate: Fate) =>
    jobsQueue(under(sqs, 'dynamodb', fate), { jobs: 'jobs', revocations: 'revocations' });

  /** A worker as Lambda starts one; what it logs is dropped. */
  const worker = (fate: Fate = unharmed) => {
    const { jobs, ...directory } = parts(fate);
    const work = sliceWork({
      jobs,
      queue: queueUnder(fate),
      users: directory.users,
      doRow: rowWork({ ...directory, configuredGroups, now }),
      configuredGroups,
      now,
      wait,
      random: Math.random,
      pace: async () => {},
      log: () => {},
    });
    return jobHandler({ work, log: () => {} });
  };

  const handlersUnder = (fate: Fate = unharmed) =>
    jobHandlers({
      jobs: parts(fate).jobs,
      queue: queueUnder(fate),
      invitations: expiredInvitations(db, 'users'),
      settings: byRegion((region) => ({ returnsAvailable: region !== 'nfr' })),
      importedUsers: importedUsers(db, 'audit'),
      countBegunRows: countBegunRows(db, 'jobs'),
      adminCount: parts(fate).users.adminCount,
      quota: jobQuota(under(db, 'dynamodb', fate), 'attempts'),
      leftForDay: leftForDay(db, 'attempts'),
    });

  const { users, administration, pool, stores } = parts(unharmed);
  const at = now().toISOString();
  const facts = { storeId: 'UK-1', storeName: 'One', status: 'confirmed', createdAt: at, updatedAt: at } as const;
  for (const region of ['nuk', 'ndach'] as const) {
    const groups = [`bench-${region.toUpperCase()}`, 'bench-admin'];
    await users.put(userRow({ ...starter, ...facts, region, groups, enabled: true }));
  }
  return {
    db,
    cognito,
    poolId,
    pool,
    users,
    stores,
    administration,
    mails,
    messages,
    revocations,
    now,
    wait,
    worker,
    handlers: handlersUnder(),
    handlersUnder,
    close: async () => {
      cognito.destroy();
      await server.close();
      await database.stop();
    },
  };
};

export type BulkSetting = Awaited<ReturnType<typeof openBulkSetting>>;

const visibilityMs = 360_000;
const functionMs = 60_000;

/** Hands the queues' messages to workers, so many at once for each queue, as event source mappings do, until none is left. Returns the dead letters. */
export const workThrough = async (
  { messages, revocations, now, wait }: BulkSetting,
  workers: number,
  invoke: (event: object, context: { getRemainingTimeInMillis: () => number }) => Promise<'killed' | boolean>,
  tries = 10,
): Promise<Message[]> => {
  const dead: Message[] = [];
  let busy = 0;
  const waiting = () => [...messages, ...revocations];
  const loop = async (queue: Message[]) => {
    while (waiting().length > 0 || busy > 0) {
      const at = now().getTime();
      const message = queue.find(({ visibleAt }) => visibleAt <= at);
      if (!message) {
        // Only when nobody works does time leap to the next message.
        const next = Math.min(...waiting().map(({ visibleAt }) => visibleAt));
        if (busy === 0 && waiting().length > 0) await wait(Math.max(next - at, 0));
        else await sleep(1);
        continue;
      }
      queue.splice(queue.indexOf(message), 1);
      message.received += 1;
      busy += 1;
      const deadline = at + functionMs;
      const event = {
        Records: [
          {
            messageId: 'm',
            body: message.body,
            attributes: { ApproximateReceiveCount: String(message.received) },
          },
        ],
      };
      const outcome = await invoke(event, { getRemainingTimeInMillis: () => deadline - now().getTime() });
      busy -= 1;
      if (outcome === true) continue;
      message.visibleAt = at + visibilityMs;
      (message.received < tries ? queue : dead).push(message);
    }
  };
  await Promise.all([messages, revocations].flatMap((queue) => Array.from({ length: workers }, () => loop(queue))));
  return dead;
};
