import { setImmediate as nextTurn } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { attemptCounts } from '#lambdas/directory/attempt-counts.ts';
import { attemptKinds, attemptsId, attemptsStore } from '#lambdas/directory/attempts.ts';
import { by, staff } from '#lambdas/testing/callers.ts';
import { temporaryDatabase } from '#scripts/testing/database.ts';
import { faultyCalls } from '#scripts/testing/faulty-calls.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { attempt, limitedRequest } from './attempt.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { signInHandlers } from './sign-in.ts';

const database = await temporaryDatabase(['attempts']);
afterAll(() => database.stop());

const { max, told, undecidedSeconds, windowMinutes } = limits.attempts;
const start = new Date('2026-11-21T10:00:00Z');
const after = (secondsLater: number) => new Date(start.getTime() + secondsLater * 1000);
const error = (name: string, status = 400) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });
const wrongPassword = () => Promise.reject(error('NotAuthorizedException'));
const outage = () => Promise.reject(error('TimeoutError'));

const withFault = faultyCalls(database.client);
const writes = { reserve: 'if_not_exists', count: 'countedAttempts :tokens', release: 'DELETE attempts' };
const failing = <Result>(write: keyof typeof writes, isDone: boolean, times: number, work: () => Promise<Result>) =>
  withFault({ text: writes[write], isDone, times }, work);

let names = 0;
/** A name of its own, with attempts at one thing. */
const openName = (kind: (typeof attemptKinds)[number] = 'sign-in') => {
  const name = `person${(names += 1)}@store.example`;
  const store = attemptCounts(database.db, 'attempts', nextTurn);
  const one = (at: Date) => ({ kind, region: 'nuk', name, now: at }) as const;
  const make = <Result>(work: () => Promise<Result>, at = start) => attempt(store, one(at), work);
  const fail = async (times: number, at = start) => {
    for (let time = 0; time < times; time += 1)
      await expect(make(wrongPassword, at)).rejects.toThrow('NotAuthorizedException');
  };
  const key = { TableName: 'attempts', Key: { id: attemptsId(kind, 'nuk', name) } };
  const row = async () => (await database.db.send(new GetCommand(key))).Item;
  const failures = async () => ((await row())?.['countedAttempts'] as Set<string> | undefined)?.size ?? 0;
  return { name, store, one, make, fail, row, failures };
};
const yes = async () => 'yes';
const tooMany = { code: 'LimitExceededException' };

describe.each(attemptKinds)('attempts of kind %s', (kind) => {
  test('count once for each refusal and are refused after the limit', async () => {
    const { make, fail, failures } = openName(kind);
    await fail(max);
    expect(await failures()).toBe(max);
    await expect(make(yes)).rejects.toMatchObject(tooMany);
    // A refused attempt does not prolong the window.
    expect(await make(yes, after(windowMinutes * 60))).toBe('yes');
  });
});

test.each(['NotAuthorizedException', 'CodeMismatchException', 'LimitExceededException'])(
  'counts %s, a refusal by Cognito',
  async (name) => {
    const { make, failures } = openName();
    await expect(make(() => Promise.reject(error(name)))).rejects.toThrow(name);
    expect(await failures()).toBe(1);
  },
);

test.each([
  error('TooManyRequestsException'),
  error('TimeoutError'),
  error('InternalErrorException', 500),
  error('ResourceNotFoundException'),
  new AppError('ServiceUnavailable'),
])('never counts $name, which says nothing of the person', async (failure) => {
  const { make, failures } = openName();
  for (let time = 0; time < 2 * max; time += 1)
    await expect(make(() => Promise.reject(failure))).rejects.toThrow(failure);
  expect(await failures()).toBe(0);
  expect(await make(yes)).toBe('yes');
});

describe('a write to the table', () => {
  test.each(['reserve', 'count', 'release'] as const)(
    'that is repeated after a lost answer counts once (%s)',
    async (write) => {
      const { make, fail, failures } = openName();
      await failing<unknown>(write, true, 2, () => (write === 'release' ? make(yes) : fail(1)));
      expect(await failures()).toBe(write === 'release' ? 0 : 1);
      await fail(max - (await failures()));
      await expect(make(yes)).rejects.toMatchObject(tooMany);
    },
  );

  test('to reserve the last place finds it taken by itself when it is repeated', async () => {
    const { make, fail } = openName();
    await fail(max - 1);
    expect(await failing('reserve', true, 2, () => make(yes))).toBe('yes');
  });

  test.each([true, false])(
    'to reserve that fails (done: %s) asks Cognito nothing and counts nothing',
    async (isDone) => {
      const { make, failures } = openName();
      const ask = jest.fn(yes);
      for (let time = 0; time < max; time += 1)
        await expect(failing('reserve', isDone, Infinity, () => make(ask))).rejects.toThrow('no answer');
      expect(ask).not.toHaveBeenCalled();
      expect(await failures()).toBe(0);
      expect(await make(yes, after(undecidedSeconds))).toBe('yes');
    },
  );

  test('to release that fails keeps nobody out for longer than an undecided attempt', async () => {
    const { make, failures } = openName();
    for (let time = 0; time < max; time += 1)
      expect(await failing('release', false, Infinity, () => make(yes))).toBe('yes');
    await expect(make(yes)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(await failures()).toBe(0);
    expect(await make(yes, after(undecidedSeconds))).toBe('yes');
  });

  test('to count that fails keeps the place of the guess while it is undecided', async () => {
    const { make, fail } = openName();
    await failing('count', false, Infinity, () => fail(max));
    const guess = jest.fn(wrongPassword);
    await expect(make(guess)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(guess).not.toHaveBeenCalled();
  });
});

describe('guesses at once', () => {
  test('reach Cognito as often as the limit allows, and no more', async () => {
    const { make, failures } = openName();
    const guess = jest.fn(wrongPassword);
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => make(guess)));
    expect(guess).toHaveBeenCalledTimes(max);
    expect(await failures()).toBe(max);
    const codes = answers.flatMap((answer) =>
      answer.status === 'rejected' && answer.reason instanceof AppError ? [answer.reason.code] : [],
    );
    expect(codes).toHaveLength(40 - max);
    await expect(make(guess)).rejects.toMatchObject(tooMany);
  });

  test('that go on while a window ends count in the next one', async () => {
    const { make, fail } = openName();
    await fail(max - 1);
    const end = after(windowMinutes * 60);
    const before = after(windowMinutes * 60 - 1);
    const begun = Promise.withResolvers<void>();
    const verdict = Promise.withResolvers<void>();
    const undecidedGuess = () => {
      begun.resolve();
      return verdict.promise.then(wrongPassword);
    };
    const guess = make(undecidedGuess, before).catch(() => undefined);
    await begun.promise;
    await fail(max - 1, end);
    await expect(make(yes, end)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    verdict.resolve();
    await guess;
    await expect(make(yes, end)).rejects.toMatchObject(tooMany);
  });

  test('with the right password wait for a place and succeed', async () => {
    const { one } = openName();
    const allHavePlaces = Promise.withResolvers<void>();
    const othersWait = Promise.withResolvers<void>();
    let places = 0;
    let waiting = 0;
    const first: Promise<string>[] = [];
    const store = attemptCounts(database.db, 'attempts', async () => {
      waiting += 1;
      if (waiting === max) othersWait.resolve();
      await Promise.all(first);
    });
    const signIn = (work: () => Promise<string>) => attempt(store, one(start), work);
    const holdPlace = async () => {
      places += 1;
      if (places === max) allHavePlaces.resolve();
      await othersWait.promise;
      return 'first';
    };
    first.push(...Array.from({ length: max }, () => signIn(holdPlace)));
    await allHavePlaces.promise;
    const others = Array.from({ length: max }, () => signIn(async () => 'other'));
    expect(await Promise.all([...first, ...others])).toEqual([
      ...Array(max).fill('first'),
      ...Array(max).fill('other'),
    ]);
  });
});

test('a failure within the window of the one before counts together with it', async () => {
  const { fail, make } = openName();
  for (let time = 0; time < max; time += 1) await fail(1, after(time * (windowMinutes * 60 - 1)));
  await expect(make(yes, after(max * (windowMinutes * 60 - 1)))).rejects.toMatchObject(tooMany);
});

test('the page of a user says until when they are refused', async () => {
  const { fail, name } = openName();
  const { refusedUntil } = attemptsStore(database.db, 'attempts');
  await fail(max - 1);
  expect(await refusedUntil('sign-in', 'nuk', name, start)).toBeUndefined();
  await fail(1);
  expect(await refusedUntil('sign-in', 'nuk', name, start)).toEqual(after(windowMinutes * 60));
});

describe('a request that nobody judges', () => {
  test('counts once it is made, and not when it could not be made', async () => {
    const { store, one, failures } = openName('code');
    await expect(limitedRequest(store, one(start), outage)).rejects.toThrow('TimeoutError');
    expect(await failures()).toBe(0);
    for (let time = 0; time < max; time += 1) await limitedRequest(store, one(start), async () => {});
    await expect(limitedRequest(store, one(start), async () => {})).rejects.toMatchObject(tooMany);
  });
});

type Parts = Parameters<typeof signInHandlers>[0];

describe('signing in', () => {
  /** Signs in at Cognito and at the directory as they are just now. */
  const openSignIn = () => {
    const { store, name, failures } = openName();
    const pools = { signIn: jest.fn<() => Promise<unknown>>(async () => ({ tokens: {} })) };
    const begin = jest.fn<() => Promise<unknown>>(async () => ({ body: {}, cookies: [] }));
    const parts = {
      verifyCaptcha: async () => {},
      devices: { rateLimitKey: async () => name },
      store,
      pools,
      sessions: { begin, end: async () => {} },
    } as unknown as Parts;
    const { login } = signInHandlers(parts);
    const signIn = () => login({ region: 'nuk', email: name, password: 'x', captcha: 'tick' }, by(staff));
    return { pools, begin, failures, signIn };
  };

  test.each(['Cognito', 'the beginning of the session'])('during an outage of %s locks nobody out', async (what) => {
    const { pools, begin, failures, signIn } = openSignIn();
    (what === 'Cognito' ? pools.signIn : begin).mockImplementation(outage);
    for (let time = 0; time < 2 * max; time += 1) await expect(signIn()).rejects.toThrow('TimeoutError');
    expect(await failures()).toBe(0);
    pools.signIn.mockResolvedValue({ tokens: {} });
    begin.mockResolvedValue({ body: {}, cookies: [] });
    expect(await signIn()).toMatchObject({ body: {} });
  });

  test('counts wrong passwords', async () => {
    const { pools, signIn } = openSignIn();
    pools.signIn.mockImplementation(wrongPassword);
    for (let time = 0; time < max; time += 1)
      await expect(signIn()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(signIn()).rejects.toMatchObject(tooMany);
  });
});

test('notifies the owner once of wrong codes after the right password', async () => {
  const { store } = openName();
  const noteWrongCodes = jest.fn(async () => {});
  const parts = {
    pools: {
      signIn: async () => ({ challenge: { username: 'sub-1', session: 'session-1' }, asks: 'secondFactor' }),
      answerCode: () => Promise.reject(error('CodeMismatchException')),
    },
    store,
    ownChanges: { noteWrongCodes },
  } as unknown as Parameters<typeof secondFactorHandlers>[0];
  const { stopSecondFactor } = secondFactorHandlers(parts);
  for (let time = 1; time <= max; time += 1) {
    await expect(stopSecondFactor({ region: 'nuk', password: 'x', code: '123456' }, by(staff))).rejects.toMatchObject({
      code: 'CodeMismatchException',
    });
    expect(noteWrongCodes).toHaveBeenCalledTimes(time < told ? 0 : 1);
  }
});
