import { randomUUID } from 'node:crypto';
import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { adminActor, eventsOf, eventsOfSub } from '#scripts/testing/bulk/import.ts';
import { openJobs, outcomes } from '#scripts/testing/bulk/jobs.ts';
import { mortal } from '#scripts/testing/bulk/mortal.ts';
import { starter } from '#scripts/testing/bulk/setting.ts';
import { limits } from '#shared/limits.ts';
import { tables } from '#shared/tables.ts';

const { setting, caller, jobOf, failedOf, userOf, newPerson, importOf, act, work, invited } = await openJobs();
const { administration, users, pool, stores } = setting;

const undo = async (undoes: string, { id = randomUUID() as string, sub }: { id?: string; sub?: string } = {}) =>
  (await setting.handlers.startUndo({ region: 'nuk', id, undoes }, caller(sub))).body;

const setPassword = (email: string) =>
  setting.cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: setting.poolId,
      Username: email,
      Password: 'Bench-Passw0rd!',
      Permanent: true,
    }),
  );

/** An import that is done: it has invited somebody and moved somebody else, who lost a role. */
const imported = async () => {
  const known = await invited({ roles: ['admin', 'register-repairs'] });
  const newcomer = newPerson();
  const moved = { email: known.email, storeId: 'UK-2', storeName: 'Two', roles: ['register-returns' as const] };
  const { id } = await importOf([moved, newcomer], { updateExisting: true });
  await work();
  expect(await jobOf(id)).toMatchObject({ state: 'done', outcomes: outcomes({ invited: 1, updated: 1 }) });
  setting.mails.length = 0;
  return { id, known, newcomer };
};

describe('an import that is undone', () => {
  test('gives store and roles back, deletes whom it invited, and frees their address', async () => {
    const { id, known, newcomer } = await imported();
    const { id: undoId } = await undo(id);
    await work();
    expect(await jobOf(undoId)).toMatchObject({
      kind: 'undo',
      undoes: id,
      state: 'done',
      outcomes: outcomes({ done: 2 }),
    });
    const { storeId, storeName, groups } = known;
    const restored = await userOf(known);
    expect(restored).toMatchObject({ storeId, storeName, adminOf: 'nuk' });
    expect(restored?.groups.toSorted()).toEqual(groups.toSorted());
    expect((await pool.find('nuk', known.sub))?.groups.toSorted()).toEqual(groups.toSorted());
    expect(await users.findByEmail('nuk', newcomer.email)).toBeUndefined();
    expect(await pool.find('nuk', newcomer.email)).toBeUndefined();
    const again = await importOf([newcomer]);
    await work();
    expect(await jobOf(again.id)).toMatchObject({ outcomes: outcomes({ invited: 1 }) });
  });

  test('takes the stores along that it created, unless somebody else belongs to them', async () => {
    const storeIds = async () => (await stores.list('nuk')).map(({ storeId }) => storeId);
    const [alone, shared] = [newPerson({ storeId: 'NEW-1' }), newPerson({ storeId: 'NEW-2' })];
    const { id } = await importOf([alone, shared]);
    await work();
    await invited({ storeId: 'NEW-2' });
    expect(await storeIds()).toEqual(expect.arrayContaining(['NEW-1', 'NEW-2']));
    await undo(id);
    await work();
    const left = await storeIds();
    expect(left).toContain('NEW-2');
    expect(left).not.toContain('NEW-1');
    // The stores that were there before stay.
    expect(left).toContain('UK-1');
  });

  test('is recorded as an operation of its own, with an event for each user', async () => {
    const { id, known } = await imported();
    const { id: undoId } = await undo(id);
    await work();
    const changes = (await eventsOf(setting, known.email)).filter(({ requestId }) => requestId === `${undoId}#2`);
    expect(changes.map(({ action, by }) => [action, by])).toEqual([
      ['groupsChanged', adminActor.by],
      ['storeChanged', adminActor.by],
    ]);
    const jobEvents = (await eventsOfSub(setting, starter.sub)).filter(({ requestId }) => requestId === undoId);
    expect(jobEvents).toMatchObject([
      { action: 'jobStarted', job: { kind: 'undo', total: 2, admins: 1 } },
      { action: 'jobEnded', job: { kind: 'undo', outcomes: { done: 2 } } },
    ]);
  });

  test('leaves whoever has been changed or has finished registering since, and names them', async () => {
    const { id, known, newcomer } = await imported();
    const current = await userOf(known);
    if (!current) throw new Error('gone');
    await administration.changeStore(adminActor, current, { storeId: 'UK-3', storeName: 'Three' });
    await setPassword(newcomer.email);
    const { id: undoId } = await undo(id);
    await work();
    expect(await jobOf(undoId)).toMatchObject({ state: 'done', outcomes: outcomes({ failed: 2 }) });
    expect((await failedOf(undoId)).map(({ email, reason }) => [email, reason])).toEqual([
      [known.email, 'ChangedSinceImport'],
      [newcomer.email, 'ChangedSinceImport'],
    ]);
    expect(await userOf(known)).toMatchObject({ storeId: 'UK-3' });
    expect(await pool.find('nuk', newcomer.email)).toMatchObject({ status: 'confirmed' });
  });

  test('and is undone again changes nobody', async () => {
    const { id } = await imported();
    await undo(id);
    await work();
    const again = await undo(id);
    await work();
    expect(await jobOf(again.id)).toMatchObject({ outcomes: outcomes({ unchanged: 2 }) });
  });

  test('is undone for those who are left after a worker was killed at any change', async () => {
    for (let killedAt = 1; ; killedAt += 1) {
      const { id, known, newcomer } = await imported();
      const { id: undoId } = await undo(id);
      const life = mortal({ killedAt, isAfter: true });
      const fates = [life.fate];
      await work(() => fates.shift());
      const { state, outcomes: came } = await jobOf(undoId);
      expect([killedAt, state, came.failed]).toEqual([killedAt, 'done', 0]);
      expect([killedAt, await userOf(known)]).toMatchObject([killedAt, { storeId: known.storeId, adminOf: 'nuk' }]);
      expect(await users.findByEmail('nuk', newcomer.email)).toBeUndefined();
      if (life.isDead()) continue;
      expect(killedAt).toBeGreaterThan(5);
      break;
    }
  }, 120_000);

  test('counts against the day of whoever undoes it', async () => {
    const { id } = await imported();
    const { sub } = await invited({ roles: ['admin'] });
    await undo(id, { sub });
    const { body } = await setting.handlers.latestJob({ region: 'nuk' }, caller(sub));
    // Two users, and one email to every admin of the region.
    expect(body.emailsLeft).toBeLessThan(limits.daily.emails.most - 2);
    await work();
  });

  test('stops with the rights of whoever undoes it', async () => {
    const { id, known } = await imported();
    const boss = await invited({ roles: ['admin'] });
    const { id: undoId } = await undo(id, { sub: boss.sub });
    await administration.disable(adminActor, boss);
    await work();
    expect(await jobOf(undoId)).toMatchObject({ state: 'stopped', stopReason: 'starterDisabled' });
    expect(await userOf(known)).toMatchObject({ storeId: 'UK-2' });
  });
});

describe('undoing is refused', () => {
  test('for an import that is not the last one', async () => {
    const first = await imported();
    await imported();
    await expect(undo(first.id)).rejects.toMatchObject({ code: 'ImportNotLatest' });
  });

  test('for another operation, and for one that is not known', async () => {
    const { sub } = await invited();
    const { id } = await act('disable', [sub]);
    await work();
    for (const other of [id, randomUUID()]) await expect(undo(other)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('until the history has every event of the import', async () => {
    const { id, known } = await imported();
    const { partition, sort } = tables.audit.key;
    const events = (await eventsOf(setting, known.email)).filter(({ requestId }) => requestId === `${id}#2`);
    for (const event of events) {
      const Key = { [partition]: known.id, [sort]: `${String(event['at'])}#${String(event['id'])}` };
      await setting.db.send(new DeleteCommand({ TableName: 'audit', Key }));
    }
    await expect(undo(id)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    // Somebody whose events are gone for good keeps the others from nothing.
    await setting.wait(61_000);
    expect(await undo(id)).toMatchObject({ state: 'running', total: 1 });
    await work();
  });

  test('while the import runs', async () => {
    const { id } = await importOf([newPerson()]);
    await expect(undo(id)).rejects.toMatchObject({ code: 'JobRunning' });
    await work();
  });
});

test('the last import can still be undone after other operations', async () => {
  const { id, known } = await imported();
  const { sub } = await invited();
  await act('addToGroup', [sub], { role: 'register-returns' });
  await work();
  await undo(id);
  await work();
  expect(await userOf(known)).toMatchObject({ storeId: known.storeId });
});
