import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCallerRowsReader } from '#lambdas/lib/http/caller.ts';
import { createSession } from '#lambdas/lib/sessions/sessions.ts';
import { buildStoredUser, now } from '#lambdas/testing/callers.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { endMaintenance, startMaintenance } from './maintenance.ts';

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['users', 'sessions']);
});
afterAll(() => database.stop());

const until = '2026-11-20T03:30:00.000Z';

test('the rows of a caller include maintenance, from its start until its end, without another call', async () => {
  const { db } = database;
  const user = buildStoredUser();
  const session = createSession('nuk', 'jti-1', user.sub, now);
  await db.send(new PutCommand({ TableName: 'users', Item: user }));
  await db.send(new PutCommand({ TableName: 'sessions', Item: session }));
  const readCaller = () =>
    createCallerRowsReader(db, { users: 'users', sessions: 'sessions' })('nuk', user.sub, 'jti-1');

  expect(await readCaller()).toEqual({ user, session, maintenanceUntil: undefined });
  await startMaintenance(db, 'sessions', until);
  const calls = await database.recordCalls(async () =>
    expect(await readCaller()).toEqual({ user, session, maintenanceUntil: until }),
  );
  expect(calls).toMatchObject([{ operation: 'BatchGetItem' }]);
  await endMaintenance(db, 'sessions');
  await endMaintenance(db, 'sessions');
  expect(await readCaller()).toEqual({ user, session, maintenanceUntil: undefined });
});
