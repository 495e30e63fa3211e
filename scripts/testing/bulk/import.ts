import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { DraftRow } from '#lambdas/lib/jobs/import-drafts.ts';
import { scanAll } from '#scripts/ops/records/scan.ts';
import type { Role } from '#shared/users/groups.ts';
import { listAuditEvents } from '../database.ts';
import { createKillFault } from './kill-fault.ts';
import type { BulkSetting } from './setting.ts';
import { jobStarter, drainQueues } from './setting.ts';

export const adminActor = { by: jobStarter.email, requestId: 'request-1' };

export const buildAdminContext = ({ now }: BulkSetting, sub: string = jobStarter.sub) => ({
  now: now(),
  site: 'https://portal.example',
  cookies: [],
  caller: {
    sub,
    email: adminActor.by,
    storeId: 'UK-1',
    storeName: 'One',
    userGroups: ['admin', 'NUK'] as const,
    tokenExpiresAt: '2030-01-01T00:00:00.000Z',
  },
});

export type Person = { email: string; storeId: string; storeName: string; roles: Role[] };

export const buildPerson = (name: string, change: Partial<Person> = {}): Person => ({
  email: `${name}@store.example`,
  storeId: 'UK-1',
  storeName: 'One',
  roles: ['register-repairs'],
  ...change,
});

/** Returns the rows of a file with these people below its headers. */
export const toDraftRows = (people: readonly (Person & { readonly isDoubtful?: boolean })[]): DraftRow[] =>
  people.map((person, index) => ({ row: index + 2, isDoubtful: false, ...person }));

type FaultPlan = {
  /** Number of workers that are killed. */
  readonly kills: number;
  /** Probability (0 to 1) that a call to Cognito is throttled. */
  readonly throttleProbability: number;
  /** Number of messages that are delivered twice. */
  readonly duplicatedMessages: number;
  /** Maximum number of the call at which a worker is killed; lower than the number of calls for a slice. */
  readonly lastKillableCall: number;
};

/** Processes everything in the queue with two workers, some of which are killed at random calls. */
const drainWithFaults = async (setting: BulkSetting, plan: FaultPlan) => {
  const { kills, throttleProbability, duplicatedMessages, lastKillableCall } = plan;
  setting.messages.push(...setting.messages.slice(0, duplicatedMessages).map((message) => ({ ...message })));
  let killedCount = 0;
  let pendingKills = 0;
  const deadLetters = await drainQueues(setting, 2, async (event, context) => {
    const shouldKill = killedCount + pendingKills < kills;
    if (shouldKill) pendingKills += 1;
    const kill = createKillFault({
      killedAt: shouldKill ? 1 + Math.floor(Math.random() * lastKillableCall) : Infinity,
      isKilledAfterCall: Math.random() < 0.5,
      throttles: () => Math.random() < throttleProbability,
    });
    const { batchItemFailures } = await setting.createWorker(kill.fault)(event, context);
    if (shouldKill) pendingKills -= 1;
    if (!kill.isDead()) return batchItemFailures.length === 0;
    killedCount += 1;
    return 'killed';
  });
  return { killed: killedCount, deadLetters };
};

/** Lists the audit events of a user, oldest first. */
export const listEvents = async (setting: BulkSetting, email: string) =>
  listEventsBySub(setting, (await setting.users.findByEmail('nuk', email))?.sub ?? '');
export const listEventsBySub = ({ db }: BulkSetting, sub: string) => listAuditEvents(db, 'nuk', sub);

const formatGroups = (row: Record<string, unknown>) => [...(row['groups'] as string[])].toSorted().join();

/** Number of users known to Cognito only: their invitation was interrupted, and they have chosen a password. */
export const cognitoOnlyCount = 3;

/**
 * Imports users while workers are killed and calls are throttled. A tenth of them exist already, some with
 * differences, and a few are known to Cognito only.
 */
export const importUnderFaults = async (setting: BulkSetting, rows: number, plan: FaultPlan) => {
  const { handlers, administration, mails, cognito, poolId: UserPoolId } = setting;
  const existingCount = Math.floor(rows / 10);
  for (let index = 0; index < existingCount; index += 1)
    await administration.invite(adminActor, { region: 'nuk', ...buildPerson(`old${index}`) }, 'https://portal.example');
  const cognitoOnlyPeople = Array.from({ length: cognitoOnlyCount }, (_, index) => buildPerson(`stranger${index}`));
  for (const { email: Username } of cognitoOnlyPeople) {
    await cognito.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }));
    const Password = 'Bench-Passw0rd!';
    await cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
  }
  mails.length = 0;

  const people = [
    ...Array.from({ length: existingCount }, (_, index) =>
      buildPerson(
        `old${index}`,
        index % 2 === 0 ? { roles: ['register-returns'], storeId: 'UK-2', storeName: 'Two' } : {},
      ),
    ),
    ...cognitoOnlyPeople,
    ...Array.from({ length: rows - existingCount - cognitoOnlyCount }, (_, index) =>
      buildPerson(`new${index}`, index % 50 === 0 ? { roles: ['admin', 'register-repairs'] } : {}),
    ),
  ];
  const id = randomUUID();
  const draft = { region: 'nuk' as const, id, bySub: jobStarter.sub, updateExisting: true, rows: toDraftRows(people) };
  await setting.drafts.add(draft, setting.now());
  await handlers.startImport({ region: 'nuk', id, acceptsDoubtfulRows: false }, buildAdminContext(setting) as never);
  const { killed, deadLetters } = await drainWithFaults(setting, plan);
  const { body: job } = await handlers.findJob({ region: 'nuk', id }, buildAdminContext(setting) as never);
  const { body: failed } = await handlers.listFailedRows({ region: 'nuk', id }, buildAdminContext(setting) as never);

  const storedRows = (await scanAll(setting.db, 'users')).filter((row) => typeof row['email'] === 'string');
  const rowsByEmail = Map.groupBy(storedRows, (row) => String(row['email']));
  const wrong = people
    .filter(({ email, storeId, storeName, roles }) => {
      const [row, ...duplicates] = rowsByEmail.get(email) ?? [];
      const groups = ['bench-NUK', ...roles.map((role) => `bench-${role}`)].toSorted().join();
      return (
        !row ||
        duplicates.length > 0 ||
        row['storeId'] !== storeId ||
        row['storeName'] !== storeName ||
        formatGroups(row) !== groups
      );
    })
    .map(({ email }) => email);
  const mailsByEmail = Map.groupBy(mails, ({ to }) => to);
  const wronglyMailed = people
    .filter(({ email }) => (mailsByEmail.get(email)?.length ?? 0) !== (email.startsWith('new') ? 1 : 0))
    .map(({ email }) => email);
  const invitations = Map.groupBy(
    (await scanAll(setting.db, 'audit')).filter(({ action }) => action === 'invited'),
    ({ email }) => String(email),
  );
  return {
    job,
    killed,
    deadLetters: deadLetters.length,
    /** Addresses of the file without exactly one matching row. */
    wrong,
    /** Addresses that received the wrong number of emails. */
    wronglyMailed,
    /** Number of users whose invitation was not recorded exactly once. */
    wrongEvents: people.filter(({ email }) => invitations.get(email)?.length !== 1).length,
    failed: failed.items.map(({ email, reason }) => ({ email, reason })),
  };
};
