import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { adminActor, eventsOf, eventsOfSub, importHard, person } from '#scripts/testing/bulk/import.ts';
import { meanwhile, openJobs, outcomes } from '#scripts/testing/bulk/jobs.ts';
import { mortal } from '#scripts/testing/bulk/mortal.ts';
import type { Fate } from '#scripts/testing/bulk/setting.ts';
import { limits } from '#shared/limits.ts';
import type { DailyLimit } from '#shared/route.ts';

const { setting, caller, latestJobs, jobOf, failedOf, newPerson, newPeople, importOf, act, work, invited, expired } =
  await openJobs();

const useUp = (what: DailyLimit, sub: string, amount: number) =>
  dailyLimits(setting.db, 'attempts')(what, { region: 'nuk', sub }, amount, setting.now());
const emailsLeft = async (sub: string) =>
  (await setting.handlers.latestJob({ region: 'nuk' }, caller(sub))).body.emailsLeft;

test('of 40 rows, with six workers killed, 5 % of Cognito’s calls refused and slices handed out twice, each user is there exactly once, with one email, and the summary is right', async () => {
  const plan = { kills: 6, throttled: 0.05, doubled: 2, within: 20 };
  const { job, failed, ...rest } = await importHard(setting, 40, plan);
  expect(rest).toEqual({ killed: 6, deadLetters: 0, wrong: [], wronglyMailed: [], wrongEvents: 0 });
  const came = outcomes({ invited: 33, updated: 5, unchanged: 2 });
  expect(job).toMatchObject({ state: 'done', total: 40, outcomes: came });
  expect(failed).toEqual([]);
}, 180_000);

describe('killed after any call that changes something, a worker leaves what the next one completes', () => {
  type Begun = { readonly id: string; readonly email: string };
  // Once a call was answered: what it then leaves is what it leaves when it is killed before the next one.
  test.each<[string, () => Promise<Begun>, { outcome: object; mails: number; action: string }]>([
    [
      'an invitation',
      async () => {
        const one = newPerson({ roles: ['admin', 'register-repairs'] });
        return { ...(await importOf([one])), email: one.email };
      },
      { outcome: { invited: 1 }, mails: 1, action: 'invited' },
    ],
    [
      'an invitation of somebody who has chosen a password by one that was broken off',
      async () => {
        const one = newPerson();
        const named = { UserPoolId: setting.poolId, Username: one.email };
        await setting.cognito.send(new AdminCreateUserCommand({ ...named, MessageAction: 'SUPPRESS' }));
        const chosen = { ...named, Password: 'Bench-Passw0rd!', Permanent: true };
        await setting.cognito.send(new AdminSetUserPasswordCommand(chosen));
        return { ...(await importOf([one], { updateExisting: true })), email: one.email };
      },
      { outcome: { updated: 1 }, mails: 0, action: 'invited' },
    ],
    [
      'an update',
      async () => {
        const { email } = await invited();
        const changed = person('', { email, roles: ['register-returns'], storeId: 'UK-2', storeName: 'Two' });
        return { ...(await importOf([changed], { updateExisting: true })), email };
      },
      { outcome: { updated: 1 }, mails: 0, action: 'storeChanged' },
    ],
    [
      'a resent invitation',
      async () => {
        const { email } = await expired();
        return { ...(await setting.handlers.startResend({ region: 'nuk', id: randomUUID() }, caller())).body, email };
      },
      { outcome: { done: 1 }, mails: 1, action: 'invitationResent' },
    ],
    [
      'disabling',
      async () => {
        const { sub, email } = await invited();
        return { ...(await act('disable', [sub])), email };
      },
      { outcome: { done: 1 }, mails: 0, action: 'disabled' },
    ],
  ])(
    '%s',
    async (_, begin, { outcome, mails, action }) => {
      for (let killedAt = 1; ; killedAt += 1) {
        const { id, email } = await begin();
        // Of what came before nothing counts.
        setting.mails.length = 0;
        const life = mortal({ killedAt, isAfter: true });
        const fates = [life.fate];
        await work(() => fates.shift());
        const done = { state: 'done', outcomes: outcomes(outcome) };
        expect({ killedAt, ...(await jobOf(id)) }).toMatchObject({ killedAt, ...done });
        const happened = (await eventsOf(setting, email)).filter((event) => event['action'] === action);
        expect([killedAt, setting.mails.map(({ to }) => to), happened.length]).toEqual([
          killedAt,
          Array(mails).fill(email),
          1,
        ]);
        if (life.isDead()) continue;
        expect(killedAt).toBeGreaterThan(5);
        break;
      }
    },
    120_000,
  );
});

describe('a start', () => {
  test.each([1, 2, 3, 4, 5])(
    'broken off at its change %s is completed when it is sent again, and nothing is done or counted twice',
    async (killedAt) => {
      const people = newPeople(3);
      const id = randomUUID();
      const { sub } = await invited({ roles: ['admin'] });
      setting.mails.length = 0;
      // The day has room for the job once.
      await useUp('emails', sub, limits.daily.emails.most - 3);
      const cutOff = mortal({ killedAt, isAfter: true }).fate;
      await expect(importOf(people, { id, sub }, cutOff)).rejects.toThrow();
      expect(await importOf(people, { id, sub })).toMatchObject({ id, state: 'running', total: 3 });
      expect(await emailsLeft(sub)).toBe(0);
      await work();
      const done = { id, state: 'done', outcomes: outcomes({ invited: 3 }) };
      expect(await importOf(people, { id })).toMatchObject(done);
      expect(setting.mails).toHaveLength(3);
    },
    60_000,
  );

  test.each([1, 2, 3, 4])(
    'broken off at its change %s is over after a minute, another one may begin, and its emails are given back',
    async (killedAt) => {
      const { sub } = await invited({ roles: ['admin'] });
      setting.mails.length = 0;
      const people = newPeople(3);
      const id = randomUUID();
      await expect(importOf(people, { id, sub }, mortal({ killedAt, isAfter: true }).fate)).rejects.toThrow();
      await setting.wait(61_000);
      const over = { id, state: 'stopped', stopReason: 'notBegun', outcomes: outcomes() };
      // A page, the same start again or another start looks first.
      if (killedAt === 1) expect(await latestJobs()).toMatchObject([over]);
      if (killedAt === 2) expect(await importOf(people, { id, sub })).toMatchObject(over);
      const next = await importOf(people, { sub });
      expect(await emailsLeft(sub)).toBe(limits.daily.emails.most - people.length);
      expect(await jobOf(id)).toMatchObject(over);
      await work();
      expect(await jobOf(next.id)).toMatchObject({ state: 'done', outcomes: outcomes({ invited: 3 }) });
      expect(setting.mails).toHaveLength(3);
      const stops = (await eventsOfSub(setting, sub)).filter(({ requestId }) => requestId === id);
      expect(stops.map(({ action, by }) => [action, by])).toEqual([
        ['jobStarted', adminActor.by],
        ['jobStopped', 'portal'],
      ]);
    },
  );

  test('that is slower than a minute begins no row once somebody has seen that it is over', async () => {
    const id = randomUUID();
    let changes = 0;
    const slow: Fate = async (_, call, isRead) => {
      if (!isRead && (changes += 1) === 3) {
        await setting.wait(70_000);
        expect(await latestJobs()).toMatchObject([{ id, state: 'stopped', stopReason: 'notBegun' }]);
      }
      return call();
    };
    expect(await importOf(newPeople(3), { id }, slow)).toMatchObject({ state: 'stopped', stopReason: 'notBegun' });
    await work();
    expect(setting.mails).toEqual([]);
    expect(await jobOf(id)).toMatchObject({ outcomes: outcomes() });
  });

  test('whose last note was lost goes on while workers work on it', async () => {
    // After a job that was done, a start changes nothing of it.
    await importOf([newPerson()]);
    await work();
    setting.mails.length = 0;
    const id = randomUUID();
    const rows = newPeople(limits.bulk.sliceRows + 2);
    await expect(importOf(rows, { id }, mortal({ killedAt: 4, isAfter: true }).fate)).rejects.toThrow();
    const seen: string[] = [];
    const looking = meanwhile(
      () => setting.mails.length === 1 && seen.length === 0,
      async () => {
        seen.push('');
        await setting.wait(61_000);
        seen.push((await jobOf(id)).state);
      },
    );
    await work(() => looking);
    expect(seen).toEqual(['', 'running']);
    expect(await jobOf(id)).toMatchObject({ state: 'done', outcomes: outcomes({ invited: rows.length }) });
  });

  test('while another one runs is refused; of ten at once one begins', async () => {
    const started = await Promise.allSettled(Array.from({ length: 10 }, () => importOf([newPerson()])));
    const refused = started.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(9).fill('JobRunning'));
    await expect(importOf([newPerson()])).rejects.toMatchObject({ code: 'JobRunning' });
    await work();
  });

  test('that sends more emails than its starter may in a day is refused, and leaves the region free', async () => {
    const { sub } = await invited({ roles: ['admin'] });
    const other = await importOf([newPerson()]);
    // Refused for another reason, and not counted.
    const many = newPeople(3);
    await expect(importOf(many, { sub })).rejects.toMatchObject({ code: 'JobRunning' });
    await setting.handlers.stopJob({ region: 'nuk', id: other.id }, caller());
    await useUp('emails', sub, limits.daily.emails.most - 3);
    await importOf(many, { sub });
    await work();
    await expect(importOf(newPeople(2), { sub })).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect(await emailsLeft(sub)).toBe(0);
    const { id } = await act('disable', [randomUUID()], { sub });
    await importOf([newPerson()]);
    await work();
    expect((await jobOf(id)).state).toBe('done');
  });

  test('that nobody could count is completed when it is sent again', async () => {
    const people = newPeople(2);
    const id = randomUUID();
    let changes = 0;
    const outage: Fate = (_, call, isRead = false) => {
      if (isRead) return call();
      changes += 1;
      return changes === 2 ? Promise.reject(new Error('no answer')) : call();
    };
    await expect(importOf(people, { id }, outage)).rejects.toThrow('no answer');
    expect(await importOf(people, { id })).toMatchObject({ state: 'running' });
    await work();
    expect((await jobOf(id)).state).toBe('done');
  });

  test('that may make admins counts the emails that announce it to the admins', async () => {
    const { sub } = await invited({ roles: ['admin'] });
    const admins = await setting.users.adminCount('nuk');
    expect(admins).toBeGreaterThan(1);
    const { id } = await importOf([newPerson({ roles: ['admin'] }), newPerson()], { sub });
    expect(await emailsLeft(sub)).toBe(limits.daily.emails.most - 2 - admins);
    await setting.handlers.stopJob({ region: 'nuk', id }, caller());
    expect(await emailsLeft(sub)).toBe(limits.daily.emails.most - admins);
  });

  test('counts rows that take rights away apart from all other rows', async () => {
    const { sub } = await invited({ roles: ['admin'] });
    await useUp('grantingRows', sub, limits.daily.grantingRows.most);
    await expect(act('enable', [randomUUID()], { sub })).rejects.toMatchObject({ code: 'LimitExceededException' });
    await expect(importOf([newPerson()], { sub })).rejects.toMatchObject({ code: 'LimitExceededException' });
    // A refused job uses nothing up of the limits that it would have kept.
    expect(await emailsLeft(sub)).toBe(limits.daily.emails.most);
    for (const action of ['disable', 'removeFromGroup'] as const) {
      await act(action, [randomUUID()], { sub, ...(action === 'removeFromGroup' && { role: 'admin' }) });
      await work();
    }
    await useUp('revokingRows', sub, limits.daily.revokingRows.most - 2);
    await expect(act('disable', [randomUUID()], { sub })).rejects.toMatchObject({ code: 'LimitExceededException' });
  });

  test('with a role that the region doesn’t have is refused', () =>
    expect(importOf([newPerson({ roles: ['register-returns'] })], { region: 'nfr' })).rejects.toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'rows.0.roles', rule: 'pattern' }],
    }));
});

test('a row that is refused for good is tried once', async () => {
  const { email } = await invited();
  const { id } = await importOf([newPerson({ email })]);
  let calls = 0;
  await work(() => (_, call) => {
    calls += 1;
    return call();
  });
  expect((await failedOf(id)).map(({ reason }) => reason)).toEqual(['UsernameExistsException']);
  // A second attempt would take as many again.
  expect(calls).toBeLessThan(25);
});

test('stopping a job gives the emails back that no row sends, once', async () => {
  const { sub } = await invited({ roles: ['admin'] });
  const { id } = await importOf(newPeople(4), { sub });
  expect(await emailsLeft(sub)).toBe(limits.daily.emails.most - 4);
  const stop = () => setting.handlers.stopJob({ region: 'nuk', id }, caller());
  let isStopped = false;
  const stopInFirstRow = meanwhile(
    (service, isRead) => service === 'cognito' && !isRead && !isStopped,
    async () => {
      isStopped = true;
      await Promise.all([stop(), stop()]);
    },
  );
  await work(() => stopInFirstRow);
  expect((await jobOf(id)).outcomes).toEqual(outcomes({ invited: 1 }));
  await stop();
  expect(await emailsLeft(sub)).toBe(limits.daily.emails.most - 1);
});

test('a job that was stopped is over though its messages were lost', async () => {
  const { id } = await importOf([newPerson()]);
  setting.messages.length = 0;
  await setting.handlers.stopJob({ region: 'nuk', id }, caller());
  await importOf([newPerson()]);
  await work();
});
