import { describe, expect, jest, test } from '@jest/globals';
import type { Reservation } from '#lambdas/lib/sessions/attempt-counts.ts';
import type { CodeRequest } from '#lambdas/lib/sessions/code-requests.ts';
import { buildContext, now, staff, buildStoredUser } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/api/errors.ts';
import { createKnownDevices } from './known-device.ts';
import { createOwnAccountChanges } from './own-account-changes.ts';
import { createPasswordHandlers } from './passwords.ts';
import { createChallenges } from './signatures.ts';

const buildError = (name: string) => Object.assign(new Error(name), { name });
const user = buildStoredUser();
const account = { region: 'nuk', email: staff.email, captcha: 'tick' } as const;

const sign = async (_region: string, text: string) => text;

type Faults = {
  resetPassword?: Error;
  changePassword?: Error;
  /** Number of times that writing the row fails. */
  recordPasswordChange?: number;
  /** Number of times that signing out in Cognito fails. */
  signOut?: number;
  /** True if the user is missing from the users table. */
  isUserMissing?: boolean;
  isCaptchaUnsolved?: boolean;
};

const failFirst = (times = 0) => {
  let remainingFailures = times;
  return () => {
    remainingFailures -= 1;
    if (remainingFailures >= 0) throw buildError('TimeoutError');
  };
};

const openPortal = (faults: Faults = {}) => {
  /** Waits until the minimum duration of a response has passed; a test ends them by `end`. */
  const waits: { ms: number; end: () => void }[] = [];
  const retryDelays: number[] = [];
  const failRecording = failFirst(faults.recordPasswordChange);
  const failSignOut = failFirst(faults.signOut);
  const recordPasswordChange = jest.fn<(...args: unknown[]) => Promise<void>>(async () => failRecording());
  const signOutEverywhere = jest.fn<(region: string, sub: string) => Promise<void>>(async () => failSignOut());
  const reserveAttempt = jest.fn<(...attempt: unknown[]) => Promise<Reservation>>(async () => ({
    id: 'row-1',
    token: 'token-1',
  }));
  const queuedRequests: CodeRequest[] = [];
  const verifiedCaptchas: [token: string, site: string][] = [];
  const changePassword = jest.fn(async () => {
    if (faults.changePassword) throw faults.changePassword;
  });
  const wait = (ms: number) => new Promise<void>((end) => waits.push({ ms, end }));
  const users = {
    get: async (_region: string, sub: string) => (faults.isUserMissing || sub !== 'sub-1' ? undefined : user),
    recordPasswordChange,
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
  const handlers = createPasswordHandlers({
    verifyCaptcha: async (token: string, site: string) => {
      if (faults.isCaptchaUnsolved) throw new AppError('CaptchaFailed');
      verifiedCaptchas.push([token, site]);
    },
    attemptCounts: {
      reserveAttempt,
      countAttempt: async () => 1,
      releaseAttempt: async () => undefined,
      deleteAttempts: async () => undefined,
    },
    devices: createKnownDevices({ sign }),
    challenges: createChallenges({ sign }),
    codes: { send: async (request: CodeRequest) => void queuedRequests.push(request) },
    pools,
    ownAccountChanges: createOwnAccountChanges({
      users: users as never,
      pools: pools as never,
      auditTable: 'audit',
      newId: () => 'event-1',
      now: () => now,
      wait: async (ms) => void retryDelays.push(ms),
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
    retryDelays,
    recordPasswordChange,
    signOutEverywhere,
    reserveAttempt,
    queuedRequests,
    verifiedCaptchas,
    changePassword,
    request: () => handlers.requestCode(account, buildContext(staff)),
    reset: (newPassword = 'Chosen-Password-1!') =>
      handlers.resetPassword(
        { ...account, code: '123456', newPassword, confirmPassword: newPassword },
        buildContext(staff),
      ),
    change: (newPassword = 'Chosen-Password-1!') =>
      handlers.changePassword(
        { region: 'nuk', oldPassword: 'Old-Password-1!', newPassword, confirmPassword: newPassword },
        buildContext(staff),
      ),
  };
};

/** Returns the result or error of a reset, and expects no response before the minimum duration has passed. */
const resetAndWait = async ({ reset, waits }: ReturnType<typeof openPortal>, newPassword?: string) => {
  let hasResponded = false;
  const response = reset(newPassword).finally(() => (hasResponded = true));
  const outcome = response.catch((error: unknown) => error);
  // Lets everything run that does not depend on the wait.
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  expect(hasResponded).toBe(false);
  waits[0]?.end();
  return outcome;
};

/** Cognito's errors whose names would reveal whether an email has an account, or in which state. */
const hiddenErrors = [
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
  test('queues the request without looking up the email', async () => {
    const { request, queuedRequests, verifiedCaptchas, reserveAttempt } = openPortal();
    expect(await request()).toEqual({ body: {} });
    expect(verifiedCaptchas).toEqual([['tick', 'https://portal.example']]);
    expect(queuedRequests).toEqual([{ region: 'nuk', email: staff.email, site: 'https://portal.example' }]);
    expect(reserveAttempt).toHaveBeenCalledWith('code', 'nuk', staff.email, now);
  });
});

describe.each(['request', 'reset'] as const)('%s without a solved captcha', (action) => {
  test('is rejected before anything is counted', async () => {
    const { reserveAttempt, queuedRequests, signOutEverywhere, waits, ...handlers } = openPortal({
      isCaptchaUnsolved: true,
    });
    await expect(handlers[action]()).rejects.toMatchObject({ code: 'CaptchaFailed' });
    expect([reserveAttempt.mock.calls, signOutEverywhere.mock.calls, queuedRequests, waits]).toEqual([[], [], [], []]);
  });
});

describe('resetPassword', () => {
  test.each(['CodeMismatchException', 'ExpiredCodeException', 'TooManyFailedAttemptsException', ...hiddenErrors])(
    'returns CodeMismatchException when Cognito throws %s',
    async (name) => {
      const context = openPortal({ resetPassword: buildError(name) });
      expect(await resetAndWait(context)).toMatchObject({ code: 'CodeMismatchException', problems: [] });
      expect(context.signOutEverywhere).not.toHaveBeenCalled();
    },
  );

  test.each(policyErrors)('returns a problem of the new password when Cognito throws %s', async (name) => {
    expect(await resetAndWait(openPortal({ resetPassword: buildError(name) }))).toMatchObject(passwordProblem);
  });

  test('ends earlier sessions and writes the row together with the event', async () => {
    const context = openPortal();
    expect(await resetAndWait(context)).toEqual({ body: {} });
    expect(context.signOutEverywhere).toHaveBeenCalledWith('nuk', 'sub-1');
    const { email } = user;
    const event = { action: 'passwordReset', by: email, email, requestId: 'request-1' };
    const auditPut = { TableName: 'audit', Item: expect.objectContaining(event) };
    expect(context.recordPasswordChange.mock.calls).toEqual([
      [user, now, { Put: expect.objectContaining(auditPut) }, 'event-1'],
    ]);
  });

  test('signs an unknown user out of Cognito and fails', async () => {
    const context = openPortal({ isUserMissing: true });
    expect(await resetAndWait(context)).toMatchObject({ code: 'InvitationIncomplete' });
    expect(context.signOutEverywhere).toHaveBeenCalledWith('nuk', 'sub-1');
  });

  test('rejects a weak password before counting the attempt', async () => {
    const context = openPortal();
    expect(await resetAndWait(context, 'Password123!')).toMatchObject({
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
    const { change, signOutEverywhere } = openPortal({ changePassword: buildError(name) });
    await expect(change()).rejects.toMatchObject(expected);
    expect(signOutEverywhere).not.toHaveBeenCalled();
  });

  test('asks users with a second factor for a code', async () => {
    const { body, cookies = [] } = await openPortal().change();
    expect(body).toEqual({ challenge: 'secondFactor' });
    expect(cookies.map((text) => text.replace(/=.*?;.*(Max-Age=\d+).*/, ' $1'))).toEqual([
      '__Host-access-nuk Max-Age=0',
      '__Secure-refresh-nuk Max-Age=0',
      '__Secure-challenge-nuk Max-Age=900',
    ]);
  });

  test('retries ending sessions in the portal and in Cognito separately', async () => {
    const { change, recordPasswordChange, signOutEverywhere, changePassword } = openPortal({
      recordPasswordChange: 2,
      signOut: 1,
    });
    await change();
    expect([changePassword, recordPasswordChange, signOutEverywhere].map((fn) => fn.mock.calls.length)).toEqual([
      1, 3, 2,
    ]);
    // Every retry has the same event and token, so that a write whose response was lost is not applied twice.
    expect(new Set(recordPasswordChange.mock.calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  test.each([
    ['the users table', { recordPasswordChange: 99 }],
    ['Cognito', { signOut: 99 }],
  ])('fails and clears the cookies if %s cannot end the other sessions', async (_, faults) => {
    const { change, recordPasswordChange, signOutEverywhere, retryDelays } = openPortal(faults);
    await expect(change()).rejects.toMatchObject({
      code: 'InternalServerError',
      cookies: expect.arrayContaining([expect.stringContaining('Max-Age=0')]),
    });
    expect(recordPasswordChange).toHaveBeenCalled();
    expect(signOutEverywhere).toHaveBeenCalled();
    expect(retryDelays.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5000);
  });

  test('rejects a weak password without calling Cognito', async () => {
    const { change, changePassword, reserveAttempt } = openPortal();
    await expect(change('Anna-Store-01!')).rejects.toMatchObject({
      problems: [{ path: 'newPassword', rule: 'passwordPersonal' }],
    });
    expect(changePassword).not.toHaveBeenCalled();
    expect(reserveAttempt).not.toHaveBeenCalled();
  });
});
