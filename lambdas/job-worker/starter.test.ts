import { AdminCreateUserCommand, AdminRemoveUserFromGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/directory/user-row.ts';
import { adminActor, eventsOfSub } from '#scripts/testing/bulk/import.ts';
import type { Person } from '#scripts/testing/bulk/import.ts';
import { meanwhile, openJobs, outcomes } from '#scripts/testing/bulk/jobs.ts';
import { mortal } from '#scripts/testing/bulk/mortal.ts';
import { workThrough } from '#scripts/testing/bulk/setting.ts';
import { rowsDone } from '#shared/jobs/job.ts';

const { setting, caller, jobOf, failedOf, userOf, newPerson, newPeople, importOf, act, work, invited } =
  await openJobs();

const isAdmin = (user?: { readonly groups: readonly string[] }) => user?.groups.includes('bench-admin') ?? false;

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
    async (name, begin) => {
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
        // An admin reads in the failed rows who has an invitation all the same, and is not to be imported again.
        const isInvited = name.startsWith('an invitation') && row !== undefined && !isDone;
        const invitedReasons = (await failedOf(id)).filter(({ reason }) => reason === 'InvitedWithoutGroups');
        expect([at, invitedReasons.length]).toEqual([at, isInvited ? 1 : 0]);
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
