import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import { createDailyCounter } from '#lambdas/lib/http/daily-limits.ts';
import { createJobsStore } from '#lambdas/lib/jobs/jobs-store.ts';
import {
  adminActor,
  listEvents,
  listEventsBySub,
  importUnderFaults,
  buildPerson,
} from '#scripts/testing/bulk/import.ts';
import type { CallFault } from '#scripts/testing/bulk/job-environment.ts';
import { runBefore, setUpJobTests, buildOutcomes } from '#scripts/testing/bulk/jobs.ts';
import { createKillFault } from '#scripts/testing/bulk/kill-fault.ts';
import type { DailyLimit } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';

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
  startActions,
  drainQueue,
  inviteUser,
  createExpiredInvitation,
} = await setUpJobTests();

const useLimit = (limitName: DailyLimit, sub: string, amount: number) =>
  createDailyCounter(environment.db, 'attempts')(limitName, { region: 'nuk', sub }, amount, environment.now());
const readEmailsLeft = async (sub: string) =>
  (await environment.handlers.latestJob({ region: 'nuk' }, buildContext(sub))).body.emailsLeft;

test('imports each of 40 users once despite killed workers, throttling and duplicates', async () => {
  const plan = { killCount: 6, throttleProbability: 0.05, duplicateCount: 2, lastKillableWrite: 20 };
  const { job, failed, ...faultSummary } = await importUnderFaults(environment, 40, plan);
  expect(faultSummary).toEqual({
    killedCount: 6,
    deadLetterCount: 0,
    emailsWithWrongRow: [],
    emailsWithWrongMailCount: [],
    wrongEventCount: 0,
  });
  const expected = buildOutcomes({ invited: 33, updated: 5, unchanged: 2 });
  expect(job).toMatchObject({ state: 'done', total: 40, outcomes: expected });
  expect(failed).toEqual([]);
}, 180_000);

describe('after a worker is killed at any write, the next one completes', () => {
  type StartedRow = { readonly id: string; readonly email: string };
  // Killing after a call's response also covers killing before the next call.
  test.each<[string, () => Promise<StartedRow>, { outcome: object; mailCount: number; auditAction: string }]>([
    [
      'an invitation',
      async () => {
        const newUser = createPerson({ roles: ['admin', 'register-repairs'] });
        return { ...(await startImport([newUser])), email: newUser.email };
      },
      { outcome: { invited: 1 }, mailCount: 1, auditAction: 'invited' },
    ],
    [
      'an invitation of a user who set a password after an interrupted invitation',
      async () => {
        const newUser = createPerson();
        const user = { UserPoolId: environment.poolId, Username: newUser.email };
        await environment.cognito.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS' }));
        const password = { ...user, Password: 'Bench-Passw0rd!', Permanent: true };
        await environment.cognito.send(new AdminSetUserPasswordCommand(password));
        return { ...(await startImport([newUser], { updateExisting: true })), email: newUser.email };
      },
      { outcome: { updated: 1 }, mailCount: 0, auditAction: 'invited' },
    ],
    [
      'an update',
      async () => {
        const { email } = await inviteUser();
        const changedUser = buildPerson('', { email, roles: ['register-returns'], storeId: 'UK-2', storeName: 'Two' });
        return { ...(await startImport([changedUser], { updateExisting: true })), email };
      },
      { outcome: { updated: 1 }, mailCount: 0, auditAction: 'storeChanged' },
    ],
    [
      'a resent invitation',
      async () => {
        const { email } = await createExpiredInvitation();
        return {
          ...(await environment.handlers.startResend({ region: 'nuk', id: randomUUID() }, buildContext())).body,
          email,
        };
      },
      { outcome: { done: 1 }, mailCount: 1, auditAction: 'invitationResent' },
    ],
    [
      'disabling',
      async () => {
        const { sub, email } = await inviteUser();
        return { ...(await startActions('disable', [sub])), email };
      },
      { outcome: { done: 1 }, mailCount: 0, auditAction: 'disabled' },
    ],
  ])(
    '%s',
    async (_, startJob, { outcome, mailCount, auditAction }) => {
      for (let killedAt = 1; ; killedAt += 1) {
        const { id, email } = await startJob();
        // Emails sent during the setup don't count.
        environment.mails.length = 0;
        const killFault = createKillFault({ killedAt, isKilledAfterCall: true });
        const faults = [killFault.fault];
        await drainQueue(() => faults.shift());
        const done = { state: 'done', outcomes: buildOutcomes(outcome) };
        expect({ killedAt, ...(await findJob(id)) }).toMatchObject({ killedAt, ...done });
        const auditEvents = (await listEvents(environment, email)).filter((event) => event['action'] === auditAction);
        expect([killedAt, environment.mails.map(({ to }) => to), auditEvents.length]).toEqual([
          killedAt,
          Array(mailCount).fill(email),
          1,
        ]);
        if (killFault.isDead()) continue;
        expect(killedAt).toBeGreaterThan(5);
        break;
      }
    },
    120_000,
  );
});

describe('a start', () => {
  test.each([1, 2, 3, 4, 5])(
    'interrupted at write %s is completed once when repeated',
    async (killedAt) => {
      const { sub } = await inviteUser({ roles: ['admin'] });
      environment.mails.length = 0;
      const id = await addDraft(createPeople(3), { sub });
      // The daily limit allows the job once.
      await useLimit('emails', sub, limits.daily.emails.max - 3);
      const fault = createKillFault({ killedAt, isKilledAfterCall: true }).fault;
      await expect(startDraft(id, { sub }, fault)).rejects.toThrow();
      expect(await startDraft(id, { sub })).toMatchObject({ id, state: 'running', total: 3 });
      expect(await readEmailsLeft(sub)).toBe(0);
      await drainQueue();
      const done = { id, state: 'done', outcomes: buildOutcomes({ invited: 3 }) };
      expect(await startDraft(id, { sub })).toMatchObject(done);
      expect(environment.mails).toHaveLength(3);
    },
    60_000,
  );

  test.each([1, 2, 3, 4])(
    'interrupted at write %s stops after a minute, with its emails refunded',
    async (killedAt) => {
      const { sub } = await inviteUser({ roles: ['admin'] });
      environment.mails.length = 0;
      const people = createPeople(3);
      const id = await addDraft(people, { sub });
      await expect(
        startDraft(id, { sub }, createKillFault({ killedAt, isKilledAfterCall: true }).fault),
      ).rejects.toThrow();
      await environment.wait(61_000);
      const stoppedJob = { id, state: 'stopped', stopReason: 'notBegun', outcomes: buildOutcomes() };
      // The job is first read by a page, by the repeated start, or by another start.
      if (killedAt === 1) expect(await listLatestJobs()).toMatchObject([stoppedJob]);
      if (killedAt === 2) expect(await startDraft(id, { sub })).toMatchObject(stoppedJob);
      const nextJob = await startImport(people, { sub });
      expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - people.length);
      expect(await findJob(id)).toMatchObject(stoppedJob);
      await drainQueue();
      expect(await findJob(nextJob.id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ invited: 3 }) });
      expect(environment.mails).toHaveLength(3);
      const jobEvents = (await listEventsBySub(environment, sub)).filter(({ requestId }) => requestId === id);
      expect(jobEvents.map(({ action, by }) => [action, by])).toEqual([
        ['jobStarted', adminActor.by],
        ['jobStopped', 'portal'],
      ]);
    },
  );

  test('slower than a minute starts no row after the job was stopped', async () => {
    const id = await addDraft(createPeople(3));
    let writeCount = 0;
    const delayThirdWrite: CallFault = async (_, call, isRead) => {
      if (!isRead && (writeCount += 1) === 3) {
        await environment.wait(70_000);
        expect(await listLatestJobs()).toMatchObject([{ id, state: 'stopped', stopReason: 'notBegun' }]);
      }
      return call();
    };
    expect(await startDraft(id, {}, delayThirdWrite)).toMatchObject({ state: 'stopped', stopReason: 'notBegun' });
    await drainQueue();
    expect(environment.mails).toEqual([]);
    expect(await findJob(id)).toMatchObject({ outcomes: buildOutcomes() });
  });

  test('is not stopped by a page that read it before a worker received it', async () => {
    const id = await addDraft(createPeople(3));
    const failAfterSending = runBefore(
      (_, isRead) => isRead === false && environment.messages.length > 0,
      () => Promise.reject(new Error('no answer')),
    );
    await expect(startDraft(id, {}, failAfterSending)).rejects.toThrow('no answer');
    await environment.wait(61_000);
    const jobs = createJobsStore(environment.db, { jobs: 'jobs', audit: 'audit' });
    const markSentBeforeStop = runBefore(
      (_, isRead) => isRead === false,
      async () => {
        const job = await jobs.get('nuk', id, environment.now());
        if (job) await jobs.markSent(job);
      },
    );
    const { latestJob } = environment.createHandlers(markSentBeforeStop);
    expect((await latestJob({ region: 'nuk' }, buildContext())).body.jobs).toMatchObject([{ id, state: 'running' }]);
    await drainQueue();
    expect(await findJob(id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ invited: 3 }) });
  });

  test('whose last write was lost continues while workers process it', async () => {
    // A start must also work after an ended job.
    await startImport([createPerson()]);
    await drainQueue();
    environment.mails.length = 0;
    const rows = createPeople(limits.bulk.sliceRows + 2);
    const id = await addDraft(rows);
    await expect(startDraft(id, {}, createKillFault({ killedAt: 4, isKilledAfterCall: true }).fault)).rejects.toThrow();
    const states: string[] = [];
    const passMinuteAndReadState = runBefore(
      () => environment.mails.length === 1 && states.length === 0,
      async () => {
        // Marks that the minute has begun, so that it passes only once.
        states.push('');
        await environment.wait(61_000);
        states.push((await findJob(id)).state);
      },
    );
    await drainQueue(() => passMinuteAndReadState);
    expect(states).toEqual(['', 'running']);
    expect(await findJob(id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ invited: rows.length }) });
  });

  test('is rejected while another job runs, and one of ten concurrent starts succeeds', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => startImport([createPerson()])));
    const rejections = results.filter((result) => result.status === 'rejected');
    expect(rejections.map(({ reason }) => reason.code)).toEqual(Array(9).fill('JobRunning'));
    await expect(startImport([createPerson()])).rejects.toMatchObject({ code: 'JobRunning' });
    await drainQueue();
  });

  test('is rejected above the daily email limit without blocking the region', async () => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    const otherJob = await startImport([createPerson()]);
    // A start that is rejected for another reason does not count against the limit.
    const people = createPeople(3);
    await expect(startImport(people, { sub })).rejects.toMatchObject({ code: 'JobRunning' });
    await environment.handlers.stopJob({ region: 'nuk', id: otherJob.id }, buildContext());
    await useLimit('emails', sub, limits.daily.emails.max - 3);
    await startImport(people, { sub });
    await drainQueue();
    await expect(startImport(createPeople(2), { sub })).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect(await readEmailsLeft(sub)).toBe(0);
    const { id } = await startActions('disable', [randomUUID()], { sub });
    await startImport([createPerson()]);
    await drainQueue();
    expect((await findJob(id)).state).toBe('done');
  });

  test('whose write of the daily limit failed is completed when repeated', async () => {
    const id = await addDraft(createPeople(2));
    let writeCount = 0;
    const failSecondWrite: CallFault = (_, call, isRead = false) => {
      if (isRead) return call();
      writeCount += 1;
      return writeCount === 2 ? Promise.reject(new Error('no answer')) : call();
    };
    await expect(startDraft(id, {}, failSecondWrite)).rejects.toThrow('no answer');
    expect(await startDraft(id)).toMatchObject({ state: 'running' });
    await drainQueue();
    expect((await findJob(id)).state).toBe('done');
  });

  test('that may create admins counts the emails to all admins', async () => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    const adminCount = await environment.users.countAdmins('nuk');
    expect(adminCount).toBeGreaterThan(1);
    const { id } = await startImport([createPerson({ roles: ['admin'] }), createPerson()], { sub });
    expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 2 - adminCount);
    await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
    expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - adminCount);
  });

  test.each([
    ['admin', 2],
    ['register-returns', 0],
  ] as const)('that gives two users the role %s announces %i new admins', async (role, admins) => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    const emailsToAdmins = admins > 0 ? await environment.users.countAdmins('nuk') : 0;
    const { id } = await startActions('addToGroup', [randomUUID(), randomUUID()], { sub, role });
    expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 2 - emailsToAdmins);
    const [startEvent] = (await listEventsBySub(environment, sub)).filter(({ requestId }) => requestId === id);
    expect(startEvent).toMatchObject({ action: 'jobStarted', job: { admins } });
    await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
  });

  test('that removes the admin role announces no new admins', async () => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    const { id } = await startActions('removeFromGroup', [randomUUID()], { sub, role: 'admin' });
    const [startEvent] = (await listEventsBySub(environment, sub)).filter(({ requestId }) => requestId === id);
    expect(startEvent).toMatchObject({ action: 'jobStarted', job: { admins: 0 } });
    await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
  });

  test('counts rows that revoke rights separately', async () => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    await useLimit('grantingRows', sub, limits.daily.grantingRows.max);
    await expect(startActions('enable', [randomUUID()], { sub })).rejects.toMatchObject({
      code: 'LimitExceededException',
    });
    await expect(startImport([createPerson()], { sub })).rejects.toMatchObject({ code: 'LimitExceededException' });
    // A rejected job doesn't count against the limits that it would not have exceeded.
    expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max);
    for (const action of ['disable', 'removeFromGroup'] as const) {
      await startActions(action, [randomUUID()], { sub, ...(action === 'removeFromGroup' && { role: 'admin' }) });
      await drainQueue();
    }
    await useLimit('revokingRows', sub, limits.daily.revokingRows.max - 2);
    await expect(startActions('disable', [randomUUID()], { sub })).rejects.toMatchObject({
      code: 'LimitExceededException',
    });
  });

  test('is rejected for a role that the region no longer has', () =>
    expect(startImport([createPerson({ roles: ['register-returns'] })], { region: 'nfr' })).rejects.toMatchObject({
      code: 'UsersFileOutdated',
    }));
});

test('a permanently rejected row is attempted once', async () => {
  const { email } = await inviteUser();
  const { id } = await startImport([createPerson({ email })]);
  let callCount = 0;
  await drainQueue(() => (_, call) => {
    callCount += 1;
    return call();
  });
  expect((await listFailedRows(id)).map(({ reason }) => reason)).toEqual(['UsernameExistsException']);
  // A second attempt would double the number of calls.
  expect(callCount).toBeLessThan(25);
});

test('an update of several roles writes one event, so that the user receives one email', async () => {
  const { email } = await inviteUser();
  const changedUser = createPerson({ email, roles: ['register-returns', 'admin'] });
  const { id } = await startImport([changedUser], { updateExisting: true });
  await drainQueue();
  const rowEvents = (await listEvents(environment, email)).filter(({ requestId }) => String(requestId).startsWith(id));
  expect(rowEvents).toMatchObject([
    {
      action: 'groupsChanged',
      before: { roles: ['register-repairs'] },
      after: { roles: ['admin', 'register-returns'] },
    },
  ]);
});

test('stopping a job refunds its unsent emails once', async () => {
  const { sub } = await inviteUser({ roles: ['admin'] });
  const { id } = await startImport(createPeople(4), { sub });
  expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 4);
  const stop = () => environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
  let isStopped = false;
  const stopInFirstRow = runBefore(
    (service, isRead) => service === 'cognito' && !isRead && !isStopped,
    async () => {
      isStopped = true;
      await Promise.all([stop(), stop()]);
    },
  );
  await drainQueue(() => stopInFirstRow);
  expect((await findJob(id)).outcomes).toEqual(buildOutcomes({ invited: 1 }));
  await stop();
  expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 1);
});

test('a job whose start was interrupted before it was counted refunds no emails', async () => {
  const { sub } = await inviteUser({ roles: ['admin'] });
  await useLimit('emails', sub, 10);
  const id = await addDraft(createPeople(3), { sub });
  const { fault } = createKillFault({ killedAt: 1, isKilledAfterCall: true });
  await expect(startDraft(id, { sub }, fault)).rejects.toThrow();
  await environment.wait(61_000);
  expect(await listLatestJobs()).toContainEqual(expect.objectContaining({ id, stopReason: 'notBegun' }));
  expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 10);
});

describe('a job that sends no emails refunds none', () => {
  const disableRequest = { region: 'nuk' as const, action: 'disable' as const, subs: [randomUUID(), randomUUID()] };

  test('when it is stopped', async () => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    await useLimit('emails', sub, 10);
    const id = randomUUID();
    await environment.handlers.startActions({ ...disableRequest, id }, buildContext(sub));
    await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
    expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 10);
  });

  test('when its start is interrupted', async () => {
    const { sub } = await inviteUser({ roles: ['admin'] });
    await useLimit('emails', sub, 10);
    const id = randomUUID();
    const failAfterSending = runBefore(
      (_, isRead) => isRead === false && environment.revocations.length > 0,
      () => Promise.reject(new Error('no answer')),
    );
    const { startActions: startDisabling } = environment.createHandlers(failAfterSending);
    await expect(startDisabling({ ...disableRequest, id }, buildContext(sub))).rejects.toThrow('no answer');
    await environment.wait(61_000);
    expect(await listLatestJobs()).toContainEqual(expect.objectContaining({ id, stopReason: 'notBegun' }));
    expect(await readEmailsLeft(sub)).toBe(limits.daily.emails.max - 10);
  });
});

test('a stopped job with lost messages does not block the next', async () => {
  const { id } = await startImport([createPerson()]);
  environment.messages.length = 0;
  await environment.handlers.stopJob({ region: 'nuk', id }, buildContext());
  expect((await findJob(id)).state).toBe('stopped');
  const nextJob = await startImport([createPerson()]);
  await drainQueue();
  expect(await findJob(nextJob.id)).toMatchObject({ state: 'done', outcomes: buildOutcomes({ invited: 1 }) });
});
