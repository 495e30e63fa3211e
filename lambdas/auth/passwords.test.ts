import { describe, expect, jest, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { passwordHandlers } from './passwords.ts';
import type { Collaborators } from './session-life.ts';
import { sessionLife } from './session-life.ts';

const now = new Date('2026-11-21T10:00:00Z');
const named = (name: string) => Object.assign(new Error(name), { name });

const portal = (faults: { requestCode?: Error; resetPassword?: Error } = {}) => {
  const waits: { ms: number; end: () => void }[] = [];
  const signOutEverywhere = jest.fn(async (_region: string, _sub: string) => undefined);
  const collaborators = {
    store: { countAttempt: async () => undefined, forgetAttempts: async () => undefined },
    users: { findByEmail: async () => ({ sub: 'sub-1' }), notePassword: async () => undefined },
    pools: {
      requestCode: async () => {
        if (faults.requestCode) throw faults.requestCode;
      },
      resetPassword: async () => {
        if (faults.resetPassword) throw faults.resetPassword;
      },
      signOutEverywhere,
    },
    now: () => now,
    wait: (ms: number) => new Promise<void>((end) => waits.push({ ms, end })),
  } as unknown as Collaborators;
  const { requestCode, resetPassword } = passwordHandlers({ ...collaborators, sessions: sessionLife(collaborators) });
  const circumstances = { now, cookies: [], site: 'https://portal.example', requestId: 'request-1' };
  return {
    waits,
    signOutEverywhere,
    request: () => requestCode({ region: 'nuk', email: 'a@b.example' }, circumstances),
    reset: () =>
      resetPassword(
        {
          region: 'nuk',
          email: 'a@b.example',
          code: '123456',
          newPassword: 'New-Password-1!',
          confirmPassword: 'New-Password-1!',
        },
        circumstances,
      ),
  };
};

/** Whether an answer came before the wait was over. */
const isEarly = async (answer: Promise<unknown>) => {
  let settled = false;
  const note = () => void (settled = true);
  answer.then(note, note);
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  return settled;
};

const silent = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

describe('asking for a code', () => {
  test.each(['', ...silent])(
    'answers the same at the same moment whether Cognito sent one or said %j',
    async (name) => {
      const { request, waits } = portal(name === '' ? {} : { requestCode: named(name) });
      const answer = request();
      expect(await isEarly(answer)).toBe(false);
      expect(waits.map(({ ms }) => ms)).toEqual([limits.forgotPasswordAnswerMs]);
      waits[0]?.end();
      expect(await answer).toEqual({ body: {} });
    },
  );

  test('a fault of ours is told, but no sooner', async () => {
    const { request, waits } = portal({ requestCode: named('TimeoutError') });
    const answer = request();
    expect(await isEarly(answer)).toBe(false);
    waits[0]?.end();
    await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('resetting with a code', () => {
  test.each(['CodeMismatchException', 'ExpiredCodeException', 'TooManyFailedAttemptsException', ...silent])(
    'that Cognito answers with %s does not fit, and that is all',
    async (name) => {
      const { reset, waits, signOutEverywhere } = portal({ resetPassword: named(name) });
      const answer = reset();
      expect(await isEarly(answer)).toBe(false);
      waits[0]?.end();
      await expect(answer).rejects.toMatchObject({ code: 'CodeMismatchException', problems: [] });
      expect(signOutEverywhere).not.toHaveBeenCalled();
    },
  );

  test('that fits ends every session of before', async () => {
    const { reset, waits, signOutEverywhere } = portal();
    const answer = reset();
    await isEarly(answer);
    waits[0]?.end();
    expect(await answer).toEqual({ body: {} });
    expect(signOutEverywhere).toHaveBeenCalledWith('nuk', 'sub-1');
  });
});
