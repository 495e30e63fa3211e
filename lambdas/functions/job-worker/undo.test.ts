import { randomUUID } from 'node:crypto';
import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { adminActor, listEvents, listEventsBySub } from '#scripts/testing/bulk/import.ts';
import { jobStarter } from '#scripts/testing/bulk/job-environment.ts';
import { setUpJobTests, buildOutcomes } from '#scripts/testing/bulk/jobs.ts';
import { createKillFault } from '#scripts/testing/bulk/kill-fault.ts';
import { limits } from '#shared/config/limits.ts';
import { tables } from '#shared/config/tables.ts';

const {
  environment,
  buildContext,
  findJob,
  listFailedRows,
  getUser,
  createPerson,
  startImport,
  startActions,
  drainQueue,
  inviteUser,
} = await setUpJobTests();
const { administration, users, pool, stores } = environment;

const undo = async (undoes: string, { id = randomUUID() as string, sub }: { id?: string; sub?: string } = {}) =>
  (await environment.handlers.startUndo({ region: 'nuk', id, undoes }, buildContext(sub))).body;

const setPassword = (email: string) =>
  environment.cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: environment.poolId,
      Username: email,
      Password: 'Bench-Passw0rd!',
      Permanent: true,
    }),
  );

/** Completes an import that invites one user, to `invitedStoreId`, and moves another to `newStoreId`, who also loses a role. */
const completeImport = async (newStoreId = 'UK-2', invitedStoreId = 'UK-1') => {
  const existingUser = await inviteUser({ roles: ['admin', 'register-repairs'] });
  const newcomer = createPerson({ storeId: invitedStoreId });
  const movedRow = {
    email: existingUser.email,
    storeId: newStoreId,
    storeName: 'Two',
    roles: ['register-returns' as const],
  };
  const { id } = await startImport([movedRow, newcomer], { updateExisting: true });
  await drainQueue();
  expect(await findJob(id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ invited: 1, updated: 1 }) });
  environment.mails.length = 0;
  return { id, existingUser, newcomer };
};

describe('undoing an import', () => {
  test('restores stores and roles and deletes invited users', async () => {
    const { id, existingUser, newcomer } = await completeImport();
    const { id: undoId } = await undo(id);
    await drainQueue();
    expect(await findJob(undoId)).toMatchObject({
      kind: 'undo',
      undoes: id,
      state: 'done',
      outcomes: buildOutcomes({ done: 2 }),
    });
    const { storeId, storeName, groups } = existingUser;
    const restoredUser = await getUser(existingUser);
    expect(restoredUser).toMatchObject({ storeId, storeName, adminOf: 'nuk' });
    expect(restoredUser?.groups.toSorted()).toEqual(groups.toSorted());
    expect((await pool.find('nuk', existingUser.sub))?.groups.toSorted()).toEqual(groups.toSorted());
    expect(await users.findByEmail('nuk', newcomer.email)).toBeUndefined();
    expect(await pool.find('nuk', newcomer.email)).toBeUndefined();
    const secondJob = await startImport([newcomer]);
    await drainQueue();
    expect(await findJob(secondJob.id)).toMatchObject({ outcomes: buildOutcomes({ invited: 1 }) });
  });

  test('removes the stores that the import created, unless used', async () => {
    const listStoreIds = async () => (await stores.list('nuk')).map(({ storeId }) => storeId);
    const userInUnusedStore = createPerson({ storeId: 'NEW-1' });
    const userInSharedStore = createPerson({ storeId: 'NEW-2' });
    const { id } = await startImport([userInUnusedStore, userInSharedStore]);
    await drainQueue();
    await inviteUser({ storeId: 'NEW-2' });
    expect(await listStoreIds()).toEqual(expect.arrayContaining(['NEW-1', 'NEW-2']));
    await undo(id);
    await drainQueue();
    const remainingStoreIds = await listStoreIds();
    expect(remainingStoreIds).toContain('NEW-2');
    expect(remainingStoreIds).not.toContain('NEW-1');
    // Stores that existed before the import remain.
    expect(remainingStoreIds).toContain('UK-1');
  });

  test('writes audit events for the job and each user', async () => {
    const { id, existingUser } = await completeImport();
    const { id: undoId } = await undo(id);
    await drainQueue();
    const changes = (await listEvents(environment, existingUser.email)).filter(
      ({ requestId }) => requestId === `${undoId}#2`,
    );
    expect(changes.map(({ action, by }) => [action, by])).toEqual([
      ['groupsChanged', adminActor.by],
      ['storeChanged', adminActor.by],
    ]);
    const jobEvents = (await listEventsBySub(environment, jobStarter.sub)).filter(
      ({ requestId }) => requestId === undoId,
    );
    expect(jobEvents).toMatchObject([
      { action: 'jobStarted', job: { kind: 'undo', total: 2, admins: 1 } },
      { action: 'jobEnded', job: { kind: 'undo', outcomes: { done: 2 } } },
    ]);
  });

  test('fails rows of users that changed or registered after the import', async () => {
    const { id, existingUser, newcomer } = await completeImport('LEFT-1');
    const currentUser = await getUser(existingUser);
    if (!currentUser) throw new Error('the user is missing');
    await administration.changeStore(adminActor, currentUser, { storeId: 'UK-3', storeName: 'Three' });
    await setPassword(newcomer.email);
    const { id: undoId } = await undo(id);
    await drainQueue();
    expect(await findJob(undoId)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ failed: 2 }) });
    expect((await listFailedRows(undoId)).map(({ email, reason }) => [email, reason])).toEqual([
      [existingUser.email, 'ChangedSinceImport'],
      [newcomer.email, 'ChangedSinceImport'],
    ]);
    expect(await getUser(existingUser)).toMatchObject({ storeId: 'UK-3' });
    // The store that the import created for the user has no users left.
    expect((await stores.list('nuk')).map(({ storeId }) => storeId)).not.toContain('LEFT-1');
    expect(await pool.find('nuk', newcomer.email)).toMatchObject({ status: 'confirmed' });
  });

  test('a second time changes nothing', async () => {
    const { id } = await completeImport();
    await undo(id);
    await drainQueue();
    const secondJob = await undo(id);
    await drainQueue();
    expect(await findJob(secondJob.id)).toMatchObject({ outcomes: buildOutcomes({ unchanged: 2 }) });
  });

  test('completes after a worker is killed at any write', async () => {
    for (let killedAt = 1; ; killedAt += 1) {
      const createdStores = [`MOVED-${killedAt}`, `INVITED-${killedAt}`] as const;
      const { id, existingUser, newcomer } = await completeImport(...createdStores);
      const { id: undoId } = await undo(id);
      const killFault = createKillFault({ killedAt, isKilledAfterCall: true });
      const faults = [killFault.fault];
      await drainQueue(() => faults.shift());
      const { state, outcomes: jobOutcomes } = await findJob(undoId);
      expect([killedAt, state, jobOutcomes.failed]).toEqual([killedAt, 'done', 0]);
      expect([killedAt, await getUser(existingUser)]).toMatchObject([
        killedAt,
        { storeId: existingUser.storeId, adminOf: 'nuk' },
      ]);
      expect(await users.findByEmail('nuk', newcomer.email)).toBeUndefined();
      const storeIds = (await stores.list('nuk')).map(({ storeId }) => storeId);
      expect([killedAt, createdStores.filter((storeId) => storeIds.includes(storeId))]).toEqual([killedAt, []]);
      if (killFault.isDead()) continue;
      expect(killedAt).toBeGreaterThan(5);
      break;
    }
  }, 120_000);

  test("counts its emails against its starter's daily limit", async () => {
    const { id } = await completeImport();
    const { sub } = await inviteUser({ roles: ['admin'] });
    await undo(id, { sub });
    const { body } = await environment.handlers.latestJob({ region: 'nuk' }, buildContext(sub));
    // The undo counts an email to each of its two users, and one to every admin of the region.
    expect(body.emailsLeft).toBeLessThan(limits.daily.emails.max - 2);
    await drainQueue();
  });

  test('stops when its starter is disabled', async () => {
    const { id, existingUser } = await completeImport();
    const starter = await inviteUser({ roles: ['admin'] });
    const { id: undoId } = await undo(id, { sub: starter.sub });
    await administration.disable(adminActor, starter);
    await drainQueue();
    expect(await findJob(undoId)).toMatchObject({ state: 'stopped', stopReason: 'starterDisabled' });
    expect(await getUser(existingUser)).toMatchObject({ storeId: 'UK-2' });
  });
});

describe('undoing is rejected', () => {
  test('for an import that is not the latest', async () => {
    const earlierImport = await completeImport();
    await completeImport();
    await expect(undo(earlierImport.id)).rejects.toMatchObject({ code: 'ImportNotLatest' });
  });

  test('for other jobs and unknown ids', async () => {
    const { sub } = await inviteUser();
    const { id } = await startActions('disable', [sub]);
    await drainQueue();
    for (const otherId of [id, randomUUID()]) await expect(undo(otherId)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('until the audit index has all events of the import', async () => {
    const { id, existingUser } = await completeImport();
    const { partition, sort } = tables.audit.key;
    const events = (await listEvents(environment, existingUser.email)).filter(
      ({ requestId }) => requestId === `${id}#2`,
    );
    for (const event of events) {
      const Key = { [partition]: existingUser.id, [sort]: `${String(event['at'])}#${String(event['id'])}` };
      await environment.db.send(new DeleteCommand({ TableName: 'audit', Key }));
    }
    await expect(undo(id)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    // Users whose events are permanently missing don't block the undo of the others.
    await environment.wait(61_000);
    expect(await undo(id)).toMatchObject({ state: 'running', total: 1 });
    await drainQueue();
  });

  test('while the import runs', async () => {
    const { id } = await startImport([createPerson()]);
    await expect(undo(id)).rejects.toMatchObject({ code: 'JobRunning' });
    await drainQueue();
  });
});

test('the latest import can be undone after other jobs', async () => {
  const { id, existingUser } = await completeImport();
  const { sub } = await inviteUser();
  await startActions('addToGroup', [sub], { role: 'register-returns' });
  await drainQueue();
  await undo(id);
  await drainQueue();
  expect(await getUser(existingUser)).toMatchObject({ storeId: existingUser.storeId });
});
