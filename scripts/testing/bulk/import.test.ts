import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/directory/user-row.ts';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { roles } from '#shared/groups.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import { rowsDone } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import { adminActor, by, countBy, eventsOf, eventsOfSub, importHard, person, workHard } from './import.ts';
import type { Person } from './import.ts';
import { mortal } from './mortal.ts';
import type { BulkSetting } from './setting.ts';
import { openBulkSetting, workThrough } from './setting.ts';

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
let names = 0;
const newPerson = (change: Partial<Person> = {}) => person(`someone${(names += 1)}`, change);

const importOf = (
  people: readonly Person[],
  { id = randomUUID() as string, updateExisting = false, sub = '' } = {},
) => {
  const rows = people.map((one, index) => ({ row: index + 2, ...one }));
  return setting.handlers.startImport({ region: 'nuk', id, updateExisting, rows }, caller(sub || undefined));
};

/** One worker after the other until the queue is empty. */
const work = async () =>
  workThrough(setting, 1, async (event, context) => {
    const { batchItemFailures } = await setting.worker()(event, context);
    return batchItemFailures.length === 0;
  });

const invited = (change: Partial<Person> = {}) =>
  setting.admin.invite(adminActor, { region: 'nuk', ...newPerson(change) }, 'https://portal.example');

/** Somebody whom only Cognito knows: an invitation of long ago was broken off. */
const invitedLongAgo = async (Username: string) => {
  const made = { UserPoolId: setting.poolId, Username, MessageAction: 'SUPPRESS' as const };
  await setting.cognito.send(new AdminCreateUserCommand(made));
  await setting.wait(60_000);
};

/** A user whose invitation has run out. */
const expired = async () => {
  const user = await invited();
  const row: User = { ...user, inviteExpiresAt: '2026-01-08T00:00:00.000Z' };
  await setting.db.send(new PutCommand({ TableName: 'users', Item: row }));
  // Long ago, by Cognito's clock too.
  await setting.wait(60_000);
  return row;
};

const outcomes = (change: object = {}) => ({ invited: 0, updated: 0, unchanged: 0, done: 0, failed: 0, ...change });

test('of 100 rows, with ten workers killed, 5 % of Cognito’s calls refused and slices handed out twice, each user is there exactly once, with one email, and the summary is right', async () => {
  const { job, failed, ...rest } = await importHard(setting, 100, {
    kills: 10,
    throttled: 0.05,
    doubled: 2,
    within: 80,
  });
  expect(rest).toEqual({ killed: 10, deadLetters: 0, wrong: [], wronglyMailed: [], wrongEvents: 0 });
  expect(job).toMatchObject({
    state: 'done',
    total: 100,
    outcomes: outcomes({ invited: 87, updated: 8, unchanged: 5 }),
  });
  expect(failed).toEqual([]);
}, 180_000);

test('of 40 expired invitations, with workers killed and calls refused, each is sent again exactly once', async () => {
  const users = [];
  for (let index = 0; index < 40; index += 1) users.push(await expired());
  setting.mails.length = 0;
  const id = randomUUID();
  await setting.handlers.startResend({ region: 'nuk', id }, caller());
  const { killed, dead } = await workHard(setting, { kills: 4, throttled: 0.05, doubled: 1, within: 60 });
  expect([killed, dead.length]).toEqual([4, 0]);
  expect(await jobOf(id)).toMatchObject({ kind: 'resend', state: 'done', total: 40, outcomes: outcomes({ done: 40 }) });
  expect([...countBy(setting.mails, ({ to }) => to)].toSorted()).toEqual(
    users.map(({ email }) => [email, 1]).toSorted(),
  );
}, 120_000);

describe('killed after any of its calls a worker leaves what the next one completes', () => {
  type Begun = { id: string; email: string };
  const beginnings: Record<string, () => Promise<Begun>> = {
    'an invitation': async () => {
      const one = newPerson({ roles: ['admin', 'register-repairs'] });
      const { body } = await importOf([one]);
      return { id: body.id, email: one.email };
    },
    'an update': async () => {
      const user = await invited();
      const changed = person('', { email: user.email, roles: ['register-returns'], storeId: 'UK-2', storeName: 'Two' });
      const { body } = await importOf([changed], { updateExisting: true });
      return { id: body.id, email: user.email };
    },
    'a resent invitation': async () => {
      const { email } = await expired();
      const { body } = await setting.handlers.startResend({ region: 'nuk', id: randomUUID() }, caller());
      return { id: body.id, email };
    },
    disabling: async () => {
      const { sub, email } = await invited();
      const { body } = await setting.handlers.startActions(
        { region: 'nuk', id: randomUUID(), action: 'disable', subs: [sub] },
        caller(),
      );
      return { id: body.id, email };
    },
  };
  const expected: Record<string, { outcome: object; mails: number; action: string; events: number }> = {
    'an invitation': { outcome: { invited: 1 }, mails: 1, action: 'invited', events: 1 },
    'an update': { outcome: { updated: 1 }, mails: 0, action: 'storeChanged', events: 1 },
    'a resent invitation': { outcome: { done: 1 }, mails: 1, action: 'invitationResent', events: 1 },
    disabling: { outcome: { done: 1 }, mails: 0, action: 'disabled', events: 1 },
  };

  // Killed once a call was answered: what it then leaves is what it leaves when it is killed before the next one.
  test.each(Object.keys(beginnings))(
    '%s',
    async (name) => {
      for (let killedAt = 1; ; killedAt += 1) {
        setting.mails.length = 0;
        const { id, email } = (await beginnings[name]?.()) ?? { id: '', email: '' };
        setting.mails.length = 0;
        const life = mortal({ killedAt, isAfter: true });
        let isFirst = true;
        await workThrough(setting, 1, async (event, context) => {
          const worker = setting.worker(isFirst ? life.fate : undefined);
          isFirst = false;
          const { batchItemFailures } = await worker(event, context);
          return batchItemFailures.length === 0;
        });
        const { outcome, mails, action, events } = expected[name] ?? { outcome: {}, mails: -1, action: '', events: -1 };
        expect({ killedAt, ...(await jobOf(id)) }).toMatchObject({
          killedAt,
          state: 'done',
          outcomes: outcomes(outcome),
        });
        expect([killedAt, setting.mails.map(({ to }) => to)]).toEqual([killedAt, Array(mails).fill(email)]);
        const happened = (await eventsOf(setting, email)).filter((event) => event['action'] === action);
        expect([killedAt, happened.length]).toEqual([killedAt, events]);
        if (!life.isDead()) {
          expect(killedAt).toBeGreaterThan(8);
          break;
        }
      }
    },
    120_000,
  );
});

/** What takes a starter's rights, and why the job then says it was stopped. */
const endings: [string, (user: User) => Promise<unknown>][] = [
  ['starterDisabled', (user) => setting.admin.disable(adminActor, user)],
  ['starterDeleted', (user) => setting.admin.remove(adminActor, user)],
  ['starterDemoted', (user) => setting.admin.removeFromGroup(adminActor, user, 'admin')],
  [
    'starterOutside',
    ({ sub: Username, region, sub }) =>
      setting.cognito
        .send(new AdminRemoveUserFromGroupCommand({ UserPoolId: setting.poolId, Username, GroupName: 'bench-NUK' }))
        .then(async () => {
          const [user, found] = [await setting.users.get(region, sub), await setting.pool.find(region, sub)];
          return user && found && setting.admin.mirror(adminActor, user, found);
        }),
  ],
];

describe('a job whose starter loses their rights', () => {
  test.each(endings)('is stopped before its next row, and says why: %s', async (stopReason, end) => {
    const me = await invited({ roles: ['admin'] });
    setting.mails.length = 0;
    const { body } = await importOf(
      Array.from({ length: 30 }, () => newPerson()),
      { sub: me.sub },
    );
    let isEnded = false;
    await workThrough(setting, 2, async (event, context) => {
      const worker = setting.worker(async (_, call) => {
        if (setting.mails.length >= 3 && !isEnded) {
          isEnded = true;
          await end(me);
        }
        return call();
      });
      return (await worker(event, context)).batchItemFailures.length === 0;
    });
    // What two workers were at in that very moment comes to its end, and gives no role.
    expect(setting.mails.length).toBeLessThan(7);
    const job = await jobOf(body.id);
    expect(job).toMatchObject({ state: 'stopped', stopReason });
    const { invited: whole, failed = 0 } = job.outcomes;
    expect([failed <= 2, (whole ?? 0) + failed]).toEqual([true, setting.mails.length]);
    const told = (await eventsOfSub(setting, me.sub)).filter(({ requestId }) => requestId === body.id);
    expect(told.map(({ action, by: who }) => [action, who])).toEqual([
      ['jobStarted', adminActor.by],
      ['jobStopped', 'portal'],
    ]);
    expect(told[1]).toMatchObject({ job: { total: 30, stopReason } });
  });

  test.each(['an invitation', 'an invitation of somebody whom only Cognito knows', 'a role', 'an update'])(
    'at any call of a row gives nothing any more: %s',
    async (name) => {
      const isAdmin = (user?: { readonly groups: readonly string[] }) => user?.groups.includes('bench-admin') ?? false;
      for (let at = 1; ; at += 1) {
        const me = await invited({ roles: ['admin'] });
        const one = newPerson({ roles: ['admin'] });
        let job;
        if (name.startsWith('an invitation')) {
          if (name !== 'an invitation') await invitedLongAgo(one.email);
          job = await importOf([one], { sub: me.sub });
        } else {
          const { sub } = await setting.admin.invite(
            adminActor,
            { region: 'nuk', ...one, roles: ['register-repairs'] },
            'https://portal.example',
          );
          const asked = { region: 'nuk', id: randomUUID(), action: 'addToGroup', role: 'admin', subs: [sub] } as const;
          job =
            name === 'a role'
              ? await setting.handlers.startActions({ ...asked, subs: [sub] }, caller(me.sub))
              : await importOf([one], { updateExisting: true, sub: me.sub });
        }
        let calls = 0;
        let before = false;
        await workThrough(setting, 1, async (event, context) => {
          const worker = setting.worker(async (_, call) => {
            calls += 1;
            if (calls === at) {
              before = isAdmin(await setting.users.findByEmail('nuk', one.email));
              await setting.admin.disable(adminActor, me);
            }
            return call();
          });
          return (await worker(event, context)).batchItemFailures.length === 0;
        });
        if (calls < at) break;
        const found = await setting.pool.find('nuk', one.email);
        const row = found && (await setting.users.get('nuk', found.sub));
        const { outcomes: came } = await jobOf(job.body.id);
        // Nothing that was done by half counts as done.
        expect([at, isAdmin(row), isAdmin(found), rowsDone({ outcomes: { ...came, failed: 0 } }) > 0]).toEqual([
          at,
          before,
          before,
          before,
        ]);
        // Nobody is left with an invitation, or with more than they had, and without a row.
        if (setting.mails.some(({ to }) => to === one.email) || (found && found.groups.length > 0))
          expect([at, row]).toEqual([at, expect.anything()]);
      }
    },
    120_000,
  );

  test('of a whole file begins not even the first row', async () => {
    const me = await invited({ roles: ['admin'] });
    await importOf([newPerson()], { sub: me.sub });
    setting.mails.length = 0;
    await setting.admin.disable(adminActor, me);
    await work();
    expect(setting.mails).toEqual([]);
  });
});

describe('killed after any of its calls, a worker leaves nobody to Cognito alone, though then', () => {
  const isInPool = (Username: string) =>
    setting.cognito.send(new AdminGetUserCommand({ UserPoolId: setting.poolId, Username })).then(
      () => true,
      () => false,
    );
  const stops: Record<string, (id: string, me: User) => Promise<unknown>> = {
    'somebody stops the job': (id) => setting.handlers.stopJob({ region: 'nuk', id }, caller()),
    'its starter is disabled': (_, me) => setting.admin.disable(adminActor, me),
  };

  test.each(Object.keys(stops))(
    '%s',
    async (name) => {
      for (let killedAt = 1; ; killedAt += 1) {
        const me = await invited({ roles: ['admin'] });
        const one = newPerson({ roles: ['admin', 'register-repairs'] });
        const { body } = await importOf([one], { sub: me.sub });
        setting.mails.length = 0;
        const life = mortal({ killedAt, isAfter: true });
        const { batchItemFailures } = await setting.worker(life.fate)(
          {
            Records: [
              { messageId: 'm', body: setting.messages[0]?.body, attributes: { ApproximateReceiveCount: '1' } },
            ],
          },
          { getRemainingTimeInMillis: () => 60_000 },
        );
        if (batchItemFailures.length === 0) setting.messages.length = 0;
        const before = await setting.users.findByEmail('nuk', one.email);
        await stops[name]?.(body.id, me);
        await setting.wait(360_000);
        await work();
        const row = await setting.users.findByEmail('nuk', one.email);
        expect([killedAt, await isInPool(one.email), setting.mails.length]).toEqual([
          killedAt,
          row !== undefined,
          row ? 1 : 0,
        ]);
        const isAdmin = row?.groups.includes('bench-admin') ?? false;
        expect([killedAt, isAdmin]).toEqual([
          killedAt,
          name.startsWith('its') ? before !== undefined : row !== undefined,
        ]);
        if (!life.isDead()) break;
      }
    },
    120_000,
  );
});

test('starting, stopping and ending a job are in the history of whoever began it, once each', async () => {
  const me = await invited({ roles: ['admin'] });
  const { body: first } = await importOf([newPerson({ roles: ['admin'] }), newPerson()], { sub: me.sub });
  await work();
  const { body: second } = await importOf([newPerson()], { sub: me.sub });
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
  test('sent again answers the same job, and nothing is done twice', async () => {
    const people = [newPerson(), newPerson()];
    const { body: first } = await importOf(people);
    await work();
    const { body: again } = await importOf(people, { id: first.id });
    await work();
    expect(again).toMatchObject({ id: first.id, state: 'done', outcomes: outcomes({ invited: 2 }) });
    expect(setting.mails).toHaveLength(2);
  });

  test.each([1, 2, 3, 4, 5])(
    'broken off at its call %s is completed when it is sent again',
    async (killedAt) => {
      const people = Array.from({ length: 30 }, () => newPerson());
      const id = randomUUID();
      const life = mortal({ killedAt, isAfter: true });
      const rows = people.map((one, index) => ({ row: index + 2, ...one }));
      const asked = { region: 'nuk' as const, id, updateExisting: false, rows };
      await expect(setting.handlersUnder(life.fate).startImport(asked, caller())).rejects.toThrow();
      expect((await importOf(people, { id })).body).toMatchObject({ id, state: 'running', total: 30 });
      await work();
      expect(await jobOf(id)).toMatchObject({ state: 'done', outcomes: outcomes({ invited: 30 }) });
      expect(setting.mails).toHaveLength(30);
    },
    60_000,
  );

  test('while another one runs is refused; of ten at once one begins', async () => {
    const started = await Promise.allSettled(Array.from({ length: 10 }, () => importOf([newPerson()])));
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of started)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'JobRunning' });
    await expect(importOf([newPerson()])).rejects.toMatchObject({ code: 'JobRunning' });
    const { body } = await setting.handlers.latestJob({ region: 'nuk' }, caller());
    expect(body.job).toMatchObject({ state: 'running', total: 1 });
    await work();
  });

  test('for nobody is done at once', async () => {
    expect((await setting.handlers.startResend({ region: 'ndach', id: randomUUID() }, caller())).body).toMatchObject({
      state: 'done',
      total: 0,
    });
  });

  test('that sends more emails than its starter may in a day is refused, and leaves the region free', async () => {
    const me = await invited({ roles: ['admin'] });
    const count = dailyLimits(setting.db, 'attempts');
    const { body: other } = await importOf([newPerson()]);
    // Refused for another reason, and not counted.
    const many = Array.from({ length: 100 }, () => newPerson());
    await expect(importOf(many, { sub: me.sub })).rejects.toMatchObject({ code: 'JobRunning' });
    await setting.handlers.stopJob({ region: 'nuk', id: other.id }, caller());
    await count('emails', { region: 'nuk', sub: me.sub }, limits.daily.emails.most - 50, setting.now());
    await importOf(many.slice(0, 50), { sub: me.sub });
    await work();
    await expect(importOf([newPerson(), newPerson()], { sub: me.sub })).rejects.toMatchObject({
      code: 'LimitExceededException',
    });
    const { body: told } = await setting.handlers.latestJob({ region: 'nuk' }, caller(me.sub));
    expect(told.emailsLeft).toBe(0);
    const { body } = await setting.handlers.startActions(
      { region: 'nuk', id: randomUUID(), action: 'disable', subs: [randomUUID()] },
      caller(me.sub),
    );
    await importOf([newPerson()]);
    await work();
    expect((await jobOf(body.id)).state).toBe('done');
  });

  test('with a role that the region doesn’t have is refused', async () => {
    const rows = [{ row: 2, ...newPerson({ roles: ['register-returns'] }) }];
    await expect(
      setting.handlers.startImport({ region: 'nfr', id: randomUUID(), updateExisting: false, rows }, caller()),
    ).rejects.toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'rows.0.roles', rule: 'pattern' }],
    });
  });
});

describe('a job that is stopped', () => {
  test('begins no further row, though its messages come, and another one may begin', async () => {
    const { body } = await importOf(Array.from({ length: 30 }, () => newPerson()));
    let rows = 0;
    // Stopped by somebody else while the eighth row is looked up.
    await workThrough(setting, 1, async (event, context) => {
      const worker = setting.worker(async (service, call) => {
        if (service === 'cognito' && setting.mails.length === 7 && rows === 0) {
          rows += 1;
          await setting.handlers.stopJob({ region: 'nuk', id: body.id }, caller());
        }
        return call();
      });
      return (await worker(event, context)).batchItemFailures.length === 0;
    });
    const stopped = await jobOf(body.id);
    expect(stopped.state).toBe('stopped');
    expect(setting.mails.length).toBeLessThan(9);
    expect(stopped.outcomes.invited).toBe(setting.mails.length);
    const { body: next } = await importOf([newPerson()]);
    expect(next.state).toBe('running');
    await work();
  });

  test('is free though its messages were lost', async () => {
    const { body } = await importOf([newPerson()]);
    setting.messages.length = 0;
    await setting.handlers.stopJob({ region: 'nuk', id: body.id }, caller());
    await importOf([newPerson()]);
    await work();
  });
});

describe('work is fair', () => {
  /** Works until a job is over; what is left of the others is stopped. */
  const workUntilOver = async (id: string, region: 'nuk' | 'ndach', others: readonly string[]) => {
    await workThrough(setting, 2, async (event, context) => {
      const { batchItemFailures } = await setting.worker()(event, context);
      const { body } = await setting.handlers.findJob({ region, id }, caller());
      if (body.state !== 'running') setting.messages.length = 0;
      return batchItemFailures.length === 0;
    });
    for (const other of others) await setting.handlers.stopJob({ region: 'nuk', id: other }, caller());
  };

  test('a small job of one region does not wait for a large one of another', async () => {
    const { body: large } = await importOf(Array.from({ length: 400 }, () => newPerson()));
    const small = newPerson();
    const { body } = await setting.handlers.startImport(
      { region: 'ndach', id: randomUUID(), updateExisting: false, rows: [{ row: 2, ...small }] },
      caller(),
    );
    await workUntilOver(body.id, 'ndach', [large.id]);
    expect(setting.mails.map(({ to }) => to)).toContain(small.email);
    // No more than what two workers had begun.
    expect(setting.mails.length).toBeLessThan(60);
  });

  test('disabling overtakes an import of its region, one at a time', async () => {
    const user = await invited();
    const { body: large } = await importOf(Array.from({ length: 100 }, () => newPerson()));
    setting.mails.length = 0;
    const disable = (id: string) =>
      setting.handlers.startActions({ region: 'nuk', id, action: 'disable', subs: [user.sub] }, caller());
    const { body } = await disable(randomUUID());
    await expect(disable(randomUUID())).rejects.toMatchObject({ code: 'JobRunning' });
    await expect(importOf([newPerson()])).rejects.toMatchObject({ code: 'JobRunning' });
    expect((await setting.handlers.latestJob({ region: 'nuk' }, caller())).body.job?.id).toBe(body.id);
    await workUntilOver(body.id, 'nuk', [large.id]);
    expect(await setting.users.get('nuk', user.sub)).toMatchObject({ enabled: false });
    expect(setting.mails.length).toBeLessThan(60);
  });

  test('a job that stands still keeps nobody waiting', async () => {
    const people = Array.from({ length: 30 }, () => newPerson());
    const { body } = await importOf(people);
    const own = [...setting.messages];
    const [disabled] = [await invited()];
    const { body: standing } = await setting.handlers.startActions(
      { region: 'nuk', id: randomUUID(), action: 'disable', subs: [disabled.sub] },
      caller(),
    );
    setting.messages.splice(0, Infinity, ...own);
    await work();
    expect(await jobOf(body.id)).toMatchObject({ state: 'done', outcomes: outcomes({ invited: 30 }) });
    await setting.handlers.stopJob({ region: 'nuk', id: standing.id }, caller());
  });
});

describe('rows that fail', () => {
  test('say why, as they were sent', async () => {
    const there = await invited();
    const good = newPerson();
    const { body } = await importOf([person('', { email: there.email }), good]);
    await work();
    expect(await failedOf(body.id)).toEqual([
      { row: 2, ...person('', { email: there.email }), reason: 'UsernameExistsException' },
    ]);
    expect(await jobOf(body.id)).toMatchObject({ state: 'done', outcomes: outcomes({ invited: 1, failed: 1 }) });
  });

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

  test.each<[BulkAction, 'admin' | undefined]>([
    ['disable', undefined],
    ['removeFromGroup', 'admin'],
  ])('%s of oneself', async (action, role) => {
    await invited({ roles: ['admin'] });
    const me = await invited({ roles: ['admin'] });
    const { body } = await setting.handlers.startActions(
      { region: 'nuk', id: randomUUID(), action, subs: [me.sub], ...(role && { role }) },
      caller(me.sub),
    );
    await work();
    expect(await failedOf(body.id)).toEqual([
      expect.objectContaining({ email: me.email, roles: ['admin'], reason: 'OwnAccount' }),
    ]);
    expect(await setting.users.get('nuk', me.sub)).toMatchObject({ enabled: true, version: me.version });
  });

  test('an update that takes one’s own admin role changes nothing', async () => {
    const me = await invited({ roles: ['admin'] });
    const own = person('', { email: me.email, roles: [], storeId: 'UK-9', storeName: 'Nine' });
    const { body } = await importOf([own], { updateExisting: true, sub: me.sub });
    await work();
    expect((await failedOf(body.id))[0]).toMatchObject({ reason: 'OwnAccount' });
    expect(await setting.users.get('nuk', me.sub)).toMatchObject({ storeId: 'UK-1', version: me.version });
  });

  test('somebody whom nobody knows', async () => {
    const { body } = await setting.handlers.startActions(
      { region: 'nuk', id: randomUUID(), action: 'enable', subs: [randomUUID()] },
      caller(),
    );
    await work();
    expect(await failedOf(body.id)).toEqual([expect.objectContaining({ reason: 'UserNotFoundException' })]);
  });

  test('for good once the queue has handed them out for the last time, while Cognito takes nothing', async () => {
    const { body } = await importOf([newPerson(), newPerson()]);
    const dead = await workThrough(setting, 1, async (event, context) => {
      const busy = setting.worker(async (service, call) => {
        if (service === 'cognito')
          throw Object.assign(new Error('busy'), { name: 'TooManyRequestsException', $metadata: {} });
        return call();
      });
      return (await busy(event, context)).batchItemFailures.length === 0;
    });
    expect(dead).toEqual([]);
    expect(setting.mails).toEqual([]);
    expect((await failedOf(body.id)).map(({ reason }) => reason)).toEqual(['ServiceUnavailable', 'ServiceUnavailable']);
    expect(await jobOf(body.id)).toMatchObject({ state: 'done', outcomes: outcomes({ failed: 2 }) });
  });
});

test('a user is changed once by actions, and left alone where nothing is to do', async () => {
  const [one, two] = [await invited(), await invited()];
  const act = async (action: BulkAction, role?: 'register-returns') => {
    const { body } = await setting.handlers.startActions(
      { region: 'nuk', id: randomUUID(), action, subs: [one.sub, two.sub, one.sub], ...(role && { role }) },
      caller(),
    );
    await work();
    return (await jobOf(body.id)).outcomes;
  };
  expect(await act('addToGroup', 'register-returns')).toEqual(outcomes({ done: 2 }));
  expect(await act('addToGroup', 'register-returns')).toEqual(outcomes({ unchanged: 2 }));
  expect(await act('disable')).toEqual(outcomes({ done: 2 }));
  expect(await act('enable')).toEqual(outcomes({ done: 2 }));
  expect(await act('resendInvitation')).toEqual(outcomes({ done: 2 }));
  expect(await setting.users.get('nuk', one.sub)).toMatchObject({ enabled: true, version: one.version + 4 });
});
