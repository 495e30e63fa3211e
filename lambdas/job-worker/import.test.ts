import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/directory/user-row.ts';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { adminActor, by, eventsOf, eventsOfSub, importHard, person } from '#scripts/testing/bulk/import.ts';
import type { Person } from '#scripts/testing/bulk/import.ts';
import { mortal } from '#scripts/testing/bulk/mortal.ts';
import type { BulkSetting, Fate } from '#scripts/testing/bulk/setting.ts';
import { openBulkSetting, workThrough } from '#scripts/testing/bulk/setting.ts';
import { roles } from '#shared/groups.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';

let setting: BulkSetting;
beforeAll(async () => {
  setting = await openBulkSetting();
}, 60_000);
afterAll(() => setting.close());
beforeEach(() => {
  setting.mails.length = 0;
  setting.messages.length = 0;
});

const caller = (sub?: string) => by(setting, sub) as never;
const jobOf = async (id: string) => (await setting.handlers.findJob({ region: 'nuk', id }, caller())).body;
const failedOf = async (id: string) =>
  (await setting.handlers.listFailedRows({ region: 'nuk', id }, caller())).body.items;
const userOf = async ({ sub }: Pick<User, 'sub'>) => setting.users.get('nuk', sub);
let names = 0;
const newPerson = (change: Partial<Person> = {}) => person(`someone${(names += 1)}`, change);
const newPeople = (count: number) => Array.from({ length: count }, () => newPerson());

type Start = { id?: string; updateExisting?: boolean; sub?: string; region?: 'nuk' | 'ndach' | 'nfr' };

/** Begins an import, by somebody whose calls meet a fate. */
const importOf = async (
  people: readonly Person[],
  { id = randomUUID(), updateExisting = false, sub, region = 'nuk' }: Start = {},
  fate?: Fate,
) => {
  const rows = people.map((one, index) => ({ row: index + 2, ...one }));
  return (await setting.handlersUnder(fate).startImport({ region, id, updateExisting, rows }, caller(sub))).body;
};

const act = async (
  action: BulkAction,
  subs: readonly string[],
  { sub, ...more }: { sub?: string; id?: string; role?: 'admin' | 'register-returns' } = {},
) => {
  const asked = { region: 'nuk' as const, id: randomUUID() as string, action, subs: [...subs], ...more };
  return (await setting.handlers.startActions(asked, caller(sub))).body;
};

/** So many workers at once until the queue is empty, each with a fate of its own. */
const work = (fateOf: () => Fate | undefined = () => undefined, workers = 1) =>
  workThrough(setting, workers, async (...event) => {
    const { batchItemFailures } = await setting.worker(fateOf())(...event);
    return batchItemFailures.length === 0;
  });

/** Something else happens once, before a call of a worker. */
const meanwhile =
  (isTime: (service: string, isRead?: boolean) => boolean, happen: () => Promise<unknown>): Fate =>
  async (service, call, isRead) => {
    if (isTime(service, isRead)) await happen();
    return call();
  };

const invited = (change: Partial<Person> = {}) =>
  setting.administration.invite(adminActor, { region: 'nuk', ...newPerson(change) }, 'https://portal.example');

/** A user whose invitation has run out, by Cognito's clock too. */
const expired = async () => {
  const row: User = { ...(await invited()), inviteExpiresAt: '2026-01-08T00:00:00.000Z' };
  await setting.db.send(new PutCommand({ TableName: 'users', Item: row }));
  await setting.wait(60_000);
  return row;
};

const outcomes = (change: object = {}) => ({ invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0, ...change });
const isAdmin = (user?: { readonly groups: readonly string[] }) => user?.groups.includes('bench-admin') ?? false;

test('of 40 rows, with six workers killed, 5 % of Cognito’s calls refused and slices handed out twice, each user is there exactly once, with one email, and the summary is right', async () => {
  const plan = { kills: 6, throttled: 0.05, doubled: 2, within: 20 };
  const { job, failed, ...rest } = await importHard(setting, 40, plan);
  expect(rest).toEqual({ killed: 6, deadLetters: 0, wrong: [], wronglyMailed: [], wrongEvents: 0 });
  const came = outcomes({ invited: 33, updated: 5, unchanged: 2 });
  expect(job).toMatchObject({ state: 'done', total: 40, outcomes: came });
  expect(failed).toEqual([]);
}, 180_000);

describe('killed after any call that changes something, a worker leaves what the next one completes', () => {
  type Begun = { readonly id: string; readonly email: string };
  // Once a call was answered: what it then leaves is what it leaves when it is killed before the next one.
  test.each<[string, () => Promise<Begun>, { outcome: object; mails: number; action: string }]>([
    [
      'an invitation',
      async () => {
        const one = newPerson({ roles: ['admin', 'register-repairs'] });
        return { ...(await importOf([one])), email: one.email };
      },
      { outcome: { invited: 1 }, mails: 1, action: 'invited' },
    ],
    [
      'an invitation of somebody who has chosen a password by one that was broken off',
      async () => {
        const one = newPerson();
        const named = { UserPoolId: setting.poolId, Username: one.email };
        await setting.cognito.send(new AdminCreateUserCommand({ ...named, MessageAction: 'SUPPRESS' }));
        const chosen = { ...named, Password: 'Bench-Passw0rd!', Permanent: true };
        await setting.cognito.send(new AdminSetUserPasswordCommand(chosen));
        return { ...(await importOf([one], { updateExisting: true })), email: one.email };
      },
      { outcome: { updated: 1 }, mails: 0, action: 'invited' },
    ],
    [
      'an update',
      async () => {
        const { email } = await invited();
        const changed = person('', { email, roles: ['register-returns'], storeId: 'UK-2', storeName: 'Two' });
        return { ...(await importOf([changed], { updateExisting: true })), email };
      },
      { outcome: { updated: 1 }, mails: 0, action: 'storeChanged' },
    ],
    [
      'a resent invitation',
      async () => {
        const { email } = await expired();
        return { ...(await setting.handlers.startResend({ region: 'nuk', id: randomUUID() }, caller())).body, email };
      },
      { outcome: { done: 1 }, mails: 1, action: 'invitationResent' },
    ],
    [
      'disabling',
      async () => {
        const { sub, email } = await invited();
        return { ...(await act('disable', [sub])), email };
      },
      { outcome: { done: 1 }, mails: 0, action: 'disabled' },
    ],
  ])(
    '%s',
    async (_, begin, { outcome, mails, action }) => {
      for (let killedAt = 1; ; killedAt += 1) {
        const { id, email } = await begin();
        // Of what came before nothing counts.
        setting.mails.length = 0;
        const life = mortal({ killedAt, isAfter: true });
        const fates = [life.fate];
        await work(() => fates.shift());
        const done = { state: 'done', outcomes: outcomes(outcome) };
        expect({ killedAt, ...(await jobOf(id)) }).toMatchObject({ killedAt, ...done });
        const happened = (await eventsOf(setting, email)).filter((event) => event['action'] === action);
        expect([killedAt, setting.mails.map(({ to }) => to), happened.length]).toEqual([
          killedAt,
          Array(mails).fill(email),
          1,
        ]);
        if (life.isDead()) continue;
        expect(killedAt).toBeGreaterThan(5);
        break;
      }
    },
    120_000,
  );
});

describe('a job whose starter loses their rights', () => {
  // What takes them, and why the job then says it was stopped.
  test.each<[string, (user: User) => Promise<unknown>]>([
    ['starterDisabled', (user) => setting.administration.disable(adminActor, user)],
    ['starterDeleted', (user) => setting.administration.remove(adminActor, user)],
    ['starterDemoted', (user) => setting.administration.removeFromGroup(adminActor, user, 'admin')],
    [
      'starterOutside',
      async (user) => {
        const left = { UserPoolId: setting.poolId, Username: user.sub, GroupName: 'bench-NUK' };
        await setting.cognito.send(new AdminRemoveUserFromGroupCommand(left));
        const [row, found] = [await userOf(user), await setting.pool.find('nuk', user.sub)];
        return row && found && setting.administration.mirror(adminActor, row, found);
      },
    ],
  ])('is stopped before its next row, and says why: %s', async (stopReason, end) => {
    const me = await invited({ roles: ['admin'] });
    setting.mails.length = 0;
    const { id } = await importOf(newPeople(30), { sub: me.sub });
    let isEnded = false;
    const ending = meanwhile(
      () => setting.mails.length >= 3 && !isEnded,
      () => {
        isEnded = true;
        return end(me);
      },
    );
    await work(() => ending, 2);
    // What two workers were at in that very moment comes to its end, and gives no role.
    expect(setting.mails.length).toBeLessThan(7);
    const job = await jobOf(id);
    expect(job).toMatchObject({ state: 'stopped', stopReason });
    const { invited: whole, failed = 0 } = job.outcomes;
    expect([failed <= 2, (whole ?? 0) + failed]).toEqual([true, setting.mails.length]);
    const told = (await eventsOfSub(setting, me.sub)).filter(({ requestId }) => requestId === id);
    expect(told.map(({ action, by: who }) => [action, who])).toEqual([
      ['jobStarted', adminActor.by],
      ['jobStopped', 'portal'],
    ]);
    expect(told[1]).toMatchObject({ job: { total: 30, stopReason } });
  });

  test.each<[string, (one: Person, me: User) => Promise<{ id: string }>]>([
    ['an invitation', (one, { sub }) => importOf([one], { sub })],
    [
      'an invitation of somebody whom only Cognito knows',
      async (one, { sub }) => {
        // An invitation of long ago was broken off.
        const made = { UserPoolId: setting.poolId, Username: one.email, MessageAction: 'SUPPRESS' as const };
        await setting.cognito.send(new AdminCreateUserCommand(made));
        await setting.wait(60_000);
        return importOf([one], { sub });
      },
    ],
    [
      'a role',
      async ({ email }, { sub }) => act('addToGroup', [(await invited({ email })).sub], { role: 'admin', sub }),
    ],
    [
      'an update',
      async (one, { sub }) => {
        await invited({ email: one.email });
        return importOf([one], { updateExisting: true, sub });
      },
    ],
  ])(
    'before any call of a row that changes something gives nothing any more: %s',
    async (_, begin) => {
      for (let at = 1; ; at += 1) {
        const me = await invited({ roles: ['admin'] });
        const one = newPerson({ roles: ['admin'] });
        const { id } = await begin(one, me);
        let calls = 0;
        let before = false;
        const ending = meanwhile(
          (__, isRead) => !isRead && (calls += 1) === at,
          async () => {
            before = isAdmin(await setting.users.findByEmail('nuk', one.email));
            await setting.administration.disable(adminActor, me);
          },
        );
        await work(() => ending);
        if (calls < at) break;
        const found = await setting.pool.find('nuk', one.email);
        const row = found && (await userOf(found));
        const { outcomes: came } = await jobOf(id);
        // Nothing that was done by half counts as done.
        const isDone = rowsDone({ outcomes: { ...came, failed: 0 } }) > 0;
        expect([at, isAdmin(row), isAdmin(found), isDone]).toEqual([at, before, before, before]);
        // Nobody is left with an invitation, or with more than they had, and without a row.
        if (setting.mails.some(({ to }) => to === one.email) || (found && found.groups.length > 0))
          expect([at, row]).toEqual([at, expect.anything()]);
      }
    },
    120_000,
  );
});

describe('killed after any call that changes something, a worker leaves nobody to Cognito alone, though then', () => {
  test.each<[string, (id: string, me: User) => Promise<unknown>]>([
    ['somebody stops the job', (id) => setting.handlers.stopJob({ region: 'nuk', id }, caller())],
    ['its starter is disabled', (_, me) => setting.administration.disable(adminActor, me)],
  ])(
    '%s',
    async (name, stop) => {
      for (let killedAt = 1; ; killedAt += 1) {
        const me = await invited({ roles: ['admin'] });
        const one = newPerson({ roles: ['admin', 'register-repairs'] });
        const { id } = await importOf([one], { sub: me.sub });
        setting.mails.length = 0;
        const life = mortal({ killedAt, isAfter: true });
        let before: User | undefined;
        let isFirst = true;
        await workThrough(setting, 1, async (...event) => {
          const { batchItemFailures } = await setting.worker(isFirst ? life.fate : undefined)(...event);
          if (isFirst) {
            before = await setting.users.findByEmail('nuk', one.email);
            await stop(id, me);
          }
          isFirst = false;
          return batchItemFailures.length === 0;
        });
        const inPool = await setting.pool.find('nuk', one.email);
        const row = await setting.users.findByEmail('nuk', one.email);
        const isGiven = name.startsWith('its') ? before !== undefined : row !== undefined;
        expect([killedAt, inPool !== undefined, setting.mails.length, isAdmin(row)]).toEqual([
          killedAt,
          row !== undefined,
          row ? 1 : 0,
          isGiven,
        ]);
        if (!life.isDead()) break;
      }
    },
    120_000,
  );
});

test('starting, stopping and ending a job are in the history of whoever began it, once each', async () => {
  const me = await invited({ roles: ['admin'] });
  const first = await importOf([newPerson({ roles: ['admin'] }), newPerson()], { sub: me.sub });
  await work();
  const second = await importOf([newPerson()], { sub: me.sub });
  await setting.handlers.stopJob({ region: 'nuk', id: second.id }, caller());
  await setting.handlers.stopJob({ region: 'nuk', id: second.id }, caller());
  await work();
  const told = (await eventsOfSub(setting, me.sub)).filter(({ action }) => String(action).startsWith('job'));
  expect(told.map(({ action, requestId, job }) => [action, requestId, job])).toEqual([
    ['jobStarted', first.id, expect.objectContaining({ kind: 'import', total: 2, admins: 1 })],
    ['jobEnded', first.id, expect.objectContaining({ outcomes: outcomes({ invited: 2 }) })],
    ['jobStarted', second.id, expect.objectContaining({ total: 1, admins: 0 })],
    ['jobStopped', second.id, expect.objectContaining({ outcomes: outcomes() })],
  ]);
});

describe('a start', () => {
  test.each([1, 2, 3, 4])(
    'broken off at its change %s is completed when it is sent again, and nothing is done twice',
    async (killedAt) => {
      const people = newPeople(3);
      const id = randomUUID();
      await expect(importOf(people, { id }, mortal({ killedAt, isAfter: true }).fate)).rejects.toThrow();
      expect(await importOf(people, { id })).toMatchObject({ id, state: 'running', total: 3 });
      await work();
      const done = { id, state: 'done', outcomes: outcomes({ invited: 3 }) };
      expect(await importOf(people, { id })).toMatchObject(done);
      expect(setting.mails).toHaveLength(3);
    },
    60_000,
  );

  test('while another one runs is refused; of ten at once one begins', async () => {
    const started = await Promise.allSettled(Array.from({ length: 10 }, () => importOf([newPerson()])));
    const refused = started.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(9).fill('JobRunning'));
    await expect(importOf([newPerson()])).rejects.toMatchObject({ code: 'JobRunning' });
    await work();
  });

  test('that sends more emails than its starter may in a day is refused, and leaves the region free', async () => {
    const { sub } = await invited({ roles: ['admin'] });
    const other = await importOf([newPerson()]);
    // Refused for another reason, and not counted.
    const many = newPeople(3);
    await expect(importOf(many, { sub })).rejects.toMatchObject({ code: 'JobRunning' });
    await setting.handlers.stopJob({ region: 'nuk', id: other.id }, caller());
    const used = limits.daily.emails.most - 3;
    await dailyLimits(setting.db, 'attempts')('emails', { region: 'nuk', sub }, used, setting.now());
    await importOf(many, { sub });
    await work();
    await expect(importOf(newPeople(2), { sub })).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect((await setting.handlers.latestJob({ region: 'nuk' }, caller(sub))).body.emailsLeft).toBe(0);
    const { id } = await act('disable', [randomUUID()], { sub });
    await importOf([newPerson()]);
    await work();
    expect((await jobOf(id)).state).toBe('done');
  });

  test('with a role that the region doesn’t have is refused', () =>
    expect(importOf([newPerson({ roles: ['register-returns'] })], { region: 'nfr' })).rejects.toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'rows.0.roles', rule: 'pattern' }],
    }));
});

test('a row that is refused for good is tried once', async () => {
  const { email } = await invited();
  const { id } = await importOf([newPerson({ email })]);
  let calls = 0;
  await work(() => (_, call) => {
    calls += 1;
    return call();
  });
  expect((await failedOf(id)).map(({ reason }) => reason)).toEqual(['UsernameExistsException']);
  // A second attempt would take as many again.
  expect(calls).toBeLessThan(25);
});

test('a job that was stopped is over though its messages were lost', async () => {
  const { id } = await importOf([newPerson()]);
  setting.messages.length = 0;
  await setting.handlers.stopJob({ region: 'nuk', id }, caller());
  await importOf([newPerson()]);
  await work();
});

describe('work is fair', () => {
  /** Works until a job is over; what is left of another one is stopped. */
  const workUntilOver = async (id: string, region: 'nuk' | 'ndach', other: string) => {
    await workThrough(setting, 2, async (...event) => {
      const { batchItemFailures } = await setting.worker()(...event);
      const { body } = await setting.handlers.findJob({ region, id }, caller());
      if (body.state !== 'running') setting.messages.length = 0;
      return batchItemFailures.length === 0;
    });
    await setting.handlers.stopJob({ region: 'nuk', id: other }, caller());
    // No more than what two workers had begun.
    expect(setting.mails.length).toBeLessThan(60);
  };

  test('a small job of one region does not wait for a large one of another', async () => {
    const large = await importOf(newPeople(200));
    const small = newPerson();
    const { id } = await importOf([small], { region: 'ndach' });
    await workUntilOver(id, 'ndach', large.id);
    expect(setting.mails.map(({ to }) => to)).toContain(small.email);
  });

  test('disabling overtakes an import of its region, one at a time', async () => {
    const user = await invited();
    const large = await importOf(newPeople(100));
    setting.mails.length = 0;
    const { id } = await act('disable', [user.sub]);
    await expect(act('disable', [user.sub])).rejects.toMatchObject({ code: 'JobRunning' });
    await expect(importOf([newPerson()])).rejects.toMatchObject({ code: 'JobRunning' });
    expect((await setting.handlers.latestJob({ region: 'nuk' }, caller())).body.job?.id).toBe(id);
    await workUntilOver(id, 'nuk', large.id);
    expect(await userOf(user)).toMatchObject({ enabled: false });
  });

  test('a job that stands still keeps nobody waiting', async () => {
    const { id } = await importOf(newPeople(3));
    const own = [...setting.messages];
    const standing = await act('disable', [(await invited()).sub]);
    setting.messages.splice(0, Infinity, ...own);
    await work();
    expect(await jobOf(id)).toMatchObject({ state: 'done', outcomes: outcomes({ invited: 3 }) });
    await setting.handlers.stopJob({ region: 'nuk', id: standing.id }, caller());
  });
});

describe('rows that fail', () => {
  test('fit into one answer, even a whole file of the longest', () => {
    const longest = {
      row: limits.bulk.fileRows,
      email: 'x'.repeat(limits.text.email),
      storeId: 'x'.repeat(limits.text.storeId),
      storeName: '語'.repeat(limits.text.storeName),
      roles,
      reason: 'InvalidParameterException',
    };
    const items = Array.from({ length: limits.bulk.rows }, () => longest);
    expect(Buffer.byteLength(JSON.stringify({ items }))).toBeLessThan(6_000_000);
  });

  test.each<[string, (me: User) => Promise<{ id: string }>]>([
    ['disabling', ({ sub }) => act('disable', [sub], { sub })],
    ['no admin role', ({ sub }) => act('removeFromGroup', [sub], { sub, role: 'admin' })],
    [
      'an update without the role',
      ({ sub, email }) => {
        const own = person('', { email, roles: [], storeId: 'UK-9', storeName: 'Nine' });
        return importOf([own], { updateExisting: true, sub });
      },
    ],
  ])('change nothing: %s of oneself', async (_, begin) => {
    await invited({ roles: ['admin'] });
    const me = await invited({ roles: ['admin'] });
    const { id } = await begin(me);
    await work();
    expect(await failedOf(id)).toMatchObject([{ email: me.email, reason: 'OwnAccount' }]);
    expect(await userOf(me)).toMatchObject({ enabled: true, storeId: 'UK-1', version: me.version });
  });

  test('do so for good once the queue has handed them out for the last time, while Cognito takes nothing', async () => {
    const { id } = await importOf(newPeople(2));
    const busy = Object.assign(new Error('busy'), { name: 'TooManyRequestsException', $metadata: {} });
    const refusing = meanwhile(
      (service) => service === 'cognito',
      () => Promise.reject(busy),
    );
    expect(await work(() => refusing)).toEqual([]);
    expect(setting.mails).toEqual([]);
    expect((await failedOf(id)).map(({ reason }) => reason)).toEqual(['ServiceUnavailable', 'ServiceUnavailable']);
    expect(await jobOf(id)).toMatchObject({ state: 'done', outcomes: outcomes({ failed: 2 }) });
  });
});

test('a user is changed once by actions, and left alone where nothing is to do', async () => {
  const [one, two] = [await invited(), await invited()];
  const outcomesOf = async (action: BulkAction, role?: 'register-returns') => {
    const { id } = await act(action, [one.sub, two.sub, one.sub], { ...(role && { role }) });
    await work();
    return (await jobOf(id)).outcomes;
  };
  expect(await outcomesOf('addToGroup', 'register-returns')).toEqual(outcomes({ done: 2 }));
  expect(await outcomesOf('addToGroup', 'register-returns')).toEqual(outcomes({ unchanged: 2 }));
  for (const action of ['disable', 'enable', 'resendInvitation'] as const)
    expect(await outcomesOf(action)).toEqual(outcomes({ done: 2 }));
  expect(await userOf(one)).toMatchObject({ enabled: true, version: one.version + 4 });
});
