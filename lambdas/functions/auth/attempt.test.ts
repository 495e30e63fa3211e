import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { createAttemptCounts } from '#lambdas/lib/sessions/attempt-counts.ts';
import { attemptKinds, toAttemptsId, createAttemptsStore } from '#lambdas/lib/sessions/attempts.ts';
import { buildContext, staff } from '#lambdas/testing/callers.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { injectTimeouts } from '#scripts/testing/faulty-calls.ts';
import { AppError } from '#shared/api/errors.ts';
import { limits } from '#shared/config/limits.ts';
import { runAttempt, runLimitedRequest } from './attempt.ts';
import { createSecondFactorHandlers } from './second-factor.ts';
import { createSignInHandlers } from './sign-in.ts';

const database = await startTemporaryDatabase(['attempts']);
afterAll(() => database.stop());

const {
  max: maxFailures,
  notifyAfterFailures: wrongCodesBeforeNotice,
  undecidedSeconds,
  windowMinutes,
} = limits.attempts;
const start = new Date('2026-11-21T10:00:00Z');
const secondsAfterStart = (secondsLater: number) => new Date(start.getTime() + secondsLater * 1000);
const buildError = (name: string, status = 400) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });
const failWithWrongPassword = () => Promise.reject(buildError('NotAuthorizedException'));
const failWithTimeout = () => Promise.reject(buildError('TimeoutError'));

const runWithFault = injectTimeouts(database.client);
/** Text that only the named write has in its update expression. */
const writeMarkers = { reserve: 'if_not_exists', count: 'countedAttempts :tokens', release: 'DELETE attempts' };
/** Runs `work` while the first `times` attempts at a write fail with a timeout. `isExecuted` means that they take effect nevertheless. */
const runWithFailingWrite = <Result>(
  write: keyof typeof writeMarkers,
  isExecuted: boolean,
  times: number,
  work: () => Promise<Result>,
) => runWithFault({ text: writeMarkers[write], isExecuted, times }, work);

let nameCount = 0;
/** Creates a name that no other test uses, with helpers for its attempts of one kind. */
const createAttempts = (kind: (typeof attemptKinds)[number] = 'sign-in') => {
  const name = `person${(nameCount += 1)}@store.example`;
  const attemptCounts = createAttemptCounts(database.db, 'attempts', yieldToEventLoop);
  const buildAttempt = (at: Date) => ({ kind, region: 'nuk', name, now: at }) as const;
  const run = <Result>(work: () => Promise<Result>, at = start) => runAttempt(attemptCounts, buildAttempt(at), work);
  const fail = async (times: number, at = start) => {
    for (let time = 0; time < times; time += 1)
      await expect(run(failWithWrongPassword, at)).rejects.toThrow('NotAuthorizedException');
  };
  const key = { TableName: 'attempts', Key: { id: toAttemptsId(kind, 'nuk', name) } };
  const readRow = async () => (await database.db.send(new GetCommand(key))).Item;
  const countFailures = async () => ((await readRow())?.['countedAttempts'] as Set<string> | undefined)?.size ?? 0;
  return { name, attemptCounts, buildAttempt, run, fail, readRow, countFailures };
};
const succeed = async () => 'yes';
const limitExceeded = { code: 'LimitExceededException' };

describe.each(attemptKinds)('attempt of kind %s', (kind) => {
  test('counts each rejection once and is blocked at the limit', async () => {
    const { run, fail, countFailures } = createAttempts(kind);
    await fail(maxFailures);
    expect(await countFailures()).toBe(maxFailures);
    await expect(run(succeed)).rejects.toMatchObject(limitExceeded);
    // A blocked attempt does not extend the window.
    expect(await run(succeed, secondsAfterStart(windowMinutes * 60))).toBe('yes');
  });
});

test.each(['NotAuthorizedException', 'CodeMismatchException', 'LimitExceededException'])(
  'counts %s as a failed attempt',
  async (name) => {
    const { run, countFailures } = createAttempts();
    await expect(run(() => Promise.reject(buildError(name)))).rejects.toThrow(name);
    expect(await countFailures()).toBe(1);
  },
);

test.each([
  buildError('TooManyRequestsException'),
  buildError('TimeoutError'),
  buildError('InternalErrorException', 500),
  buildError('ResourceNotFoundException'),
  new AppError('ServiceUnavailable'),
])('does not count $name as a failed attempt', async (failure) => {
  const { run, countFailures } = createAttempts();
  for (let time = 0; time < 2 * maxFailures; time += 1)
    await expect(run(() => Promise.reject(failure))).rejects.toThrow(failure);
  expect(await countFailures()).toBe(0);
  expect(await run(succeed)).toBe('yes');
});

describe('write to the attempts table', () => {
  test.each(['reserve', 'count', 'release'] as const)(
    'counts once when the write is repeated after a lost response (%s)',
    async (write) => {
      const { run, fail, countFailures } = createAttempts();
      await runWithFailingWrite<unknown>(write, true, 2, () => (write === 'release' ? run(succeed) : fail(1)));
      expect(await countFailures()).toBe(write === 'release' ? 0 : 1);
      await fail(maxFailures - (await countFailures()));
      await expect(run(succeed)).rejects.toMatchObject(limitExceeded);
    },
  );

  test('reserves the last attempt once when the write is repeated', async () => {
    const { run, fail } = createAttempts();
    await fail(maxFailures - 1);
    expect(await runWithFailingWrite('reserve', true, 2, () => run(succeed))).toBe('yes');
  });

  test.each([true, false])(
    'does not call Cognito or count a failure if reserving fails (write executed: %s)',
    async (isExecuted) => {
      const { run, countFailures } = createAttempts();
      const callCognito = jest.fn(succeed);
      for (let time = 0; time < maxFailures; time += 1)
        await expect(runWithFailingWrite('reserve', isExecuted, Infinity, () => run(callCognito))).rejects.toThrow(
          'no answer',
        );
      expect(callCognito).not.toHaveBeenCalled();
      expect(await countFailures()).toBe(0);
      expect(await run(succeed, secondsAfterStart(undecidedSeconds))).toBe('yes');
    },
  );

  test('blocks only until the reservation expires if releasing fails', async () => {
    const { run, countFailures } = createAttempts();
    for (let time = 0; time < maxFailures; time += 1)
      expect(await runWithFailingWrite('release', false, Infinity, () => run(succeed))).toBe('yes');
    await expect(run(succeed)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(await countFailures()).toBe(0);
    expect(await run(succeed, secondsAfterStart(undecidedSeconds))).toBe('yes');
  });

  test('keeps the reservation if counting fails', async () => {
    const { run, fail } = createAttempts();
    await runWithFailingWrite('count', false, Infinity, () => fail(maxFailures));
    const guess = jest.fn(failWithWrongPassword);
    await expect(run(guess)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(guess).not.toHaveBeenCalled();
  });
});

describe('concurrent attempts', () => {
  test('call Cognito no more often than the limit allows', async () => {
    const { run, countFailures } = createAttempts();
    const guess = jest.fn(failWithWrongPassword);
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => run(guess)));
    expect(guess).toHaveBeenCalledTimes(maxFailures);
    expect(await countFailures()).toBe(maxFailures);
    const codes = results.flatMap((result) =>
      result.status === 'rejected' && result.reason instanceof AppError ? [result.reason.code] : [],
    );
    expect(codes).toHaveLength(40 - maxFailures);
    await expect(run(guess)).rejects.toMatchObject(limitExceeded);
  });

  test('count in the next window if their result is pending when a window ends', async () => {
    const { run, fail } = createAttempts();
    await fail(maxFailures - 1);
    const end = secondsAfterStart(windowMinutes * 60);
    const justBeforeEnd = secondsAfterStart(windowMinutes * 60 - 1);
    const attemptStarted = Promise.withResolvers<void>();
    const response = Promise.withResolvers<void>();
    const guessAfterResponse = () => {
      attemptStarted.resolve();
      return response.promise.then(failWithWrongPassword);
    };
    const guess = run(guessAfterResponse, justBeforeEnd).catch(() => undefined);
    await attemptStarted.promise;
    await fail(maxFailures - 1, end);
    await expect(run(succeed, end)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    response.resolve();
    await guess;
    await expect(run(succeed, end)).rejects.toMatchObject(limitExceeded);
  });

  test('with the right password wait for a reservation', async () => {
    const { buildAttempt } = createAttempts();
    const limitReached = Promise.withResolvers<void>();
    const otherSignInsWaiting = Promise.withResolvers<void>();
    let reservedCount = 0;
    let waitingCount = 0;
    const firstSignIns: Promise<string>[] = [];
    const attemptCounts = createAttemptCounts(database.db, 'attempts', async () => {
      waitingCount += 1;
      if (waitingCount === maxFailures) otherSignInsWaiting.resolve();
      await Promise.all(firstSignIns);
    });
    const signIn = (work: () => Promise<string>) => runAttempt(attemptCounts, buildAttempt(start), work);
    const holdReservation = async () => {
      reservedCount += 1;
      if (reservedCount === maxFailures) limitReached.resolve();
      await otherSignInsWaiting.promise;
      return 'first';
    };
    firstSignIns.push(...Array.from({ length: maxFailures }, () => signIn(holdReservation)));
    await limitReached.promise;
    const otherSignIns = Array.from({ length: maxFailures }, () => signIn(async () => 'other'));
    expect(await Promise.all([...firstSignIns, ...otherSignIns])).toEqual([
      ...Array(maxFailures).fill('first'),
      ...Array(maxFailures).fill('other'),
    ]);
  });
});

test('restarts the window with each failure', async () => {
  const { fail, run } = createAttempts();
  for (let time = 0; time < maxFailures; time += 1) await fail(1, secondsAfterStart(time * (windowMinutes * 60 - 1)));
  await expect(run(succeed, secondsAfterStart(maxFailures * (windowMinutes * 60 - 1)))).rejects.toMatchObject(
    limitExceeded,
  );
});

test('returns the end of the block once the limit is reached', async () => {
  const { fail, name } = createAttempts();
  const { findBlockEnd } = createAttemptsStore(database.db, 'attempts');
  await fail(maxFailures - 1);
  expect(await findBlockEnd('sign-in', 'nuk', name, start)).toBeUndefined();
  await fail(1);
  expect(await findBlockEnd('sign-in', 'nuk', name, start)).toEqual(secondsAfterStart(windowMinutes * 60));
});

describe('runLimitedRequest', () => {
  test('counts a request only if it was sent', async () => {
    const { attemptCounts, buildAttempt, countFailures } = createAttempts('code');
    await expect(runLimitedRequest(attemptCounts, buildAttempt(start), failWithTimeout)).rejects.toThrow(
      'TimeoutError',
    );
    expect(await countFailures()).toBe(0);
    for (let time = 0; time < maxFailures; time += 1)
      await runLimitedRequest(attemptCounts, buildAttempt(start), async () => {});
    await expect(runLimitedRequest(attemptCounts, buildAttempt(start), async () => {})).rejects.toMatchObject(
      limitExceeded,
    );
  });
});

type Collaborators = Parameters<typeof createSignInHandlers>[0];

describe('login', () => {
  /** Creates a sign-in whose Cognito and session calls a test can replace. */
  const createSignIn = () => {
    const { attemptCounts, name, countFailures } = createAttempts();
    const pools = { signIn: jest.fn<() => Promise<unknown>>(async () => ({ tokens: {} })) };
    const startSession = jest.fn<() => Promise<unknown>>(async () => ({ body: {}, cookies: [] }));
    const collaborators = {
      verifyCaptcha: async () => {},
      devices: { findRateLimitKey: async () => name },
      attemptCounts,
      pools,
      sessions: { start: startSession, end: async () => {} },
    } as unknown as Collaborators;
    const { login } = createSignInHandlers(collaborators);
    const signIn = () => login({ region: 'nuk', email: name, password: 'x', captcha: 'tick' }, buildContext(staff));
    return { pools, startSession, countFailures, signIn };
  };

  test.each(['Cognito', 'the session store'])('does not lock users out during an outage of %s', async (service) => {
    const { pools, startSession, countFailures, signIn } = createSignIn();
    (service === 'Cognito' ? pools.signIn : startSession).mockImplementation(failWithTimeout);
    for (let time = 0; time < 2 * maxFailures; time += 1) await expect(signIn()).rejects.toThrow('TimeoutError');
    expect(await countFailures()).toBe(0);
    pools.signIn.mockResolvedValue({ tokens: {} });
    startSession.mockResolvedValue({ body: {}, cookies: [] });
    expect(await signIn()).toMatchObject({ body: {} });
  });

  test('counts wrong passwords', async () => {
    const { pools, signIn } = createSignIn();
    pools.signIn.mockImplementation(failWithWrongPassword);
    for (let time = 0; time < maxFailures; time += 1)
      await expect(signIn()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(signIn()).rejects.toMatchObject(limitExceeded);
  });
});

test('notifies the owner once about repeated wrong codes', async () => {
  const { attemptCounts } = createAttempts();
  const recordWrongCodes = jest.fn(async () => {});
  const collaborators = {
    pools: {
      signIn: async () => ({ challenge: { username: 'sub-1', session: 'session-1' }, challengeType: 'secondFactor' }),
      answerCode: () => Promise.reject(buildError('CodeMismatchException')),
    },
    attemptCounts,
    ownAccountChanges: { recordWrongCodes },
  } as unknown as Parameters<typeof createSecondFactorHandlers>[0];
  const { stopSecondFactor } = createSecondFactorHandlers(collaborators);
  for (let time = 1; time <= maxFailures; time += 1) {
    await expect(
      stopSecondFactor({ region: 'nuk', password: 'x', code: '123456' }, buildContext(staff)),
    ).rejects.toMatchObject({
      code: 'CodeMismatchException',
    });
    expect(recordWrongCodes).toHaveBeenCalledTimes(time < wrongCodesBeforeNotice ? 0 : 1);
  }
});
