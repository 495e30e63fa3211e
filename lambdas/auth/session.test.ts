import { describe, expect, jest, test } from '@jest/globals';
import { userRow } from '#lambdas/directory/users.ts';
import type { CallerRows } from '#lambdas/http/caller.ts';
import { newSession } from '#lambdas/http/sessions.ts';
import { by, staff } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/errors.ts';
import type { Collaborators } from './session-life.ts';
import { sessionLife } from './session-life.ts';
import { sessionHandlers } from './session.ts';

const now = new Date('2026-11-21T10:00:00Z');
const user = userRow({
  region: 'nuk',
  sub: 'sub-1',
  email: 'anna@store.example',
  storeId: 'UK-1',
  storeName: 'One',
  groups: [],
  enabled: true,
  status: 'confirmed',
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
});
const named = (name: string) => Object.assign(new Error(name), { name });

const portal = (faults: { refresh?: Error; rows?: Error; noteRefresh?: Error; revoke?: Error } = {}) => {
  const revoke = jest.fn(async (_region: string, _token: string) => {
    if (faults.revoke) throw faults.revoke;
  });
  const end = jest.fn(async (_id: string) => undefined);
  const rows = async (): Promise<CallerRows> => {
    if (faults.rows) throw faults.rows;
    return { user, session: newSession('nuk', 'jti-1', 'sub-1', now) };
  };
  const token = async () => ({ sub: 'sub-1', origin_jti: 'jti-1', exp: now.getTime() / 1000 + 600 });
  const collaborators = {
    regions: { nuk: { returnsAvailable: true } },
    configuredGroups: [],
    tokens: { verify: token, verifyPast: token },
    rows,
    pools: {
      refresh: async () => {
        if (faults.refresh) throw faults.refresh;
        return { accessToken: 'new-access', refreshToken: 'new-refresh' };
      },
      revoke,
    },
    store: {
      noteRefresh: async () => {
        if (faults.noteRefresh) throw faults.noteRefresh;
      },
      end,
    },
  } as unknown as Collaborators;
  const { refreshToken, logout } = sessionHandlers({ ...collaborators, sessions: sessionLife(collaborators) });
  const circumstances = {
    now,
    site: 'https://portal.example',
    requestId: 'request-1',
    cookies: ['__Host-access-nuk=old-access', '__Secure-refresh-nuk=old-refresh'],
  };
  return {
    revoke,
    end,
    refresh: () => refreshToken({ region: 'nuk' }, circumstances),
    logout: () => logout({ region: 'nuk' }, circumstances),
  };
};

test('who is signed in is answered from what the request has read, without a call to anyone', async () => {
  const noCall = (): never => {
    throw new Error('nothing is to be asked');
  };
  const untouched = new Proxy({}, { get: noCall });
  const collaborators = {
    regions: { nuk: { returnsAvailable: true } },
    configuredGroups: [],
    ...Object.fromEntries(['tokens', 'rows', 'pools', 'store', 'users'].map((name) => [name, untouched])),
  } as unknown as Collaborators;
  const { session } = sessionHandlers({ ...collaborators, sessions: sessionLife(collaborators) });
  expect(await session({ region: 'nuk' }, by(staff))).toEqual({
    body: {
      email: staff.email,
      userGroups: staff.userGroups,
      isAdminUser: false,
      isRegisterReturnsAllowed: true,
      jwt_expired: staff.tokenExpiresAt,
    },
  });
});

describe('a refresh', () => {
  test('answers with new cookies', async () => {
    expect((await portal().refresh()).cookies?.join()).toMatch(/new-access.*new-refresh/);
  });

  test.each([
    ['the rows cannot be read', { rows: named('ProvisionedThroughputExceededException') }],
    ['the refresh cannot be noted', { noteRefresh: named('TimeoutError') }],
    ['DynamoDB is busy', { rows: new AppError('ServiceUnavailable') }],
  ])('keeps the token that Cognito has already replaced when %s', async (_, faults) => {
    await expect(portal(faults).refresh()).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      cookies: [expect.stringContaining('__Secure-refresh-nuk=new-refresh;')],
    });
  });

  test('that loses against a sign-out ends in the browser and in Cognito, too', async () => {
    const { refresh, revoke } = portal({
      noteRefresh: new AppError('ExpiredToken'),
      revoke: named('TooManyRequestsException'),
    });
    await expect(refresh()).rejects.toMatchObject({
      code: 'ExpiredToken',
      cookies: expect.arrayContaining([expect.stringContaining('Max-Age=0')]),
    });
    expect(revoke).toHaveBeenCalledWith('nuk', 'new-refresh');
  });

  test.each(['NotAuthorizedException', 'UserNotFoundException', 'InvalidParameterException'])(
    'that Cognito refuses with %s clears the cookies',
    async (name) => {
      await expect(portal({ refresh: named(name) }).refresh()).rejects.toMatchObject({
        code: 'ExpiredToken',
        cookies: expect.arrayContaining([expect.stringContaining('Max-Age=0')]),
      });
    },
  );

  test('with a token that was replaced long ago ends the whole session', async () => {
    const { refresh, end, revoke } = portal({ refresh: named('RefreshTokenReuseException') });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalled();
  });

  test('is no verdict while Cognito is out of reach', async () => {
    await expect(portal({ refresh: named('TimeoutError') }).refresh()).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('signing out', () => {
  test('ends the session here and in Cognito', async () => {
    const { logout, end, revoke } = portal();
    expect((await logout()).cookies).toHaveLength(2);
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalledWith('nuk', 'old-refresh');
  });

  test('clears the browser even when the servers cannot be reached, and says so', async () => {
    await expect(portal({ revoke: named('TimeoutError') }).logout()).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      cookies: expect.arrayContaining([expect.stringContaining('Max-Age=0')]),
    });
  });
});
