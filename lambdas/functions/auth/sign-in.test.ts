import { describe, expect, test } from '@jest/globals';
import { buildContext, staff } from '#lambdas/testing/callers.ts';
import { createSignInHandlers } from './sign-in.ts';

const buildError = (name: string, message = name) => Object.assign(new Error(message), { name });

const failOnCall = async (): Promise<never> => {
  throw new Error('unexpected call');
};

/** Creates sign-in handlers whose calls to Cognito throw this error. */
const createHandlers = (cognitoError: Error) => {
  const fail = async (): Promise<never> => {
    throw cognitoError;
  };
  return createSignInHandlers({
    verifyCaptcha: async () => {},
    attemptCounts: {
      reserveAttempt: async () => ({ id: 'row-1', token: 'token-1' }),
      countAttempt: async () => 1,
      releaseAttempt: async () => undefined,
    },
    devices: { findRateLimitKey: async () => staff.email },
    challenges: {
      issue: failOnCall,
      read: async () => ({ email: staff.email, username: 'sub-1', session: 'session-1', until: 0 }),
    },
    pools: { signIn: fail, setPassword: fail, answerCode: fail },
    tokens: { verify: failOnCall },
    users: { get: async () => undefined },
    ownAccountChanges: { recordPasswordChange: failOnCall, recordWrongCodes: failOnCall },
    sessions: { start: failOnCall, end: failOnCall },
  });
};

const context = buildContext(staff);
const expiredChallenge = {
  code: 'ExpiredToken',
  cookies: [expect.stringMatching(/^__Secure-challenge-nuk=;.*Max-Age=0/)],
};
const unmappedError = ['TimeoutError', { name: 'TimeoutError' }] as const;

describe('login', () => {
  const login = (error: Error) =>
    createHandlers(error).login({ region: 'nuk', email: staff.email, password: 'x', captcha: 'tick' }, context);

  test.each<readonly [string, object]>([
    ['NotAuthorizedException', { code: 'NotAuthorizedException' }],
    ['UserNotFoundException', { code: 'NotAuthorizedException' }],
    ['UserNotConfirmedException', { code: 'NotAuthorizedException' }],
    ['PasswordResetRequiredException', { code: 'NotAuthorizedException' }],
    ['InvalidParameterException', { code: 'NotAuthorizedException' }],
    unmappedError,
  ])('maps %s of Cognito to an error of the portal', async (name, expected) => {
    await expect(login(buildError(name))).rejects.toMatchObject(expected);
  });

  test('returns LimitExceededException while Cognito locks the user out', async () => {
    const lock = buildError('NotAuthorizedException', 'Password attempts exceeded');
    await expect(login(lock)).rejects.toMatchObject({ code: 'LimitExceededException' });
  });
});

describe('setPassword', () => {
  const newPassword = 'Chosen-Password-1!';
  const passwordProblem = { code: 'InvalidParameterException', problems: [{ path: 'newPassword', rule: 'password' }] };

  test.each<readonly [string, object]>([
    ['NotAuthorizedException', expiredChallenge],
    ['CodeMismatchException', expiredChallenge],
    ['ExpiredCodeException', expiredChallenge],
    ['UserNotFoundException', expiredChallenge],
    ['InvalidPasswordException', passwordProblem],
    ['PasswordHistoryPolicyViolationException', passwordProblem],
    unmappedError,
  ])('maps %s of Cognito to an error of the portal', async (name, expected) => {
    const { setPassword } = createHandlers(buildError(name));
    const input = { region: 'nuk', newPassword, confirmPassword: newPassword } as const;
    await expect(setPassword(input, context)).rejects.toMatchObject(expected);
  });
});

describe('answerCode', () => {
  const wrongCode = { code: 'CodeMismatchException' };

  test.each<readonly [string, object]>([
    ['EnableSoftwareTokenMFAException', wrongCode],
    ['CodeMismatchException', wrongCode],
    ['ExpiredCodeException', wrongCode],
    ['SoftwareTokenMFANotFoundException', wrongCode],
    ['NotAuthorizedException', expiredChallenge],
    ['UserNotFoundException', expiredChallenge],
    ['InvalidParameterException', expiredChallenge],
    unmappedError,
  ])('maps %s of Cognito to an error of the portal', async (name, expected) => {
    const { answerCode } = createHandlers(buildError(name));
    await expect(answerCode({ region: 'nuk', code: '123456' }, context)).rejects.toMatchObject(expected);
  });
});
