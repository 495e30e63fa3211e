import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument, replaceDocument } from '#web/browser/load-document.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth, apiErrorResponse } from '#web/testing/auth.ts';
import { findHeading, answersWithoutRepairs, openSite, buildStaffAuth } from '#web/testing/site.tsx';

vi.mock('#web/browser/load-document.ts');

beforeEach(() => {
  window.innerWidth = 1280;
});

test.each(['/DE/nuk/repairs/track?rma=R1', '/DE/nuk/auth/change-password'])(
  'redirects %s to sign-in without requests, and remembers the path',
  async (path) => {
    const { calls } = openSite(path);
    await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/DE/nuk/auth/login'));
    expect(sessionStorage.getItem('wantedPage.nuk')).toBe(path);
    expect(calls).toEqual([]);
  },
);

const minuteMs = 60_000;

/** Stores session end times as an earlier document would have, with the session renewed the given time ago. */
const storeSessionRenewedAgo = (milliseconds: number) => {
  localStorage.setItem('session.nuk.until', String(Date.now() + 600 * minuteMs));
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60 * minuteMs - milliseconds));
};

const waitForExpiry = () =>
  waitFor(() =>
    expect(sessionStore.isAccessTokenExpired(sessionStore.get('nuk') ?? { ...buildStaffAuth(), region: 'nuk' })).toBe(
      true,
    ),
  );

const respondWithError = (code: string, status: number) => () => apiErrorResponse(code, status);

test('loads a possible session without extending it', async () => {
  storeSessionRenewedAgo(5 * minuteMs);
  const endTimes = { ...localStorage };
  const { calls } = openSite('/UK/nuk', {
    ...answersWithoutRepairs,
    'GET /api/auth/nuk/session': () => Response.json(buildStaffAuth()),
  });
  await findHeading('United Kingdom, Ireland');
  expect(calls[0]).toBe('GET /api/auth/nuk/session');
  expect(calls).not.toContain('POST /api/auth/nuk/refresh-token');
  expect({ ...localStorage }).toMatchObject(endTimes);
});

test.each([
  [5_000, 'cookiesRefused'],
  [120_000, 'sessionEnded'],
])('reports a missing cookie %i ms after sign-in as %s', async (sinceSignInMs, alert) => {
  localStorage.setItem('session.nuk.until', String(Date.now() + 720 * minuteMs - sinceSignInMs));
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60 * minuteMs - sinceSignInMs));
  openSite('/UK/nuk', {
    'GET /api/auth/nuk/session': respondWithError('MissingCookie', 401),
    'POST /api/auth/nuk/refresh-token': respondWithError('MissingCookie', 401),
  });
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith(`/UK/nuk/auth/login?alert=${alert}`));
  expect(Object.keys({ ...localStorage }).filter((key) => key.startsWith('session.'))).toEqual([]);
});

test('redirects a user removed from the region to the landing page', async () => {
  storeSessionRenewedAgo(5 * minuteMs);
  openSite('/UK/nuk/repairs/submitted', {
    'GET /api/auth/nuk/session': respondWithError('InsufficientAccess', 403),
    'POST /api/auth/nuk/refresh-token': () => Response.json(buildAuth([])),
  });
  await waitFor(() => expect(replaceDocument).toHaveBeenCalledExactlyOnceWith('/UK?alert=otherRegion'));
});

test('redirects home when the admin role is revoked', async () => {
  sessionStore.signIn('nuk', buildAuth(['NUK', 'admin', 'register-repairs']));
  const { getPath } = openSite('/UK/nuk/admin/manage-users', {
    ...answersWithoutRepairs,
    'GET /api/users/nuk': respondWithError('InsufficientAccess', 403),
    'GET /api/jobs/nuk/latest': respondWithError('InsufficientAccess', 403),
    'GET /api/stores/nuk': respondWithError('InsufficientAccess', 403),
    'POST /api/auth/nuk/refresh-token': () => Response.json(buildStaffAuth()),
  });
  await findHeading('United Kingdom, Ireland');
  expect(getPath()).toBe('/UK/nuk');
  // The text appears twice after a second, because the live region repeats it.
  expect(screen.getAllByText(/You do not have permission to open that page/)[0]).toBeVisible();
});

test.each([
  ['the session has ended', 5, respondWithError('ExpiredToken', 401)],
  ['the server is unavailable', 11, respondWithError('ServiceUnavailable', 503)],
])('keeps a public page when %s', async (_, minutesAgo, respond) => {
  storeSessionRenewedAgo(minutesAgo * minuteMs);
  openSite('/UK/nuk/legal-information/privacy-policy', {
    'GET /api/auth/nuk/session': respond,
    'POST /api/auth/nuk/refresh-token': respond,
  });
  await findHeading('Privacy policy');
  expect(loadDocument).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('reports an expired session once, after the server confirms', async () => {
  storeSessionRenewedAgo(61 * minuteMs);
  const { calls } = openSite('/UK/nuk/repairs/track', {
    'POST /api/auth/nuk/refresh-token': respondWithError('ExpiredToken', 401),
  });
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded'));
  expect(sessionStorage.getItem('wantedPage.nuk')).toBe('/UK/nuk/repairs/track');
  expect(calls).toEqual(['POST /api/auth/nuk/refresh-token']);
  cleanup();
  openSite('/UK/nuk/repairs/track');
  await waitFor(() => expect(loadDocument).toHaveBeenLastCalledWith('/UK/nuk/auth/login'));
});

test('continues a valid server session after its stored end', async () => {
  storeSessionRenewedAgo(61 * minuteMs);
  openSite('/UK/nuk/repairs/track', { 'POST /api/auth/nuk/refresh-token': () => Response.json(buildStaffAuth()) });
  await findHeading('Track repair');
  expect(loadDocument).not.toHaveBeenCalled();
  expect(Number(localStorage.getItem('session.nuk.idleUntil'))).toBeGreaterThan(Date.now());
});

test('loads a session replaced by another tab before navigating', async () => {
  sessionStore.signIn('nuk', buildStaffAuth());
  const { calls, user } = openSite('/UK/nuk', {
    ...answersWithoutRepairs,
    'GET /api/auth/nuk/session': () => Response.json({ ...buildStaffAuth(), email: 'kim@example.com' }),
  });
  await findHeading('United Kingdom, Ireland');
  calls.length = 0;
  localStorage.setItem('session.nuk.until', String(Date.now() + 721 * minuteMs));
  await user.click(await screen.findByRole('link', { name: 'Track repair' }));
  await findHeading('Track repair');
  expect(calls).toContain('GET /api/auth/nuk/session');
  expect(sessionStore.get('nuk')?.email).toBe('kim@example.com');
});

test('renews an expired session before navigating', async () => {
  sessionStore.signIn('nuk', buildAuth(['NUK'], Date.now() + 300));
  const { calls, user } = openSite('/UK/nuk', {
    'POST /api/auth/nuk/refresh-token': () => Response.json(buildAuth(['NUK'])),
  });
  await findHeading('United Kingdom, Ireland');
  expect(calls).toEqual([]);
  await waitForExpiry();
  await user.click(await screen.findByRole('link', { name: 'Track repair' }));
  await findHeading('Track repair');
  expect(calls).toEqual(['POST /api/auth/nuk/refresh-token']);
});

test.each([200, 500])('removes all user data from the browser on sign-out, for response status %i', async (status) => {
  sessionStore.signIn('nuk', buildAuth(['NUK']));
  sessionStorage.setItem('wantedPage.nuk', '/UK/nuk/repairs/track');
  sessionStorage.setItem('signingIn.nuk', 'sam@example.com');
  const { user, calls } = openSite('/UK/nuk', { 'POST /api/auth/nuk/logout': () => Response.json({}, { status }) });
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=signedOut'));
  expect(calls.at(-1)).toBe('POST /api/auth/nuk/logout');
  expect(sessionStore.get('nuk')).toBeUndefined();
  // Tills are shared, so no user data may remain.
  expect({ ...sessionStorage }).toEqual({});
  // After a failed logout, the mark makes the next page retry.
  expect({ ...localStorage }).toEqual({
    lastRegion: 'nuk',
    ...(status !== 200 && { 'session.nuk.leaving': expect.any(String) }),
  });
});

test('finishes a failed sign-out before any other request', async () => {
  localStorage.setItem('session.nuk.leaving', 'true');
  const { calls } = openSite('/UK/nuk', { 'POST /api/auth/nuk/logout': () => Response.json({}) });
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login'));
  expect(calls).toEqual(['POST /api/auth/nuk/logout']);
  expect({ ...localStorage }).toEqual({});
});

test.each([
  ['a busy server', () => Response.json({ message: 'Service Unavailable' }, { status: 503 }), /opens by itself/],
  ['a server that fails', () => apiErrorResponse('InternalServerError', 500, { requestId: 'abc1=' }), /abc1=/],
])('keeps the session and shows an error for %s', async (_, respond, text) => {
  storeSessionRenewedAgo(11 * minuteMs);
  openSite('/UK/nuk/repairs/track', { 'POST /api/auth/nuk/refresh-token': respond });
  expect(await screen.findByText(text)).toBeVisible();
  expect(loadDocument).not.toHaveBeenCalled();
  expect(localStorage.getItem('session.nuk.until')).not.toBeNull();
});

test('keeps the page on query changes during an outage', async () => {
  sessionStore.signIn('nuk', buildAuth(['NUK', 'register-repairs'], Date.now() + 300));
  const { router, calls } = openSite('/UK/nuk/repairs/book', {
    'POST /api/auth/nuk/refresh-token': respondWithError('ServiceUnavailable', 503),
  });
  await findHeading('Book a repair');
  const renewals = () => calls.filter((call) => call.includes('/refresh-token')).length;
  await waitForExpiry();
  await act(() => router.navigate('/UK/nuk/repairs/book?draft=1', { replace: true }));
  expect(renewals()).toBeGreaterThan(0);
  expect(router.state.location.search).toBe('?draft=1');
  expect(screen.getByRole('heading', { level: 1, name: 'Book a repair' })).toBeVisible();
  expect(sessionStore.get('nuk')).toBeDefined();
  // Another page needs a renewed session, even if `location` already shows its path, as on back navigation.
  history.replaceState(null, '', '/UK/nuk/repairs/track');
  await act(() => router.navigate('/UK/nuk/repairs/track'));
  await findHeading('We can’t reach the portal right now');
});

test('shows an offline message and recovers when online', async () => {
  storeSessionRenewedAgo(11 * minuteMs);
  let isOnline = false;
  let outageText: HTMLElement | null = null;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  // A MutationObserver runs before effects that wait for the paint, so it tests the earliest reconnection.
  const observer = new MutationObserver(() => {
    if (isOnline || !screen.queryByText(/^There is no internet connection/)) return;
    outageText = screen.queryByText(/You have not been signed out/);
    isOnline = true;
    dispatchEvent(new Event('online'));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  openSite('/UK/nuk/repairs/track', {
    'POST /api/auth/nuk/refresh-token': () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return Response.json(buildStaffAuth());
    },
  });
  await findHeading('Track repair');
  observer.disconnect();
  expect(outageText).not.toBeNull();
  expect(loadDocument).not.toHaveBeenCalled();
});
