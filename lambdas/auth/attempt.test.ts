import { describe, expect, test } from '@jest/globals';
import { AppError } from '#shared/errors.ts';
import { attempt } from './attempt.ts';

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
