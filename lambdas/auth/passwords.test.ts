import { describe, expect, jest, test } from '@jest/globals';
import type { Reservation } from '#lambdas/directory/attempt-counts.ts';
import type { CodeRequest } from '#lambdas/directory/code-requests.ts';
import { by, now, staff, userWith } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/errors.ts';
import { knownDevices } from './known-device.ts';
import { ownChanges } from './own-changes.ts';
import { passwordHandlers } from './passwords.ts';
import type { Collaborators } from './session-life.ts';
import { sessionLife } from './session-life.ts';
import { challenges } from './signatures.ts';

const named = (name: string) => Object.assign(new Error(name), { name });
const user = userWith();
const address = { region: 'nuk', email: staff.email, captcha: 'tick' } as const;

const sign = async (_region: string, text: string) => text;

type Faults = {
  resetPassword?: Error;
  /** How often writing the row, or signing out in Cognito, fails. */
  notePassword?: number;
  signOut?: number;
  unknownUser?: boolean;
  /** Nobody has ticked the box. */
  captcha?: boolean;
};

const failing = (times = 0) => {
  let left = times;
  return () => {
    left -= 1;
    if (left >= 0) throw named('TimeoutError');
  };
};

const portal = (faults: Faults = {}) => {
  const waits: { ms: number; end: () => void }[] = [];
  const pauses: number[] = [];
  const [failNote, failSignOut] = [failing(faults.notePassword), failing(faults.signOut)];
  const notePassword = jest.fn<(...what: unknown[]) => Promise<void>>(async () => failNote());
  const signOutEverywhere = jest.fn<(region: string, sub: string) => Promise<void>>(async () => failSignOut());
  const reserveAttempt = jest.fn<(...attempt: unknown[]) => Promise<Reservation>>(async () => ({
    id: 'row-1',
    token: 'token-1',
  }));
  const asked: CodeRequest[] = [];
  const ticks: [token: string, site: string][] = [];
  const changePassword = jest.fn(async () => undefined);
  const wait = (ms: number) => new Promise<void>((end) => waits.push({ ms, end }));
  const users = {
    get: async (_region: string, sub: string) => (faults.unknownUser || sub !== 'sub-1' ? undefined : user),
    notePassword,
  };
  const pools = {
    sign,
    subOf: async () => 'sub-1',
    changePassword,
    resetPassword: async () => {
      if (faults.resetPassword) throw faults.resetPassword;
    },
    signIn: async () => ({ challenge: { username: 'sub-1', session: 'session-1' }, asks: 'secondFactor' }),
    signOutEverywhere,
  };
  const collaborators = {
    verifyCaptcha: async (token: string, site: string) => {
      if (faults.captcha) throw new AppError('CaptchaFailed');
      ticks.push([token, site]);
    },
    store: {
      reserveAttempt,
      countAttempt: async () => 1,
      releaseAttempt: async () => undefined,
      forgetAttempts: async () => undefined,
    },
    devices: knownDevices({ sign }),
    challenges: challenges({ sign }),
    codes: { send: async (one: CodeRequest) => void asked.push(one) },
    users,
    pools,
    ownChanges: ownChanges({
      users: users as never,
      pools: pools as never,
      auditTable: 'audit',
      newId: () => 'event-1',
      now: () => now,
      wait: async (ms) => void pauses.push(ms),
    }),
    now: () => now,
    wait,
  } as unknown as Collaborators;
  const handlers = passwordHandlers({ ...collaborators, sessions: sessionLife(collaborators) });
  return {
    waits,
    pauses,
    notePassword,
    signOutEverywhere,
    reserveAttempt,
    asked,
    ticks,
    changePassword,
    request: () => handlers.requestCode(address, by(staff)),
    reset: (newPassword = 'Chosen-Password-1!') =>
      handlers.resetPassword({ ...address, code: '123456', newPassword, confirmPassword: newPassword }, by(staff)),
    change: (newPassword = 'Chosen-Password-1!') =>
      handlers.changePassword(
        { region: 'nuk', oldPassword: 'Old-Password-1!', newPassword, confirmPassword: newPassword },
        by(staff),
      ),
  };
};

/** What comes of a reset, which answers nothing before its wait is over. */
const outcomeOf = async ({ reset, waits }: ReturnType<typeof portal>, newPassword?: string) => {
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

describe('asking for a code', () => {
  test('hands the request over and asks nothing about the address', async () => {
    const { request, asked, ticks, reserveAttempt } = portal();
    expect(await request()).toEqual({ body: {} });
    expect(ticks).toEqual([['tick', 'https://portal.example']]);
    expect(asked).toEqual([{ region: 'nuk', email: staff.email, site: 'https://portal.example' }]);
    expect(reserveAttempt).toHaveBeenCalledWith('code', 'nuk', staff.email, now);
  });
});

describe.each(['request', 'reset'] as const)('a %s without a tick', (what) => {
  test('is counted for nobody, and goes no further', async () => {
    const { reserveAttempt, asked, signOutEverywhere, waits, ...handlers } = portal({ captcha: true });
    await expect(handlers[what]()).rejects.toMatchObject({ code: 'CaptchaFailed' });
    expect([reserveAttempt.mock.calls, signOutEverywhere.mock.calls, asked, waits]).toEqual([[], [], [], []]);
  });
});

describe('resetting with a code', () => {
  test.each(['CodeMismatchException', 'ExpiredCodeException', 'TooManyFailedAttemptsException', ...silent])(
    'that Cognito answers with %s does not fit, and that is all',
    async (name) => {
      const there = portal({ resetPassword: named(name) });
      expect(await outcomeOf(there)).toMatchObject({ code: 'CodeMismatchException', problems: [] });
      expect(there.signOutEverywhere).not.toHaveBeenCalled();
    },
  );

  test('that fits ends every session of before, and writes the event with the row, by its owner, in one transaction', async () => {
    const there = portal();
    expect(await outcomeOf(there)).toEqual({ body: {} });
    expect(there.signOutEverywhere).toHaveBeenCalledWith('nuk', 'sub-1');
    const { email } = user;
    const event = { action: 'passwordReset', by: email, email, requestId: 'request-1' };
    const put = { TableName: 'audit', Item: expect.objectContaining(event) };
    expect(there.notePassword.mock.calls).toEqual([[user, now, { Put: expect.objectContaining(put) }, 'event-1']]);
  });

  test('of a user whom the directory does not know fails, and Cognito signs them out all the same', async () => {
    const there = portal({ unknownUser: true });
    expect(await outcomeOf(there)).toMatchObject({ code: 'InvitationIncomplete' });
    expect(there.signOutEverywhere).toHaveBeenCalledWith('nuk', 'sub-1');
  });

  test('judges by what was typed only, and before anything is counted or asked', async () => {
    const there = portal();
    expect(await outcomeOf(there, 'Password123!')).toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'newPassword', rule: 'passwordCommon' }],
    });
    expect(there.reserveAttempt).not.toHaveBeenCalled();
  });
});

describe('changing the password', () => {
  test('of somebody with one-time codes asks for one, and keeps no session meanwhile', async () => {
    const { body, cookies = [] } = await portal().change();
    expect(body).toEqual({ challenge: 'secondFactor' });
    expect(cookies.map((text) => text.replace(/=.*?;.*(Max-Age=\d+).*/, ' $1'))).toEqual([
      '__Host-access-nuk Max-Age=0',
      '__Secure-refresh-nuk Max-Age=0',
      '__Secure-challenge-nuk Max-Age=900',
    ]);
  });

  test('ends the sessions again and again, each for itself, where that fails at first', async () => {
    const { change, notePassword, signOutEverywhere, changePassword } = portal({ notePassword: 2, signOut: 1 });
    await change();
    expect([changePassword, notePassword, signOutEverywhere].map((fn) => fn.mock.calls.length)).toEqual([1, 3, 2]);
    // The same event and the same token each time: of an attempt that had come through, nothing happens twice.
    expect(new Set(notePassword.mock.calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  test.each([
    ['the row', { notePassword: 99 }],
    ['Cognito', { signOut: 99 }],
  ])('that cannot end them because of %s fails loudly, and this session is over', async (_, faults) => {
    const { change, notePassword, signOutEverywhere, pauses } = portal(faults);
    await expect(change()).rejects.toMatchObject({
      code: 'InternalServerError',
      cookies: expect.arrayContaining([expect.stringContaining('Max-Age=0')]),
    });
    expect(notePassword).toHaveBeenCalled();
    expect(signOutEverywhere).toHaveBeenCalled();
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5000);
  });

  test('to one that is easy to guess is refused before Cognito hears of it', async () => {
    const { change, changePassword, reserveAttempt } = portal();
    await expect(change('Anna-Store-01!')).rejects.toMatchObject({
      problems: [{ path: 'newPassword', rule: 'passwordPersonal' }],
    });
    expect(changePassword).not.toHaveBeenCalled();
    expect(reserveAttempt).not.toHaveBeenCalled();
  });
});
