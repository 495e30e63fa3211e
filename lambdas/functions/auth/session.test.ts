import { describe, expect, jest, test } from '@jest/globals';
import type { CallerRows } from '#lambdas/lib/http/caller.ts';
import type { Session } from '#lambdas/lib/sessions/sessions.ts';
import { createSession } from '#lambdas/lib/sessions/sessions.ts';
import { buildContext, now, staff, buildStoredUser } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/api/errors.ts';
import { createOwnAccountChanges } from './own-account-changes.ts';
import { createSessionLifecycle } from './session-lifecycle.ts';
import { createSessionHandlers } from './session.ts';

type Collaborators = Parameters<typeof createSessionLifecycle>[0] &
  Omit<Parameters<typeof createSessionHandlers>[0], 'sessions'>;

const user = buildStoredUser();
const buildError = (name: string) => Object.assign(new Error(name), { name });

const clearedCookies = expect.arrayContaining([expect.stringContaining('Max-Age=0')]);

/** Errors that the calls with these names throw, and values that differ from those of a valid session. */
type Deviations = {
  session?: Partial<Session>;
  /** `origin_jti` of Cognito's new tokens, which identifies their session. */
  issuedOriginJti?: string;
  refresh?: Error;
  readRows?: Error;
  maintenanceUntil?: string;
  recordRefresh?: Error;
  revoke?: Error;
  verifyEvenIfExpired?: Error;
  endSession?: Error;
};

const sessionCookies = ['__Host-access-nuk=old-access', '__Secure-refresh-nuk=old-refresh'];
const sign = async (region: string, text: string) => Buffer.from(`${region} ${text}`).toString('base64url');
const signature = await sign('nuk', 'session sub-1.jti-1');
const refreshCookieAlone = [`__Secure-refresh-nuk=old-refresh~sub-1.jti-1~${signature}`];

const openPortal = (deviations: Deviations = {}, cookies = sessionCookies) => {
  const revoke = jest.fn(async (_region: string, _token: string) => {
    if (deviations.revoke) throw deviations.revoke;
  });
  const end = jest.fn(async (_id: string) => {
    if (deviations.endSession) throw deviations.endSession;
  });
  const readRows = async (_region: string, sub: string, jti: string): Promise<CallerRows> => {
    if (deviations.readRows) throw deviations.readRows;
    return sub === 'sub-1' && jti === 'jti-1'
      ? {
          user,
          session: { ...createSession('nuk', 'jti-1', 'sub-1', now), ...deviations.session },
          maintenanceUntil: deviations.maintenanceUntil,
        }
      : {};
  };
  const callRefresh = jest.fn(async () => {
    if (deviations.refresh) throw deviations.refresh;
    return { accessToken: 'new-access', refreshToken: 'new-refresh' };
  });
  const readToken = async () => ({ sub: 'sub-1', origin_jti: 'jti-1', exp: now.getTime() / 1000 + 600 });
  const collaborators = {
    regions: { nuk: { returnsAvailable: true } },
    configuredGroups: [],
    tokens: {
      verify: async () => ({
        ...(await readToken()),
        ...(deviations.issuedOriginJti && { origin_jti: deviations.issuedOriginJti }),
      }),
      verifyEvenIfExpired: async () => {
        if (deviations.verifyEvenIfExpired) throw deviations.verifyEvenIfExpired;
        return readToken();
      },
    },
    readRows,
    pools: { sign, refresh: callRefresh, revoke },
    store: {
      recordRefresh: async () => {
        if (deviations.recordRefresh) throw deviations.recordRefresh;
      },
      endSession: end,
    },
  } as unknown as Collaborators;
  const { refreshToken, logout } = createSessionHandlers({
    ...collaborators,
    sessions: createSessionLifecycle(collaborators),
  });
  const context = { ...buildContext(staff), cookies };
  return {
    revoke,
    end,
    callRefresh,
    refresh: () => refreshToken({ region: 'nuk' }, context),
    logout: () => logout({ region: 'nuk' }, context),
  };
};

test('session returns the caller without calling AWS', async () => {
  const failOnCall = (): never => {
    throw new Error('unexpected call');
  };
  const unexpectedCollaborator = new Proxy({}, { get: failOnCall });
  const collaborators = {
    regions: { nuk: { returnsAvailable: true } },
    configuredGroups: [],
    ...Object.fromEntries(
      ['tokens', 'readRows', 'pools', 'store', 'users'].map((name) => [name, unexpectedCollaborator]),
    ),
  } as unknown as Collaborators;
  const { session } = createSessionHandlers({ ...collaborators, sessions: createSessionLifecycle(collaborators) });
  expect(await session({ region: 'nuk' }, buildContext(staff))).toMatchObject({ body: { email: staff.email } });
});

describe('refreshToken', () => {
  test.each([
    ['the refresh cannot be recorded', { recordRefresh: buildError('TimeoutError') }],
    ['DynamoDB is busy', { recordRefresh: new AppError('ServiceUnavailable') }],
  ])('returns the new refresh token when %s', async (_, deviations) => {
    await expect(openPortal(deviations).refresh()).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      cookies: [expect.stringContaining('__Secure-refresh-nuk=new-refresh;')],
    });
  });

  test.each([
    ['without a session', {}, ['__Secure-refresh-nuk=old-refresh']],
    ['with a forged signature', {}, ['__Secure-refresh-nuk=old-refresh~sub-1.jti-1~forged']],
    ['with a signature for another session', {}, [`__Secure-refresh-nuk=x~sub-1.jti-2~${signature}`]],
    ['of an ended session', { session: { revoked: true } }, refreshCookieAlone],
  ])('rejects a refresh cookie %s without calling Cognito', async (_, deviations, cookies) => {
    const { refresh, callRefresh, end, revoke } = openPortal(
      { ...deviations, verifyEvenIfExpired: new AppError('MissingCookie') },
      cookies,
    );
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken', cookies: clearedCookies });
    for (const fn of [callRefresh, end, revoke]) expect(fn).not.toHaveBeenCalled();
  });

  test('returns the end of a maintenance', async () => {
    const maintenanceUntil = '2026-11-20T03:30:00.000Z';
    expect((await openPortal({ maintenanceUntil }).refresh()).body).toMatchObject({ maintenanceUntil });
    expect((await openPortal().refresh()).body).not.toHaveProperty('maintenanceUntil');
  });

  test('ends a session that was idle for an hour', async () => {
    const lastRefreshAt = new Date(now.getTime() - 61 * 60_000).toISOString();
    const { refresh, callRefresh, end, revoke } = openPortal({ session: { lastRefreshAt } });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(callRefresh).not.toHaveBeenCalled();
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalledWith('nuk', 'old-refresh');
  });

  test('keeps the old token when the rows cannot be read', async () => {
    const { refresh, callRefresh } = openPortal({ readRows: buildError('ProvisionedThroughputExceededException') });
    await expect(refresh()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(callRefresh).not.toHaveBeenCalled();
  });

  test('revokes a new token that belongs to another session', async () => {
    const { refresh, revoke } = openPortal({ issuedOriginJti: 'jti-2' });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(revoke).toHaveBeenCalledWith('nuk', 'new-refresh');
  });

  test('revokes the new token when the session was ended during the refresh', async () => {
    const { refresh, revoke } = openPortal({
      recordRefresh: new AppError('ExpiredToken'),
      revoke: buildError('TooManyRequestsException'),
    });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken', cookies: clearedCookies });
    expect(revoke).toHaveBeenCalledWith('nuk', 'new-refresh');
  });

  test.each([
    'NotAuthorizedException',
    'UserNotFoundException',
    'InvalidParameterException',
    'RefreshTokenReuseException',
  ])('ends the session and clears the cookies on %s', async (name) => {
    const { refresh, end, revoke } = openPortal({ refresh: buildError(name) });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken', cookies: clearedCookies });
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalledWith('nuk', 'old-refresh');
  });

  test.each(['NotAuthorizedException', 'RefreshTokenReuseException'])(
    'ends the session that only the refresh cookie names on %s',
    async (name) => {
      const { refresh, end } = openPortal({ refresh: buildError(name) }, refreshCookieAlone);
      await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken' });
      expect(end.mock.calls).toEqual([['nuk#jti-1']]);
    },
  );

  test('keeps the cookies if the session cannot be ended', async () => {
    const { refresh, revoke } = openPortal({
      refresh: buildError('NotAuthorizedException'),
      endSession: buildError('TimeoutError'),
    });
    await expect(refresh()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(revoke).toHaveBeenCalled();
  });

  test('returns new cookies with the signed session', async () => {
    const { cookies } = await openPortal().refresh();
    expect(cookies?.join()).toContain('new-access');
    expect(cookies?.join()).toContain(`__Secure-refresh-nuk=new-refresh~sub-1.jti-1~${signature};`);
  });

  test('rethrows the error when Cognito is unreachable', async () => {
    await expect(openPortal({ refresh: buildError('TimeoutError') }).refresh()).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('reconcileSecondFactor', () => {
  type Facts = { readonly isOnInRow: boolean; readonly isOnInCognito: boolean; readonly hasGivenCode: boolean };

  const reconcile = async ({ isOnInRow, isOnInCognito, hasGivenCode }: Facts) => {
    const recordSecondFactor = jest.fn(async () => {});
    const changes = createOwnAccountChanges({
      users: { recordSecondFactor },
      pools: { hasSecondFactor: async () => isOnInCognito },
      auditTable: 'audit',
      newId: () => 'event-1',
      now: () => now,
      wait: async () => {},
    } as unknown as Parameters<typeof createOwnAccountChanges>[0]);
    const reconciliation = changes.reconcileSecondFactor(
      buildStoredUser({ secondFactor: isOnInRow }),
      hasGivenCode,
      'request-1',
    );
    const result = await reconciliation.then(({ secondFactor }) => ({ secondFactor })).catch(({ code }) => ({ code }));
    return { ...result, writeCount: recordSecondFactor.mock.calls.length };
  };

  test.each<[string, Facts, object]>([
    [
      'corrects the row to off',
      { isOnInRow: true, isOnInCognito: false, hasGivenCode: false },
      { secondFactor: false, writeCount: 1 },
    ],
    [
      'corrects the row to on',
      { isOnInRow: false, isOnInCognito: true, hasGivenCode: true },
      { secondFactor: true, writeCount: 1 },
    ],
    [
      'rejects a sign-in without a code if codes were switched on since',
      { isOnInRow: true, isOnInCognito: true, hasGivenCode: false },
      { code: 'NotAuthorizedException', writeCount: 0 },
    ],
    [
      'changes nothing if codes were switched off since',
      { isOnInRow: false, isOnInCognito: false, hasGivenCode: true },
      { secondFactor: false, writeCount: 0 },
    ],
  ])('%s', async (_, facts, expected) => expect(await reconcile(facts)).toEqual(expected));
});

describe('logout', () => {
  test('ends the session in the portal and in Cognito', async () => {
    const { logout, end, revoke } = openPortal();
    expect((await logout()).cookies).toHaveLength(2);
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalledWith('nuk', 'old-refresh');
  });

  test('falls back to the session in the refresh cookie', async () => {
    const portalWithRefreshCookie = openPortal({}, refreshCookieAlone);
    await portalWithRefreshCookie.logout();
    expect(portalWithRefreshCookie.end.mock.calls).toEqual([['nuk#jti-1']]);
    const portalWithForgedToken = openPortal({ verifyEvenIfExpired: new AppError('MissingCookie') }, [
      '__Host-access-nuk=forged',
      ...refreshCookieAlone,
    ]);
    await portalWithForgedToken.logout();
    expect(portalWithForgedToken.end.mock.calls).toEqual([['nuk#jti-1']]);
  });

  const forgedRefreshCookie = '__Secure-refresh-nuk=x~sub-1.jti-1~forged';
  test.each([
    ['only a refresh cookie', [forgedRefreshCookie]],
    ['an invalid access token too', ['__Host-access-nuk=forged', forgedRefreshCookie]],
  ])('ends no session for a forged signature and %s', async (_, cookies) => {
    const { logout, end, revoke } = openPortal({ verifyEvenIfExpired: new AppError('MissingCookie') }, cookies);
    expect((await logout()).cookies).toHaveLength(2);
    expect(end).not.toHaveBeenCalled();
    expect(revoke).not.toHaveBeenCalled();
  });

  test('fails if the token cannot be verified', async () => {
    const { logout, end } = openPortal({ verifyEvenIfExpired: new AppError('ServiceUnavailable') });
    await expect(logout()).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(end).not.toHaveBeenCalled();
  });

  test('clears the cookies and fails when Cognito is unreachable', async () => {
    await expect(openPortal({ revoke: buildError('TimeoutError') }).logout()).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      cookies: clearedCookies,
    });
  });
});
