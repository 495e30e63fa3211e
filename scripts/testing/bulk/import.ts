import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { scanAll } from '#scripts/records/scan.ts';
import type { Role } from '#shared/groups.ts';
import { auditOf } from '../database.ts';
import { mortal } from './mortal.ts';
import type { BulkSetting } from './setting.ts';
import { starter, workThrough } from './setting.ts';

export const adminActor = { by: starter.email, requestId: 'request-1' };

export const by = ({ now }: BulkSetting, sub: string = starter.sub) => ({
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

export const person = (name: string, change: Partial<Person> = {}): Person => ({
  email: `${name}@store.example`,
  storeId: 'UK-1',
  storeName: 'One',
  roles: ['register-repairs'],
  ...change,
});

type Plan = {
  readonly kills: number;
  readonly throttled: number;
  readonly doubled: number;
  /** Workers are killed within so many calls: fewer than a slice takes. */
  readonly within: number;
};

/** Does all that waits in the queue, by two workers at once, some of which are killed at random calls. */
const workHard = async (setting: BulkSetting, { kills, throttled, doubled, within }: Plan) => {
  setting.messages.push(...setting.messages.slice(0, doubled).map((message) => ({ ...message })));
  let killed = 0;
  let doomed = 0;
  const dead = await workThrough(setting, 2, async (event, context) => {
    const isDoomed = killed + doomed < kills;
    if (isDoomed) doomed += 1;
    const life = mortal({
      killedAt: isDoomed ? 1 + Math.floor(Math.random() * within) : Infinity,
      isAfter: Math.random() < 0.5,
      throttles: () => Math.random() < throttled,
    });
    const { batchItemFailures } = await setting.worker(life.fate)(event, context);
    if (isDoomed) doomed -= 1;
    if (!life.isDead()) return batchItemFailures.length === 0;
    killed += 1;
    return 'killed';
  });
  return { killed, dead };
};

/** What happened to a user, oldest first. */
export const eventsOf = async (setting: BulkSetting, email: string) =>
  eventsOfSub(setting, (await setting.users.findByEmail('nuk', email))?.sub ?? '');
export const eventsOfSub = ({ db }: BulkSetting, sub: string) => auditOf(db, 'nuk', sub);

const groupsOf = (row: Record<string, unknown>) => [...(row['groups'] as string[])].toSorted().join();

/** Whom only Cognito knows: their invitation was broken off, and they have chosen a password. */
export const strangers = 3;

/** Imports so many people, a tenth of whom exist already, differing or not, and a few of whom only Cognito knows. */
export const importHard = async (setting: BulkSetting, rows: number, plan: Plan) => {
  const { handlers, administration, mails, cognito, poolId: UserPoolId } = setting;
  const existing = Math.floor(rows / 10);
  for (let index = 0; index < existing; index += 1)
    await administration.invite(adminActor, { region: 'nuk', ...person(`old${index}`) }, 'https://portal.example');
  const strangersOf = Array.from({ length: strangers }, (_, index) => person(`stranger${index}`));
  for (const { email: Username } of strangersOf) {
    await cognito.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }));
    const Password = 'Bench-Passw0rd!';
    await cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
  }
  mails.length = 0;

  const people = [
    ...Array.from({ length: existing }, (_, index) =>
      person(`old${index}`, index % 2 === 0 ? { roles: ['register-returns'], storeId: 'UK-2', storeName: 'Two' } : {}),
    ),
    ...strangersOf,
    ...Array.from({ length: rows - existing - strangers }, (_, index) =>
      person(`new${index}`, index % 50 === 0 ? { roles: ['admin', 'register-repairs'] } : {}),
    ),
  ];
  const id = randomUUID();
  await handlers.startImport(
    { region: 'nuk', id, updateExisting: true, rows: people.map((one, index) => ({ row: index + 2, ...one })) },
    by(setting) as never,
  );
  const { killed, dead } = await workHard(setting, plan);
  const { body: job } = await handlers.findJob({ region: 'nuk', id }, by(setting) as never);
  const { body: failed } = await handlers.listFailedRows({ region: 'nuk', id }, by(setting) as never);

  const stored = (await scanAll(setting.db, 'users')).filter((row) => typeof row['email'] === 'string');
  const rowsOf = Map.groupBy(stored, (row) => String(row['email']));
  const wrong = people
    .filter(({ email, storeId, storeName, roles }) => {
      const [row, ...others] = rowsOf.get(email) ?? [];
      const groups = ['bench-NUK', ...roles.map((role) => `bench-${role}`)].toSorted().join();
      return (
        !row ||
        others.length > 0 ||
        row['storeId'] !== storeId ||
        row['storeName'] !== storeName ||
        groupsOf(row) !== groups
      );
    })
    .map(({ email }) => email);
  const sent = Map.groupBy(mails, ({ to }) => to);
  const wronglyMailed = people
    .filter(({ email }) => (sent.get(email)?.length ?? 0) !== (email.startsWith('new') ? 1 : 0))
    .map(({ email }) => email);
  const invitations = Map.groupBy(
    (await scanAll(setting.db, 'audit')).filter(({ action }) => action === 'invited'),
    ({ email }) => String(email),
  );
  return {
    job,
    killed,
    deadLetters: dead.length,
    /** Addresses of the file that haven't exactly one row, or haven't what the file says. */
    wrong,
    /** Addresses that got another number of emails than they should. */
    wronglyMailed,
    /** Users whose invitation was written down another number of times than once. */
    wrongEvents: people.filter(({ email }) => invitations.get(email)?.length !== 1).length,
    failed: failed.items.map(({ email, reason }) => ({ email, reason })),
  };
};
