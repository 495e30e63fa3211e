import { randomUUID } from 'node:crypto';
import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { listEventsBySub } from '#scripts/testing/bulk/import.ts';
import { setUpJobTests, buildOutcomes } from '#scripts/testing/bulk/jobs.ts';
import { limits } from '#shared/config/limits.ts';
import { roles } from '#shared/users/groups.ts';

const {
  environment,
  buildContext,
  listLatestJobs,
  findJob,
  listFailedRows,
  createPerson,
  createPeople,
  addDraft,
  startDraft,
  startImport,
  drainQueue,
  inviteUser,
} = await setUpJobTests();

const readEmailsLeft = async (sub: string) =>
  (await environment.handlers.latestJob({ region: 'nuk' }, buildContext(sub))).body.emailsLeft;

describe('the draft of an import', () => {
  test('is not a job until it is started', async () => {
    const [latestJob] = await listLatestJobs();
    const id = await addDraft(createPeople(2));
    expect(await listLatestJobs()).toEqual([latestJob].filter(Boolean));
    await expect(findJob(id)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(listFailedRows(id)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(environment.handlers.stopJob({ region: 'nuk', id }, buildContext())).rejects.toMatchObject({
      code: 'NotFound',
    });
    const otherJob = await startImport([createPerson()]);
    await drainQueue();
    expect(await findJob(otherJob.id)).toMatchObject({ state: 'done' });
    expect(await startDraft(id)).toMatchObject({ id, state: 'running', total: 2, previous: otherJob.id });
    await drainQueue();
    expect(await findJob(id)).toMatchObject({ outcomes: buildOutcomes({ invited: 2 }) });
  });

  test('starts once if several starts are concurrent', async () => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    environment.mails.length = 0;
    const id = await addDraft(createPeople(3), { sub });
    const starts = await Promise.all(Array.from({ length: 4 }, () => startDraft(id, { sub })));
    for (const job of starts) expect(job).toMatchObject({ id, state: 'running', total: 3 });
    expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 3);
    await drainQueue();
    expect(await startDraft(id, { sub })).toMatchObject({ id, state: 'done', outcomes: buildOutcomes({ invited: 3 }) });
    expect(environment.mails).toHaveLength(3);
    const events = (await listEventsBySub(environment, sub)).filter(({ requestId }) => requestId === id);
    expect(events.map(({ action }) => action)).toEqual(['jobStarted', 'jobEnded']);
  });

  test('expires after a day, unless its import has been started', async () => {
    const id = await addDraft([createPerson()]);
    const startedId = await addDraft([createPerson()]);
    await startDraft(startedId);
    await drainQueue();
    await environment.wait(limits.bulk.draftHours * 3_600_000 + 1000);
    // DynamoDB may delete expired items days later.
    await expect(startDraft(id)).rejects.toMatchObject({ code: 'UsersFileOutdated' });
    expect(await startDraft(startedId)).toMatchObject({ id: startedId, state: 'done' });
    await expect(startDraft(startedId, { sub: randomUUID() })).rejects.toMatchObject({ code: 'UsersFileOutdated' });
  });

  test('can be started only in its region, by the admin who uploaded the file', async () => {
    const id = await addDraft([createPerson()]);
    const outdated = { code: 'UsersFileOutdated' };
    const { sub } = await inviteUser({ roles: ['admin'] });
    await expect(startDraft(id, { sub })).rejects.toMatchObject(outdated);
    await expect(startDraft(id, { region: 'ndach' })).rejects.toMatchObject(outdated);
    await expect(startDraft(randomUUID())).rejects.toMatchObject(outdated);
    await startDraft(id);
    await expect(startDraft(id, { sub })).rejects.toMatchObject(outdated);
    await drainQueue();
  });

  test('includes doubtful rows only if they are accepted', async () => {
    const people = [createPerson(), { ...createPerson({ storeId: '77' }), isDoubtful: true }];
    for (const [acceptsDoubtfulRows, total] of [
      [false, 1],
      [true, 2],
    ] as const) {
      const id = await addDraft(people);
      expect(await startDraft(id, { acceptsDoubtfulRows })).toMatchObject({ total });
      await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
    }
    await expect(startDraft(await addDraft(people.slice(1)))).rejects.toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'acceptsDoubtfulRows', rule: 'confirmation' }],
    });
  });

  test('cannot be started if some of its rows are missing', async () => {
    const id = await addDraft(createPeople(300));
    await environment.db.send(new DeleteCommand({ TableName: 'jobs', Key: { job: `nuk#${id}`, row: 'draft#0001' } }));
    await expect(startDraft(id)).rejects.toMatchObject({ code: 'UsersFileOutdated' });
  });

  test('is compared with the users at the time of processing', async () => {
    const [registeredPerson, movedPerson] = createPeople(2);
    const starter = await inviteUser({ roles: ['admin'] });
    const starterRow = { ...createPerson(), email: starter.email };
    if (!registeredPerson || !movedPerson) throw new Error('two people');
    const idWithoutUpdates = await addDraft([registeredPerson], { sub: starter.sub });
    const id = await addDraft([{ ...movedPerson, storeId: 'UK-2', storeName: 'Two' }, starterRow], {
      sub: starter.sub,
      updateExisting: true,
    });
    for (const { email } of [registeredPerson, movedPerson]) await inviteUser({ email });
    await startDraft(idWithoutUpdates, { sub: starter.sub });
    await drainQueue();
    expect((await listFailedRows(idWithoutUpdates)).map(({ reason }) => reason)).toEqual(['UsernameExistsException']);
    await startDraft(id, { sub: starter.sub });
    await drainQueue();
    expect(await findJob(id)).toMatchObject({ outcomes: buildOutcomes({ updated: 1, failed: 1 }) });
    expect((await listFailedRows(id)).map(({ email, reason }) => [email, reason])).toEqual([
      [starter.email, 'OwnAccount'],
    ]);
    expect(await environment.users.findByEmail('nuk', movedPerson.email)).toMatchObject({ storeId: 'UK-2' });
  });

  test('of the largest file has items of at most 200 kB', async () => {
    const longest = {
      email: `${'x'.repeat(limits.text.email - 14)}@store.example`,
      storeId: 'x'.repeat(limits.text.storeId),
      storeName: '語'.repeat(limits.text.storeName),
      roles: [...roles],
    };
    const id = await addDraft(Array.from({ length: limits.bulk.rows }, () => longest));
    const items: unknown[] = [];
    const query = {
      TableName: 'jobs',
      KeyConditionExpression: 'job = :job',
      ExpressionAttributeValues: { ':job': `nuk#${id}` },
    };
    for await (const { Items = [] } of paginateQuery({ client: environment.db }, query)) items.push(...Items);
    expect(items).toHaveLength(1 + limits.bulk.rows / 250);
    for (const item of items) expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(200_000);
  });
});
