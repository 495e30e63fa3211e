import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { createJobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import type { JobHead } from '#lambdas/lib/jobs/jobs-table.ts';
import { buildStoredUser, now } from '#lambdas/testing/callers.ts';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { createCountStartedRows, createExpiredInvitations, createImportedUsers } from './job-queries-store.ts';

const { db, mock } = createMockedDb();
const job = { region: 'nuk', id: 'job-1', startedAt: now.toISOString() } as JobHead;
const indexes = Array.from({ length: 30 }, (_, index) => index);

/** Answers queries in pages of ten items. The first page is empty, as it can be when DynamoDB filters items. */
const answerInPages = (items: readonly object[]) =>
  mock.on(QueryCommand).callsFake(({ ExclusiveStartKey }) => {
    if (ExclusiveStartKey === undefined) return { Items: [], Count: 0, LastEvaluatedKey: { start: 0 } };
    const { start } = ExclusiveStartKey;
    const Items = items.slice(start, start + 10);
    const end = start + Items.length;
    return { Items, Count: Items.length, ...(end < items.length && { LastEvaluatedKey: { start: end } }) };
  });

test('expired invitations are listed across pages', async () => {
  const invitedUsers = indexes.map((index) =>
    buildStoredUser({
      email: `${index}@store.example`,
      status: 'invited',
      inviteExpiresAt: new Date(now.getTime() - 1).toISOString(),
    }),
  );
  answerInPages(invitedUsers);
  const listedUsers = await createExpiredInvitations(db, 'users').list('nuk', now);
  expect(listedUsers.map(({ email }) => email)).toEqual(invitedUsers.map(({ email }) => email));
});

test('started rows are counted across pages', async () => {
  answerInPages(indexes.map((number) => ({ number })));
  expect(await createCountStartedRows(db, 'jobs')(job)).toBe(indexes.length);
});

test('imported users are listed across pages', async () => {
  answerInPages(
    indexes.map((index) => ({
      sub: `sub-${index}`,
      email: `${index}@store.example`,
      action: 'invited',
      after: {},
      requestId: `${job.id}#${index}`,
    })),
  );
  const subjects = await createImportedUsers(db, 'audit').list(job, now);
  expect(subjects.map(({ number }) => number)).toEqual(indexes);
});

test('failed rows are listed across pages', async () => {
  const failure = { storeId: 'UK-1', storeName: 'One', roles: [], reason: 'UsernameExistsException' };
  answerInPages(indexes.map((number) => ({ number, email: `${number}@store.example`, ...failure })));
  const failedRows = await createJobsStore(db, { jobs: 'jobs', audit: 'audit' }).listFailedRows('nuk', job.id);
  expect(failedRows.map(({ row }) => row)).toEqual(indexes);
});
