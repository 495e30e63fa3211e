import { AdminCreateUserCommand, AdminRemoveUserFromGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { adminActor, listEventsBySub } from '#scripts/testing/bulk/import.ts';
import type { Person } from '#scripts/testing/bulk/import.ts';
import { drainQueues } from '#scripts/testing/bulk/job-environment.ts';
import { runBefore, setUpJobTests, buildOutcomes } from '#scripts/testing/bulk/jobs.ts';
import { createKillFault } from '#scripts/testing/bulk/kill-fault.ts';
import { countFinishedRows } from '#shared/jobs/job.ts';

const {
  environment,
  buildContext,
  findJob,
  listFailedRows,
  getUser,
  createPerson,
  createPeople,
  startImport,
  startActions,
  drainQueue,
  inviteUser,
} = await setUpJobTests();

const isAdmin = (user?: { readonly groups: readonly string[] }) => user?.groups.includes('bench-admin') ?? false;

describe('a job whose starter loses their rights', () => {
  // The expected stop reason, and the change that revokes the rights.
  test.each<[string, (user: User) => Promise<unknown>]>([
    ['starterDisabled', (user) => environment.administration.disable(adminActor, user)],
    ['starterDeleted', (user) => environment.administration.remove(adminActor, user)],
    ['starterDemoted', (user) => environment.administration.removeFromGroup(adminActor, user, 'admin')],
    [
      'starterOutside',
      async (user) => {
        const membership = { UserPoolId: environment.poolId, Username: user.sub, GroupName: 'bench-NUK' };
        await environment.cognito.send(new AdminRemoveUserFromGroupCommand(membership));
        const row = await getUser(user);
        const poolUser = await environment.pool.find('nuk', user.sub);
        return row && poolUser && environment.administration.updateFromCognito(adminActor, row, poolUser);
      },
    ],
  ])('stops before its next row with reason %s', async (stopReason, revokeRights) => {
    const starter = await inviteUser({ roles: ['admin'] });
    environment.mails.length = 0;
    const { id } = await startImport(createPeople(30), { sub: starter.sub });
    let isRevoked = false;
    const revokeDuringRun = runBefore(
      () => environment.mails.length >= 3 && !isRevoked,
      () => {
        isRevoked = true;
        return revokeRights(starter);
      },
    );
    await drainQueue(() => revokeDuringRun, 2);
    // The rows that two workers were processing at that moment are settled without granting roles.
    expect(environment.mails.length).toBeLessThan(7);
    const job = await findJob(id);
    expect(job).toMatchObject({ state: 'stopped', stopReason });
    const { invited: completed, failed = 0 } = job.outcomes;
    expect([failed <= 2, (completed ?? 0) + failed]).toEqual([true, environment.mails.length]);
    const events = (await listEventsBySub(environment, starter.sub)).filter(({ requestId }) => requestId === id);
    expect(events.map(({ action, by: actor }) => [action, actor])).toEqual([
      ['jobStarted', adminActor.by],
      ['jobStopped', 'portal'],
    ]);
    expect(events[1]).toMatchObject({ job: { total: 30, stopReason } });
  });

  test.each<[string, (newUser: Person, starter: User) => Promise<{ id: string }>]>([
    ['an invitation', (newUser, { sub }) => startImport([newUser], { sub })],
    [
      'an invitation of a user who exists only in Cognito',
      async (newUser, { sub }) => {
        // Simulates an earlier invitation that was interrupted.
        const request = { UserPoolId: environment.poolId, Username: newUser.email, MessageAction: 'SUPPRESS' as const };
        await environment.cognito.send(new AdminCreateUserCommand(request));
        await environment.wait(60_000);
        return startImport([newUser], { sub });
      },
    ],
    [
      'a role',
      async ({ email }, { sub }) =>
        startActions('addToGroup', [(await inviteUser({ email })).sub], { role: 'admin', sub }),
    ],
    [
      'an update',
      async (newUser, { sub }) => {
        await inviteUser({ email: newUser.email });
        return startImport([newUser], { updateExisting: true, sub });
      },
    ],
  ])(
    'grants nothing more if its starter is disabled before any write of %s',
    async (name, startJob) => {
      for (let revokedAtWrite = 1; ; revokedAtWrite += 1) {
        const starter = await inviteUser({ roles: ['admin'] });
        const newUser = createPerson({ roles: ['admin'] });
        const { id } = await startJob(newUser, starter);
        let writeCount = 0;
        let wasAdmin = false;
        const revokeDuringRun = runBefore(
          (__, isRead) => !isRead && (writeCount += 1) === revokedAtWrite,
          async () => {
            wasAdmin = isAdmin(await environment.users.findByEmail('nuk', newUser.email));
            await environment.administration.disable(adminActor, starter);
          },
        );
        await drainQueue(() => revokeDuringRun);
        if (writeCount < revokedAtWrite) break;
        const poolUser = await environment.pool.find('nuk', newUser.email);
        const row = poolUser && (await getUser(poolUser));
        const { outcomes: jobOutcomes } = await findJob(id);
        // A partially processed row doesn't count as done.
        const isDone = countFinishedRows({ outcomes: { ...jobOutcomes, failed: 0 } }) > 0;
        expect([revokedAtWrite, isAdmin(row), isAdmin(poolUser), isDone]).toEqual([
          revokedAtWrite,
          wasAdmin,
          wasAdmin,
          wasAdmin,
        ]);
        // The failed rows list users who were invited nevertheless, so that an admin doesn't import them again.
        const isInvited = name.startsWith('an invitation') && row !== undefined && !isDone;
        const invitedReasons = (await listFailedRows(id)).filter(({ reason }) => reason === 'InvitedWithoutGroups');
        expect([revokedAtWrite, invitedReasons.length]).toEqual([revokedAtWrite, isInvited ? 1 : 0]);
        // An invited user, or one with groups in Cognito, always has a row.
        if (environment.mails.some(({ to }) => to === newUser.email) || (poolUser && poolUser.groups.length > 0))
          expect([revokedAtWrite, row]).toEqual([revokedAtWrite, expect.anything()]);
      }
    },
    120_000,
  );
});

describe('a worker killed after any write leaves no user without a row when', () => {
  test.each<[string, (id: string, starter: User) => Promise<unknown>]>([
    ['the job is stopped', (id) => environment.handlers.stopJob({ region: 'nuk', id }, buildContext())],
    ['its starter is disabled', (_, starter) => environment.administration.disable(adminActor, starter)],
  ])(
    '%s',
    async (name, stop) => {
      for (let killedAt = 1; ; killedAt += 1) {
        const starter = await inviteUser({ roles: ['admin'] });
        const newUser = createPerson({ roles: ['admin', 'register-repairs'] });
        const { id } = await startImport([newUser], { sub: starter.sub });
        environment.mails.length = 0;
        const killFault = createKillFault({ killedAt, isKilledAfterCall: true });
        let rowBefore: User | undefined;
        let isFirst = true;
        await drainQueues(environment, 1, async (...event) => {
          const { batchItemFailures } = await environment.createWorker(isFirst ? killFault.fault : undefined)(...event);
          if (isFirst) {
            rowBefore = await environment.users.findByEmail('nuk', newUser.email);
            await stop(id, starter);
          }
          isFirst = false;
          return batchItemFailures.length === 0;
        });
        const poolUser = await environment.pool.find('nuk', newUser.email);
        const row = await environment.users.findByEmail('nuk', newUser.email);
        // The next worker completes the row of a stopped job, but grants nothing for a disabled starter.
        const isGranted = name === 'its starter is disabled' ? rowBefore !== undefined : row !== undefined;
        expect([killedAt, poolUser !== undefined, environment.mails.length, isAdmin(row)]).toEqual([
          killedAt,
          row !== undefined,
          row ? 1 : 0,
          isGranted,
        ]);
        if (!killFault.isDead()) break;
      }
    },
    120_000,
  );
});

test('start, stop and end of a job are audited once for its starter', async () => {
  const starter = await inviteUser({ roles: ['admin'] });
  const first = await startImport([createPerson({ roles: ['admin'] }), createPerson()], { sub: starter.sub });
  await drainQueue();
  const second = await startImport([createPerson()], { sub: starter.sub });
  await environment.handlers.stopJob({ region: 'nuk', id: second.id }, buildContext());
  await environment.handlers.stopJob({ region: 'nuk', id: second.id }, buildContext());
  await drainQueue();
  const events = (await listEventsBySub(environment, starter.sub)).filter(({ action }) =>
    String(action).startsWith('job'),
  );
  expect(events.map(({ action, requestId, job }) => [action, requestId, job])).toEqual([
    ['jobStarted', first.id, expect.objectContaining({ kind: 'import', total: 2, admins: 1 })],
    ['jobEnded', first.id, expect.objectContaining({ outcomes: buildOutcomes({ invited: 2 }) })],
    ['jobStarted', second.id, expect.objectContaining({ total: 1, admins: 0 })],
    ['jobStopped', second.id, expect.objectContaining({ outcomes: buildOutcomes() })],
  ]);
});
