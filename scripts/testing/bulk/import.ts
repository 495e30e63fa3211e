import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { DraftRow } from '#lambdas/lib/jobs/import-drafts.ts';
import { scanAll } from '#scripts/ops/records/scan.ts';
import type { Role } from '#shared/users/groups.ts';
import { listAuditEvents } from '../database.ts';
import type { JobEnvironment } from './job-environment.ts';
import { jobStarter, drainQueues } from './job-environment.ts';
import { createKillFault } from './kill-fault.ts';

export const adminActor = { by: jobStarter.email, requestId: 'request-1' };

export const buildAdminContext = ({ now }: JobEnvironment, sub: string = jobStarter.sub) => ({
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
  readonly killCount: number;
  /** Probability (0 to 1) that a call to Cognito is throttled. */
  readonly throttleProbability: number;
  /** Number of messages that are delivered twice. */
  readonly duplicateCount: number;
  /**
   * A killed worker is killed at one of its writes from the first to this one, at random. Must be lower than the number
   * of writes for a slice.
   */
  readonly lastKillableWrite: number;
};

/** Processes everything in the queue with two workers, some of which are killed at random writes. */
const drainWithFaults = async (environment: JobEnvironment, plan: FaultPlan) => {
  const { killCount, throttleProbability, duplicateCount, lastKillableWrite } = plan;
  environment.messages.push(...environment.messages.slice(0, duplicateCount).map((message) => ({ ...message })));
  let killedCount = 0;
  let pendingKills = 0;
  const deadLetters = await drainQueues(environment, 2, async (event, context) => {
    const shouldKill = killedCount + pendingKills < killCount;
    if (shouldKill) pendingKills += 1;
    const killFault = createKillFault({
      killedAt: shouldKill ? 1 + Math.floor(Math.random() * lastKillableWrite) : Infinity,
      isKilledAfterCall: Math.random() < 0.5,
      shouldThrottle: () => Math.random() < throttleProbability,
    });
    const { batchItemFailures } = await environment.createWorker(killFault.fault)(event, context);
    if (shouldKill) pendingKills -= 1;
    if (!killFault.isDead()) return batchItemFailures.length === 0;
    killedCount += 1;
    return 'killed';
  });
  return { killedCount, deadLetters };
};

/** Lists the audit events of a user by email or by sub, oldest first. */
export const listEvents = async (environment: JobEnvironment, email: string) =>
  listEventsBySub(environment, (await environment.users.findByEmail('nuk', email))?.sub ?? '');
export const listEventsBySub = ({ db }: JobEnvironment, sub: string) => listAuditEvents(db, 'nuk', sub);

const formatGroups = (row: Record<string, unknown>) => [...(row['groups'] as string[])].toSorted().join();

/** Number of users that only Cognito has, because their invitation was interrupted; they have chosen a password. */
export const cognitoOnlyCount = 3;

/**
 * Imports users while workers are killed and calls are throttled. A tenth of them exist already, some with
 * differences, and a few are known to Cognito only.
 */
export const importUnderFaults = async (environment: JobEnvironment, rowCount: number, plan: FaultPlan) => {
  const { handlers, administration, mails, cognito, poolId: UserPoolId } = environment;
  const existingCount = Math.floor(rowCount / 10);
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
    ...Array.from({ length: rowCount - existingCount - cognitoOnlyCount }, (_, index) =>
      buildPerson(`new${index}`, index % 50 === 0 ? { roles: ['admin', 'register-repairs'] } : {}),
    ),
  ];
  const id = randomUUID();
  const draft = { region: 'nuk' as const, id, bySub: jobStarter.sub, updateExisting: true, rows: toDraftRows(people) };
  await environment.drafts.add(draft, environment.now());
  await handlers.startImport(
    { region: 'nuk', id, acceptsDoubtfulRows: false },
    buildAdminContext(environment) as never,
  );
  const { killedCount, deadLetters } = await drainWithFaults(environment, plan);
  const { body: job } = await handlers.findJob({ region: 'nuk', id }, buildAdminContext(environment) as never);
  const { body: failed } = await handlers.listFailedRows(
    { region: 'nuk', id },
    buildAdminContext(environment) as never,
  );

  const storedRows = (await scanAll(environment.db, 'users')).filter((row) => typeof row['email'] === 'string');
  const rowsByEmail = Map.groupBy(storedRows, (row) => String(row['email']));
  const emailsWithWrongRow = people
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
  const emailsWithWrongMailCount = people
    .filter(({ email }) => (mailsByEmail.get(email)?.length ?? 0) !== (email.startsWith('new') ? 1 : 0))
    .map(({ email }) => email);
  const invitationEventsByEmail = Map.groupBy(
    (await scanAll(environment.db, 'audit')).filter(({ action }) => action === 'invited'),
    ({ email }) => String(email),
  );
  return {
    job,
    killedCount,
    deadLetterCount: deadLetters.length,
    /** Email addresses of the file that do not have exactly one, matching row in the users table. */
    emailsWithWrongRow,
    /** Email addresses that received the wrong number of emails. */
    emailsWithWrongMailCount,
    /** Number of users whose invitation was not recorded exactly once. */
    wrongEventCount: people.filter(({ email }) => invitationEventsByEmail.get(email)?.length !== 1).length,
    failed: failed.items.map(({ email, reason }) => ({ email, reason })),
  };
};
