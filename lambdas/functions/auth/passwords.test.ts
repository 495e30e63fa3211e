import { describe, expect, jest, test } from '@jest/globals';
import type { Reservation } from '#lambdas/lib/sessions/attempt-counts.ts';
import type { CodeRequest } from '#lambdas/lib/sessions/code-requests.ts';
import { contextFor, now, staff, buildStoredUser } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/api/errors.ts';
import { knownDevices } from './known-device.ts';
import { ownChanges } from './own-changes.ts';
import { passwordHandlers } from './passwords.ts';
import { challenges } from './signatures.ts';

const errorNamed = (name: string) => Object.assign(new Error(name), { name });
const user = buildStoredUser();
const account = { region: 'nuk', email: staff.email, captcha: 'tick' } as const;

const sign = async (_region: string, text: string) => text;

type Faults = {
  resetPassword?: Error;
  changePassword?: Error;
  /** Number of times that writing the row, or signing out in Cognito, fails. */
  notePassword?: number;
  signOut?: number;
  unknownUser?: boolean;
  /** The captcha is not solved. */
  captcha?: boolean;
};

const failFirst = (times = 0) => {
  let remainingFailures = times;
  return () => {
    remainingFailures -= 1;
    if (remainingFailures >= 0) throw errorNamed('TimeoutError');
  };
};

const portal = (faults: Faults = {}) => {
  const waits: { ms: number; end: () => void }[] = [];
  const pauses: number[] = [];
  const failNote = failFirst(faults.notePassword);
  const failSignOut = failFirst(faults.signOut);
  const notePassword = jest.fn<(...what: unknown[]) => Promise<void>>(async () => failNote());
  const signOutEverywhere = jest.fn<(region: string, sub: string) => Promise<void>>(async () => failSignOut());
  const reserveAttempt = jest.fn<(...attempt: unknown[]) => Promise<Reservation>>(async () => ({
    id: 'row-1',
    token: 'token-1',
  }));
  const queuedRequests: CodeRequest[] = [];
  const ticks: [token: string, site: string][] = [];
  const changePassword = jest.fn(async () => {
    if (faults.changePassword) throw faults.changePassword;
  });
  const wait = (ms: number) => new Promise<void>((end) => waits.push({ ms, end }));
  const users = {
    get: async (_region: string, sub: string) => (faults.unknownUser || sub !== 'sub-1' ? undefined : user),
    notePassword,
  };
  const pools = {
    sign,
    findSub: async () => 'sub-1',
    changePassword,
    resetPassword: async () => {
      if (faults.resetPassword) throw faults.resetPassword;
    },
    signIn: async () => ({
      challenge: { username: 'sub-1', session: 'session-1' },
      challengeType: 'secondFactor' as const,
    }),
    signOutEverywhere,
  };
  const handlers = passwordHandlers({
    verifyCaptcha: async (token: string, site: string) => {
      if (faults.captcha) throw new AppError('CaptchaFailed');
      ticks.push([token, site]);
    },
    store: {
      reserveAttempt,
      countAttempt: async () => 1,
      releaseAttempt: async () => undefined,
      deleteAttempts: async () => undefined,
    },
    devices: knownDevices({ sign }),
    challenges: challenges({ sign }),
    codes: { send: async (request: CodeRequest) => void queuedRequests.push(request) },
    pools,
    ownChanges: ownChanges({
      users: users as never,
      pools: pools as never,
      auditTable: 'audit',
      newId: () => 'event-1',
      now: () => now,
      wait: async (ms) => void pauses.push(ms),
    }),
    sessions: {
      start: async () => {
        throw new Error('unexpected call');
      },
    },
    wait,
  });
  return {
    waits,
    pauses,
    notePassword,
    signOutEverywhere,
    reserveAttempt,
    queuedRequests,
    ticks,
    changePassword,
    request: () => handlers.requestCode(account, contextFor(staff)),
    reset: (newPassword = 'Chosen-Password-1!') =>
      handlers.resetPassword(
        { ...account, code: '123456', newPassword, confirmPassword: newPassword },
        contextFor(staff),
      ),
    change: (newPassword = 'Chosen-Password-1!') =>
      handlers.changePassword(
        { region: 'nuk', oldPassword: 'Old-Password-1!', newPassword, confirmPassword: newPassword },
        contextFor(staff),
      ),
  };
};

/** Returns the result or error of a reset, and checks that there is no response before its minimum duration. */
const settleReset = async ({ reset, waits }: ReturnType<typeof portal>, newPassword?: string) => {
  let isEarly = false;
  const answer = reset(newPassword).finally(() => (isEarly = true));
  const outcome = answer.catch((error: unknown) => error);
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  expect(isEarly).toBe(false);
  waits[0]?.end();
  return outcome;
};

const silent = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

const policyErrors = ['InvalidPasswordException', 'PasswordHistoryPolicyViolationException'];
const passwordProblem = {
  code: 'InvalidParameterException',
  problems: [{ path: 'newPassword', rule: 'password' }],
};

describe('requestCode', () => {
  test('queues the request without looking the address up', async () => {
    const { request, queuedRequests, ticks, reserveAttempt } = portal();
    expect(await request()).toEqual({ body: {} });
    expect(ticks).toEqual([['tick', 'https://portal.example']]);
    expect(queuedRequests).toEqual([{ region: 'nuk', email: staff.email, site: 'https://portal.example' }]);
    expect(reserveAttempt).toHaveBeenCalledWith('code', 'nuk', staff.email, now);
  });
});

describe.each(['request', 'reset'] as const)('%s without a solved captcha', (action) => {
  test('is rejected before anything is counted', async () => {
    const { reserveAttempt, queuedRequests, signOutEverywhere, waits, ...handlers } = portal({ captcha: true });
    await expect(handlers[action]()).rejects.toMatchObject({ code: 'CaptchaFailed' });
    expect([reserveAttempt.mock.calls, signOutEverywhere.mock.calls, queuedRequests, waits]).toEqual([[], [], [], []]);
  });
});

describe('resetPassword', () => {
  test.each(['CodeMismatchException', 'ExpiredCodeException', 'TooManyFailedAttemptsException', ...silent])(
    'returns CodeMismatchException when Cognito throws %s',
    async (name) => {
      const context = portal({ resetPassword: errorNamed(name) });
      expect(await settleReset(context)).toMatchObject({ code: 'CodeMismatchException', problems: [] });
      expect(context.signOutEverywhere).not.toHaveBeenCalled();
    },
  );

  test.each(policyErrors)('returns a problem of the new password when Cognito throws %s', async (name) => {
    expect(await settleReset(portal({ resetPassword: errorNamed(name) }))).toMatchObject(passwordProblem);
  });

  test('ends earlier sessions and writes row and event together', async () => {
    const context = portal();
    expect(await settleReset(context)).toEqual({ body: {} });
    expect(context.signOutEverywhere).toHaveBeenCalledWith('nuk', 'sub-1');
    const { email } = user;
    const event = { action: 'passwordReset', by: email, email, requestId: 'request-1' };
    const auditPut = { TableName: 'audit', Item: expect.objectContaining(event) };
    expect(context.notePassword.mock.calls).toEqual([
      [user, now, { Put: expect.objectContaining(auditPut) }, 'event-1'],
    ]);
  });

  test('signs an unknown user out of Cognito and fails', async () => {
    const context = portal({ unknownUser: true });
    expect(await settleReset(context)).toMatchObject({ code: 'InvitationIncomplete' });
    expect(context.signOutEverywhere).toHaveBeenCalledWith('nuk', 'sub-1');
  });

  test('rejects a weak password before counting the attempt', async () => {
    const context = portal();
    expect(await settleReset(context, 'Password123!')).toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'newPassword', rule: 'passwordCommon' }],
    });
    expect(context.reserveAttempt).not.toHaveBeenCalled();
  });
});

describe('changePassword', () => {
  test.each<[string, object]>([
    ['NotAuthorizedException', { code: 'NotAuthorizedException' }],
    ['LimitExceededException', { code: 'LimitExceededException' }],
    ...policyErrors.map((name): [string, object] => [name, passwordProblem]),
    ['TimeoutError', { name: 'TimeoutError' }],
  ])('ends no sessions when Cognito throws %s', async (name, expected) => {
    const { change, signOutEverywhere } = portal({ changePassword: errorNamed(name) });
    await expect(change()).rejects.toMatchObject(expected);
    expect(signOutEverywhere).not.toHaveBeenCalled();
  });

  test('asks users with a second factor for a code', async () => {
    const { body, cookies = [] } = await portal().change();
    expect(body).toEqual({ challenge: 'secondFactor' });
    expect(cookies.map((text) => text.replace(/=.*?;.*(Max-Age=\d+).*/, ' $1'))).toEqual([
      '__Host-access-nuk Max-Age=0',
      '__Secure-refresh-nuk Max-Age=0',
      '__Secure-challenge-nuk Max-Age=900',
    ]);
  });

  test('retries ending sessions here and in Cognito separately', async () => {
    const { change, notePassword, signOutEverywhere, changePassword } = portal({ notePassword: 2, signOut: 1 });
    await change();
    expect([changePassword, notePassword, signOutEverywhere].map((fn) => fn.mock.calls.length)).toEqual([1, 3, 2]);
    // Each try has the same event and token, so one that succeeded unnoticed is not repeated.
    expect(new Set(notePassword.mock.calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  test.each([
    ['the users table', { notePassword: 99 }],
    ['Cognito', { signOut: 99 }],
  ])('fails and ends this session if %s cannot end the others', async (_, faults) => {
    const { change, notePassword, signOutEverywhere, pauses } = portal(faults);
    await expect(change()).rejects.toMatchObject({
      code: 'InternalServerError',
      cookies: expect.arrayContaining([expect.stringContaining('Max-Age=0')]),
    });
    expect(notePassword).toHaveBeenCalled();
    expect(signOutEverywhere).toHaveBeenCalled();
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5000);
  });

  test('rejects a weak password without calling Cognito', async () => {
    const { change, changePassword, reserveAttempt } = portal();
    await expect(change('Anna-Store-01!')).rejects.toMatchObject({
      problems: [{ path: 'newPassword', rule: 'passwordPersonal' }],
    });
    expect(changePassword).not.toHaveBeenCalled();
    expect(reserveAttempt).not.toHaveBeenCalled();
  });
});
