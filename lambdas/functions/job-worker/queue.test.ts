import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { slice } from '#lambdas/lib/jobs/jobs-table.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildPerson } from '#scripts/testing/bulk/import.ts';
import { drainQueues } from '#scripts/testing/bulk/job-environment.ts';
import { runBefore, setUpJobTests, buildOutcomes } from '#scripts/testing/bulk/jobs.ts';
import { parseJson } from '#shared/api/parse-json.ts';
import { limits } from '#shared/config/limits.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import { roles } from '#shared/users/groups.ts';

const jobMessages = z.object({
  Records: z.tuple([z.object({ body: z.pipe(z.pipe(z.string(), z.transform(parseJson)), slice) })]),
});

const {
  environment,
  buildContext,
  listLatestJobs,
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

describe('queue priority', () => {
  /** Runs workers until the job has ended, then stops the other job. */
  const workUntilDone = async (id: string, region: 'nuk' | 'ndach', otherId: string) => {
    await drainQueues(environment, 2, async (...event) => {
      const { batchItemFailures } = await environment.createWorker()(...event);
      const { body } = await environment.handlers.findJob({ region, id }, buildContext());
      if (body.state !== 'running')
        for (const queue of [environment.messages, environment.revocations]) queue.length = 0;
      return batchItemFailures.length === 0;
    });
    await environment.handlers.stopJob({ region: 'nuk', id: otherId }, buildContext());
    // The two workers may finish the rows that they had started.
    expect(environment.mails.length).toBeLessThan(60);
  };

  test('a small job overtakes a large one of another region', async () => {
    const largeJob = await startImport(createPeople(200));
    const smallJobUser = createPerson();
    const { id } = await startImport([smallJobUser], { region: 'ndach' });
    await workUntilDone(id, 'ndach', largeJob.id);
    expect(environment.mails.map(({ to }) => to)).toContain(smallJobUser.email);
  });

  test('a job that disables users overtakes the import of its region, and a second one is rejected', async () => {
    const user = await inviteUser();
    const largeJob = await startImport(createPeople(100));
    environment.mails.length = 0;
    const { id } = await startActions('disable', [user.sub]);
    await expect(startActions('disable', [user.sub])).rejects.toMatchObject({ code: 'JobRunning' });
    await expect(startImport([createPerson()])).rejects.toMatchObject({ code: 'JobRunning' });
    // Both jobs are listed, and each can be stopped.
    expect((await listLatestJobs()).map((job) => job.id)).toEqual([id, largeJob.id]);
    await workUntilDone(id, 'nuk', largeJob.id);
    expect(await getUser(user)).toMatchObject({ enabled: false });
  });

  test.each<[string, (sub: string) => Promise<unknown>]>([
    ['disabling', (sub) => startActions('disable', [sub])],
    ['removing a role', (sub) => startActions('removeFromGroup', [sub], { role: 'admin' })],
  ])('%s completes even if no worker processes imports', async (_, revoke) => {
    await inviteUser({ roles: ['admin'] });
    const user = await inviteUser({ roles: ['admin'] });
    const largeJob = await startImport(createPeople(30));
    await revoke(user.sub);
    environment.messages.length = 0;
    await drainQueue();
    expect(await getUser(user)).not.toMatchObject({ enabled: true, groups: user.groups });
    expect(await listLatestJobs()).toMatchObject([{ id: largeJob.id, state: 'running' }]);
    await environment.handlers.stopJob({ region: 'nuk', id: largeJob.id }, buildContext());
  });

  test('an import waits for a job that revokes rights, until that job makes no progress', async () => {
    const user = await inviteUser();
    const { id } = await startImport(createPeople(5));
    const disablingJob = await startActions('disable', [user.sub]);
    environment.revocations.length = 0;
    const startedAt = environment.now().getTime();
    await drainQueue();
    expect(environment.now().getTime() - startedAt).toBeGreaterThan(60_000);
    expect(await findJob(id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ invited: 5 }) });
    await environment.handlers.stopJob({ region: 'nuk', id: disablingJob.id }, buildContext());
  });

  test('a job that has not started keeps its priority', async () => {
    const largeJob = await startImport(createPeople(100));
    const smallJobUser = createPerson();
    const { id } = await startImport([smallJobUser], { region: 'ndach' });
    await environment.wait(10 * 60_000);
    // The queue delivers the small job last.
    const [, smallJobMessage] = environment.messages;
    if (smallJobMessage) smallJobMessage.visibleAt = environment.now().getTime() + 5000;
    await workUntilDone(id, 'ndach', largeJob.id);
    expect(environment.mails[0]?.to).toBe(smallJobUser.email);
  });

  test('stalled jobs and jobs with lost messages lose their priority', async () => {
    const { id } = await startImport(createPeople(5));
    const lostJob = await startImport([createPerson()], { region: 'ndach' });
    environment.messages.length = 1;
    const stalledJob = await startActions('disable', [(await inviteUser()).sub]);
    environment.revocations.length = 0;
    // The wait is longer than the time during which the queue would have retried the lost message.
    await environment.wait(61 * 60_000);
    environment.mails.length = 0;
    await drainQueue();
    expect(await findJob(id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ invited: 5 }) });
    await environment.handlers.stopJob({ region: 'nuk', id: stalledJob.id }, buildContext());
    await environment.handlers.stopJob({ region: 'ndach', id: lostJob.id }, buildContext());
  });

  test('a job is sent as one message and split into slices', async () => {
    const { id } = await startImport(createPeople(2 * limits.bulk.sliceRows + 3));
    const sliceSizes: number[] = [];
    await drainQueues(environment, 1, async (event, context) => {
      const [message] = jobMessages.parse(event).Records;
      sliceSizes.push(message.body.rows.length);
      // The slices themselves are not processed.
      return sliceSizes.length > 1 || (await environment.createWorker()(event, context)).batchItemFailures.length === 0;
    });
    expect(sliceSizes).toEqual([2 * limits.bulk.sliceRows + 3, limits.bulk.sliceRows, limits.bulk.sliceRows, 3]);
    await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
  });

  test('a slice of a stopped job makes two calls', async () => {
    const { id } = await startImport(createPeople(limits.bulk.sliceRows));
    await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
    let callCount = 0;
    await drainQueue(() => (_, call) => {
      callCount += 1;
      return call();
    });
    // The calls read the job's head and its started rows.
    expect(callCount).toBe(2);
  });
});

describe('failed rows', () => {
  test('of the largest file fit into one response', () => {
    const longestRow = {
      row: limits.bulk.fileRows,
      email: 'x'.repeat(limits.text.email),
      storeId: 'x'.repeat(limits.text.storeId),
      storeName: '語'.repeat(limits.text.storeName),
      roles,
      reason: 'InvalidParameterException',
    };
    const items = Array.from({ length: limits.bulk.rows }, () => longestRow);
    expect(Buffer.byteLength(JSON.stringify({ items }))).toBeLessThan(6_000_000);
  });

  test.each<[string, (starter: User) => Promise<{ id: string }>]>([
    ['disabling', ({ sub }) => startActions('disable', [sub], { sub })],
    ['removing the admin role', ({ sub }) => startActions('removeFromGroup', [sub], { sub, role: 'admin' })],
    [
      'an update without the role',
      ({ sub, email }) => {
        const starterRow = buildPerson('', { email, roles: [], storeId: 'UK-9', storeName: 'Nine' });
        return startImport([starterRow], { updateExisting: true, sub });
      },
    ],
  ])('leave the starter’s own account unchanged: %s', async (_, startJob) => {
    await inviteUser({ roles: ['admin'] });
    const starter = await inviteUser({ roles: ['admin'] });
    const { id } = await startJob(starter);
    await drainQueue();
    expect(await listFailedRows(id)).toMatchObject([{ email: starter.email, reason: 'OwnAccount' }]);
    expect(await getUser(starter)).toMatchObject({ enabled: true, storeId: 'UK-1', version: starter.version });
  });

  test('are final after the last delivery while Cognito throttles', async () => {
    const { id } = await startImport(createPeople(2));
    const throttlingError = Object.assign(new Error('busy'), { name: 'TooManyRequestsException', $metadata: {} });
    const throttling = runBefore(
      (service) => service === 'cognito',
      () => Promise.reject(throttlingError),
    );
    expect(await drainQueue(() => throttling)).toEqual([]);
    expect(environment.mails).toEqual([]);
    expect((await listFailedRows(id)).map(({ reason }) => reason)).toEqual([
      'ServiceUnavailable',
      'ServiceUnavailable',
    ]);
    expect(await findJob(id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ failed: 2 }) });
  });
});

test('bulk actions change each user once, and only if needed', async () => {
  const firstUser = await inviteUser();
  const secondUser = await inviteUser();
  const runAction = async (action: BulkAction, role?: 'register-returns') => {
    const { id } = await startActions(action, [firstUser.sub, secondUser.sub, firstUser.sub], {
      ...(role && { role }),
    });
    await drainQueue();
    return (await findJob(id)).outcomes;
  };
  expect(await runAction('addToGroup', 'register-returns')).toEqual(buildOutcomes({ done: 2 }));
  expect(await runAction('addToGroup', 'register-returns')).toEqual(buildOutcomes({ unchanged: 2 }));
  for (const action of ['disable', 'enable', 'resendInvitation'] as const)
    expect(await runAction(action)).toEqual(buildOutcomes({ done: 2 }));
  expect(await getUser(firstUser)).toMatchObject({ enabled: true, version: firstUser.version + 4 });
});
