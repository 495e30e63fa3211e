import { describe, expect, test, jest } from '@jest/globals';
import { by, staff } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { attempt } from './attempt.ts';
import { secondFactorHandlers } from './second-factor.ts';

const now = new Date('2026-11-21T10:00:00Z');
const one = { kind: 'sign-in', region: 'nuk', name: 'a@b.example', now } as const;
const named = (name: string) => Object.assign(new Error(name), { name });

const counter = (isDown = false) => {
  const counted: string[] = [];
  return {
    counted,
    store: {
      countAttempt: async (...[kind, region, name]: unknown[]) => counted.push(`${kind} ${region} ${name}`),
      takeBackAttempt: async (...[kind, region, name]: unknown[]) => {
        if (isDown) throw named('TimeoutError');
        counted.splice(counted.indexOf(`${kind} ${region} ${name}`), 1);
      },
    },
  };
};

describe('an attempt', () => {
  test('counts while it is made, and afterwards', async () => {
    const { store, counted } = counter();
    expect(await attempt(store, one, async () => counted.length)).toBe(1);
    expect(counted).toEqual(['sign-in nuk a@b.example']);
  });

  // The second is Cognito's own limit, which the SDK takes for throttling.
  test.each(['NotAuthorizedException', 'LimitExceededException'])('that was judged (%s) counts', async (name) => {
    const { store, counted } = counter();
    await expect(attempt(store, one, () => Promise.reject(named(name)))).rejects.toThrow(name);
    expect(counted).toHaveLength(1);
  });

  /** As the SDK throws it. */
  const failed = (name: string) =>
    Object.assign(named(name), name === 'InternalErrorException' && { $metadata: { httpStatusCode: 500 } });

  test.each(['TooManyRequestsException', 'TimeoutError', 'InternalErrorException'])(
    'that nobody could judge (%s) does not count',
    async (name) => {
      const { store, counted } = counter();
      await expect(attempt(store, one, () => Promise.reject(failed(name)))).rejects.toThrow(name);
      expect(counted).toEqual([]);
    },
  );

  test('says why it failed, even where it cannot be taken back', async () => {
    const { store } = counter(true);
    const failing = () => Promise.reject(named('TooManyRequestsException'));
    await expect(attempt(store, one, failing)).rejects.toThrow('TooManyRequestsException');
  });

  test('past the limit is not made', async () => {
    const { store } = counter();
    const full = {
      ...store,
      countAttempt: async () => {
        throw new AppError('LimitExceededException');
      },
    };
    let isMade = false;
    const make = async () => {
      isMade = true;
    };
    await expect(attempt(full, one, make)).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect(isMade).toBe(false);
  });
});

test('wrong codes after the right password are told to their owner once, of whoever is signed in, too', async () => {
  let failures = 0;
  const noteWrongCodes = jest.fn(async () => {});
  const parts = {
    pools: {
      signIn: async () => ({ challenge: { username: 'sub-1', session: 'session-1' }, asks: 'secondFactor' }),
      answerCode: () => Promise.reject(named('CodeMismatchException')),
    },
    store: { countAttempt: async (kind: string) => (kind === 'second-factor' ? (failures += 1) : 1) },
    ownChanges: { noteWrongCodes },
  } as unknown as Parameters<typeof secondFactorHandlers>[0];
  const { stopSecondFactor } = secondFactorHandlers(parts);
  for (let time = 1; time <= limits.attempts.max; time += 1) {
    await expect(stopSecondFactor({ region: 'nuk', password: 'x', code: '123456' }, by(staff))).rejects.toMatchObject({
      code: 'CodeMismatchException',
    });
    expect(noteWrongCodes).toHaveBeenCalledTimes(time < limits.attempts.told ? 0 : 1);
  }
});
