import { describe, expect, jest, test } from '@jest/globals';
import type { Session } from '#lambdas/directory/sessions.ts';
import { newSession } from '#lambdas/directory/sessions.ts';
import type { CallerRows } from '#lambdas/http/caller.ts';
import { by, now, staff, userWith } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/errors.ts';
import { ownChanges } from './own-changes.ts';
import type { Collaborators } from './session-life.ts';
import { sessionLife } from './session-life.ts';
import { sessionHandlers } from './session.ts';

const user = userWith();
const named = (name: string) => Object.assign(new Error(name), { name });

const cleared = expect.arrayContaining([expect.stringContaining('Max-Age=0')]);

type Faults = {
  session?: Partial<Session>;
  /** Of which session Cognito's new tokens are. */
  issued?: string;
  refresh?: Error;
  rows?: Error;
  noteRefresh?: Error;
  revoke?: Error;
  verifyPast?: Error;
  end?: Error;
};

const heldCookies = ['__Host-access-nuk=old-access', '__Secure-refresh-nuk=old-refresh'];
const sign = async (region: string, text: string) => Buffer.from(`${region} ${text}`).toString('base64url');
const signature = await sign('nuk', 'session sub-1.jti-1');
const refreshCookieAlone = [`__Secure-refresh-nuk=old-refresh~sub-1.jti-1~${signature}`];

const portal = (faults: Faults = {}, cookies = heldCookies) => {
  const revoke = jest.fn(async (_region: string, _token: string) => {
    if (faults.revoke) throw faults.revoke;
  });
  const end = jest.fn(async (_id: string) => {
    if (faults.end) throw faults.end;
  });
  const rows = async (_region: string, sub: string, jti: string): Promise<CallerRows> => {
    if (faults.rows) throw faults.rows;
    return sub === 'sub-1' && jti === 'jti-1'
      ? { user, session: { ...newSession('nuk', 'jti-1', 'sub-1', now), ...faults.session } }
      : {};
  };
  const refreshed = jest.fn(async () => {
    if (faults.refresh) throw faults.refresh;
    return { accessToken: 'new-access', refreshToken: 'new-refresh' };
  });
  const token = async () => ({ sub: 'sub-1', origin_jti: 'jti-1', exp: now.getTime() / 1000 + 600 });
  const collaborators = {
    regions: { nuk: { returnsAvailable: true } },
    configuredGroups: [],
    tokens: {
      verify: async () => ({ ...(await token()), ...(faults.issued && { origin_jti: faults.issued }) }),
      verifyPast: async () => {
        if (faults.verifyPast) throw faults.verifyPast;
        return token();
      },
    },
    rows,
    pools: { sign, refresh: refreshed, revoke },
    store: {
      noteRefresh: async () => {
        if (faults.noteRefresh) throw faults.noteRefresh;
      },
      end,
    },
  } as unknown as Collaborators;
  const { refreshToken, logout } = sessionHandlers({ ...collaborators, sessions: sessionLife(collaborators) });
  const circumstances = { ...by(staff), cookies };
  return {
    revoke,
    end,
    refreshed,
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
  expect(await session({ region: 'nuk' }, by(staff))).toMatchObject({ body: { email: staff.email } });
});

describe('a refresh', () => {
  test.each([
    ['the refresh cannot be noted', { noteRefresh: named('TimeoutError') }],
    ['DynamoDB is busy', { noteRefresh: new AppError('ServiceUnavailable') }],
  ])('keeps the token that Cognito has already replaced when %s', async (_, faults) => {
    await expect(portal(faults).refresh()).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      cookies: [expect.stringContaining('__Secure-refresh-nuk=new-refresh;')],
    });
  });

  test.each([
    ['names no session', {}, ['__Secure-refresh-nuk=old-refresh']],
    ['names one that somebody else has signed', {}, ['__Secure-refresh-nuk=old-refresh~sub-1.jti-1~forged']],
    ['names one by a signature for something else', {}, [`__Secure-refresh-nuk=x~sub-1.jti-2~${signature}`]],
    ['names one that is over', { session: { revoked: true } }, refreshCookieAlone],
  ])('that %s ends nothing, and Cognito hears nothing of it', async (_, faults, cookies) => {
    const { refresh, refreshed, end, revoke } = portal(
      { ...faults, verifyPast: new AppError('MissingCookie') },
      cookies,
    );
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken', cookies: cleared });
    for (const called of [refreshed, end, revoke]) expect(called).not.toHaveBeenCalled();
  });

  test('that comes an hour after the last ends the session before Cognito is asked for another token', async () => {
    const lastRefreshAt = new Date(now.getTime() - 61 * 60_000).toISOString();
    const { refresh, refreshed, end, revoke } = portal({ session: { lastRefreshAt } });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(refreshed).not.toHaveBeenCalled();
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalledWith('nuk', 'old-refresh');
  });

  test('waits where the rows cannot be read, with the token that it has', async () => {
    const { refresh, refreshed } = portal({ rows: named('ProvisionedThroughputExceededException') });
    await expect(refresh()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(refreshed).not.toHaveBeenCalled();
  });

  test('with a token of another session than the one that was looked at ends', async () => {
    const { refresh, revoke } = portal({ issued: 'jti-2' });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken' });
    expect(revoke).toHaveBeenCalledWith('nuk', 'new-refresh');
  });

  test('that loses against a sign-out ends in the browser and in Cognito, too', async () => {
    const { refresh, revoke } = portal({
      noteRefresh: new AppError('ExpiredToken'),
      revoke: named('TooManyRequestsException'),
    });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken', cookies: cleared });
    expect(revoke).toHaveBeenCalledWith('nuk', 'new-refresh');
  });

  test.each([
    'NotAuthorizedException',
    'UserNotFoundException',
    'InvalidParameterException',
    'RefreshTokenReuseException',
  ])('that Cognito refuses with %s ends the session and clears the cookies', async (name) => {
    const { refresh, end, revoke } = portal({ refresh: named(name) });
    await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken', cookies: cleared });
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalledWith('nuk', 'old-refresh');
  });

  test.each(['NotAuthorizedException', 'RefreshTokenReuseException'])(
    'that Cognito refuses with %s ends the session that the refresh cookie names, where there is no access token',
    async (name) => {
      const { refresh, end } = portal({ refresh: named(name) }, refreshCookieAlone);
      await expect(refresh()).rejects.toMatchObject({ code: 'ExpiredToken' });
      expect(end.mock.calls).toEqual([['nuk#jti-1']]);
    },
  );

  test('that is refused while the session cannot be ended leaves the cookies, so that the next attempt ends it', async () => {
    const { refresh, revoke } = portal({ refresh: named('NotAuthorizedException'), end: named('TimeoutError') });
    await expect(refresh()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(revoke).toHaveBeenCalled();
  });

  test('answers with new cookies, the second of which names the session', async () => {
    const { cookies } = await portal().refresh();
    expect(cookies?.join()).toContain('new-access');
    expect(cookies?.join()).toContain(`__Secure-refresh-nuk=new-refresh~sub-1.jti-1~${signature};`);
  });

  test('is no verdict while Cognito is out of reach', async () => {
    await expect(portal({ refresh: named('TimeoutError') }).refresh()).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a sign-in that contradicts what the user’s row says of one-time codes', () => {
  const settle = async (row: boolean, cognito: boolean, hasGivenCode: boolean) => {
    const noteSecondFactor = jest.fn(async () => {});
    const changes = ownChanges({
      users: { noteSecondFactor },
      pools: { hasSecondFactor: async () => cognito },
      auditTable: 'audit',
      newId: () => 'event-1',
      now: () => now,
      wait: async () => {},
    } as unknown as Parameters<typeof ownChanges>[0]);
    const settled = changes.settleSecondFactor(userWith({ secondFactor: row }), hasGivenCode, 'request-1');
    const answer = await settled.then(({ secondFactor }) => secondFactor).catch(({ code }) => code as string);
    return [answer, noteSecondFactor.mock.calls.length];
  };

  test.each<[string, Parameters<typeof settle>, unknown]>([
    ['corrects the row to off', [true, false, false], [false, 1]],
    ['corrects the row to on', [false, true, true], [true, 1]],
    [
      'is refused if codes were switched on while the password was checked',
      [true, true, false],
      ['NotAuthorizedException', 0],
    ],
    ['changes nothing if codes were switched off since the code was checked', [false, false, true], [false, 0]],
  ])('%s', async (_, facts, expected) => expect(await settle(...facts)).toEqual(expected));
});

describe('signing out', () => {
  test('ends the session here and in Cognito', async () => {
    const { logout, end, revoke } = portal();
    expect((await logout()).cookies).toHaveLength(2);
    expect(end).toHaveBeenCalledWith('nuk#jti-1');
    expect(revoke).toHaveBeenCalledWith('nuk', 'old-refresh');
  });

  test('without an access token, or with one that is none, ends the session that the refresh cookie names', async () => {
    const alone = portal({}, refreshCookieAlone);
    await alone.logout();
    expect(alone.end.mock.calls).toEqual([['nuk#jti-1']]);
    const forged = portal({ verifyPast: new AppError('MissingCookie') }, [
      '__Host-access-nuk=forged',
      ...refreshCookieAlone,
    ]);
    await forged.logout();
    expect(forged.end.mock.calls).toEqual([['nuk#jti-1']]);
  });

  const unsigned = '__Secure-refresh-nuk=x~sub-1.jti-1~forged';
  test.each([
    ['alone', [unsigned]],
    ['beside an access token that is none', ['__Host-access-nuk=forged', unsigned]],
  ])('by a name that nobody has signed, %s, ends nothing, and Cognito hears nothing of it', async (_, cookies) => {
    const { logout, end, revoke } = portal({ verifyPast: new AppError('MissingCookie') }, cookies);
    expect((await logout()).cookies).toHaveLength(2);
    expect(end).not.toHaveBeenCalled();
    expect(revoke).not.toHaveBeenCalled();
  });

  test('is not said to be done while nothing tells which session it is', async () => {
    const { logout, end } = portal({ verifyPast: new AppError('ServiceUnavailable') });
    await expect(logout()).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(end).not.toHaveBeenCalled();
  });

  test('clears the browser even when the servers cannot be reached, and says so', async () => {
    await expect(portal({ revoke: named('TimeoutError') }).logout()).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      cookies: cleared,
    });
  });
});
