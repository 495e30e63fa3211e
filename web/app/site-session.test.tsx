import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { authFor, refused } from '#web/testing/auth.ts';
import { heading, noRepairs, openSite, staff } from '#web/testing/site.tsx';
import { alertStore } from '#web/ui/alerts.ts';

vi.mock('#web/browser/load-document.ts');

beforeEach(() => {
  window.innerWidth = 1280;
});

test.each(['/DE/nuk/repairs/track?rma=R1', '/DE/nuk/auth/change-password'])(
  'whoever is signed out is sent from %s to the sign-in page, without a call, and the page is remembered',
  async (wanted) => {
    const { calls } = openSite(wanted);
    await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/DE/nuk/auth/login'));
    expect(sessionStorage.getItem('wantedPage.nuk')).toBe(wanted);
    expect(calls).toEqual([]);
  },
);

const minutes = 60_000;

/** Marks of an earlier document: the session was renewed so long ago. */
const renewedAgo = (milliseconds: number) => {
  localStorage.setItem('session.nuk.until', String(Date.now() + 600 * minutes));
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60 * minutes - milliseconds));
};

const hasRunOut = () =>
  waitFor(() => expect(sessionStore.hasExpired(sessionStore.get('nuk') ?? { ...staff(), region: 'nuk' })).toBe(true));

const refusal = (code: string, status: number) => () => refused(code, status);

test('a session that may exist is asked for on the first load, and not prolonged', async () => {
  renewedAgo(5 * minutes);
  const marks = { ...localStorage };
  const { calls } = openSite('/UK/nuk', { ...noRepairs, 'GET /api/auth/nuk/session': () => Response.json(staff()) });
  await heading('United Kingdom, Ireland');
  expect(calls[0]).toBe('GET /api/auth/nuk/session');
  expect(calls).not.toContain('POST /api/auth/nuk/refresh-token');
  expect({ ...localStorage }).toMatchObject(marks);
});

test.each([
  [5_000, 'cookiesRefused'],
  [120_000, 'sessionEnded'],
])('no cookie %i ms after signing in: %s', async (since, alert) => {
  localStorage.setItem('session.nuk.until', String(Date.now() + 720 * minutes - since));
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60 * minutes - since));
  openSite('/UK/nuk', {
    'GET /api/auth/nuk/session': refusal('MissingCookie', 401),
    'POST /api/auth/nuk/refresh-token': refusal('MissingCookie', 401),
  });
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith(`/UK/nuk/auth/login?alert=${alert}`));
  expect(Object.keys({ ...localStorage }).filter((key) => key.startsWith('session.'))).toEqual([]);
});

test('whoever was taken out of the region’s group is led to the landing page on the first load', async () => {
  renewedAgo(5 * minutes);
  const { path } = openSite('/UK/nuk/repairs/submitted', {
    'GET /api/auth/nuk/session': refusal('InsufficientAccess', 403),
    'POST /api/auth/nuk/refresh-token': () => Response.json(authFor([])),
  });
  await heading('Repairs and returns for retailers');
  expect(path()).toBe('/UK');
  expect(await screen.findByText(/your account does not belong to the region/)).toBeVisible();
  expect(alertStore.get()).toMatchObject([{ key: 'moved.otherRegion', type: 'info' }]);
});

test('an admin whose role is taken away leaves the admins’ pages with the next answer', async () => {
  sessionStore.signIn('nuk', authFor(['NUK', 'admin', 'register-repairs']));
  const { path } = openSite('/UK/nuk/admin/manage-users', {
    ...noRepairs,
    'GET /api/users/nuk': refusal('InsufficientAccess', 403),
    'GET /api/jobs/nuk/latest': refusal('InsufficientAccess', 403),
    'GET /api/stores/nuk': refusal('InsufficientAccess', 403),
    'POST /api/auth/nuk/refresh-token': () => Response.json(staff()),
  });
  await heading('United Kingdom, Ireland');
  expect(path()).toBe('/UK/nuk');
  // After a second it is said, too.
  expect(screen.getAllByText(/You do not have permission to open that page/)[0]).toBeVisible();
});

test.each([
  ['there is no session after all', 5, refusal('ExpiredToken', 401)],
  ['nobody can be asked who is signed in', 11, refusal('ServiceUnavailable', 503)],
])('a page open to anyone stays when %s', async (_, since, answer) => {
  renewedAgo(since * minutes);
  openSite('/UK/nuk/legal-information/privacy-policy', {
    'GET /api/auth/nuk/session': answer,
    'POST /api/auth/nuk/refresh-token': answer,
  });
  await heading('Privacy policy');
  expect(loadDocument).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a session whose time is up is told to have ended, once, when the server says so', async () => {
  renewedAgo(61 * minutes);
  const { calls } = openSite('/UK/nuk/repairs/track', {
    'POST /api/auth/nuk/refresh-token': refusal('ExpiredToken', 401),
  });
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded'));
  expect(sessionStorage.getItem('wantedPage.nuk')).toBe('/UK/nuk/repairs/track');
  expect(calls).toEqual(['POST /api/auth/nuk/refresh-token']);
  cleanup();
  openSite('/UK/nuk/repairs/track');
  await waitFor(() => expect(loadDocument).toHaveBeenLastCalledWith('/UK/nuk/auth/login'));
});

test('a session that lives on the server goes on, though its marks have run out', async () => {
  renewedAgo(61 * minutes);
  openSite('/UK/nuk/repairs/track', { 'POST /api/auth/nuk/refresh-token': () => Response.json(staff()) });
  await heading('Track repair');
  expect(loadDocument).not.toHaveBeenCalled();
  expect(Number(localStorage.getItem('session.nuk.idleUntil'))).toBeGreaterThan(Date.now());
});

test('before a navigation a session that another tab has replaced is asked for', async () => {
  sessionStore.signIn('nuk', staff());
  const { calls, user } = openSite('/UK/nuk', {
    ...noRepairs,
    'GET /api/auth/nuk/session': () => Response.json({ ...staff(), email: 'kim@example.com' }),
  });
  await heading('United Kingdom, Ireland');
  calls.length = 0;
  localStorage.setItem('session.nuk.until', String(Date.now() + 721 * minutes));
  await user.click(await screen.findByRole('link', { name: 'Track repair' }));
  await heading('Track repair');
  expect(calls).toContain('GET /api/auth/nuk/session');
  expect(sessionStore.get('nuk')?.email).toBe('kim@example.com');
});

test('before a navigation a session that ran out is renewed first', async () => {
  sessionStore.signIn('nuk', authFor(['NUK'], Date.now() + 300));
  const { calls, user } = openSite('/UK/nuk', {
    'POST /api/auth/nuk/refresh-token': () => Response.json(authFor(['NUK'])),
  });
  await heading('United Kingdom, Ireland');
  expect(calls).toEqual([]);
  await hasRunOut();
  await user.click(await screen.findByRole('link', { name: 'Track repair' }));
  await heading('Track repair');
  expect(calls).toEqual(['POST /api/auth/nuk/refresh-token']);
});

test('whoever is signed in already is led home from the sign-in page without a word', async () => {
  sessionStore.signIn('nuk', staff());
  openSite('/UK/nuk/auth/login', noRepairs);
  await waitFor(() => expect(loadDocument).toHaveBeenCalled());
  expect(loadDocument).not.toHaveBeenCalledWith(expect.stringContaining('alert'));
});

test.each([200, 500])(
  'signing out ends the session and leaves nothing behind, whatever the server answers (%i)',
  async (status) => {
    sessionStore.signIn('nuk', authFor(['NUK']));
    sessionStorage.setItem('wantedPage.nuk', '/UK/nuk/repairs/track');
    sessionStorage.setItem('signingIn.nuk', 'sam@example.com');
    const { user, calls } = openSite('/UK/nuk', { 'POST /api/auth/nuk/logout': () => Response.json({}, { status }) });
    await user.click(await screen.findByRole('button', { name: /^Account/ }));
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=signedOut'));
    expect(calls.at(-1)).toBe('POST /api/auth/nuk/logout');
    expect(sessionStore.get('nuk')).toBeUndefined();
    // Nothing that a shared till must not show.
    expect({ ...sessionStorage }).toEqual({});
    // A server that could not be told is told again by the next page.
    expect({ ...localStorage }).toEqual({
      lastRegion: 'nuk',
      ...(status !== 200 && { 'session.nuk.leaving': expect.any(String) }),
    });
  },
);

test('a sign-out that never arrived is finished before anything is asked', async () => {
  localStorage.setItem('session.nuk.leaving', 'true');
  const { calls } = openSite('/UK/nuk', { 'POST /api/auth/nuk/logout': () => Response.json({}) });
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login'));
  expect(calls).toEqual(['POST /api/auth/nuk/logout']);
  expect({ ...localStorage }).toEqual({});
});

test('whoever goes back to the first password after it is set is signed in, and led home', async () => {
  sessionStore.signIn('nuk', staff());
  const { path } = openSite('/UK/nuk/auth/set-password', noRepairs);
  await heading('United Kingdom, Ireland');
  expect(path()).toBe('/UK/nuk');
});

test.each([
  ['a busy server', () => Response.json({ message: 'Service Unavailable' }, { status: 503 }), /opens by itself/],
  ['a server that fails', () => refused('InternalServerError', 500, { requestId: 'abc1=' }), /abc1=/],
])('%s signs nobody out: the page says so, and nothing is forgotten', async (_, answer, words) => {
  renewedAgo(11 * minutes);
  openSite('/UK/nuk/repairs/track', { 'POST /api/auth/nuk/refresh-token': answer });
  expect(await screen.findByText(words)).toBeVisible();
  expect(loadDocument).not.toHaveBeenCalled();
  expect(localStorage.getItem('session.nuk.until')).not.toBeNull();
});

test('a page that shows stays where only its search changes while nobody can renew the session', async () => {
  sessionStore.signIn('nuk', authFor(['NUK', 'register-repairs'], Date.now() + 300));
  const { router, calls } = openSite('/UK/nuk/repairs/book', {
    'POST /api/auth/nuk/refresh-token': refusal('ServiceUnavailable', 503),
  });
  await heading('Book a repair');
  const renewals = () => calls.filter((call) => call.includes('/refresh-token')).length;
  await hasRunOut();
  await act(() => router.navigate('/UK/nuk/repairs/book?draft=1', { replace: true }));
  expect(renewals()).toBeGreaterThan(0);
  expect(router.state.location.search).toBe('?draft=1');
  expect(screen.getByRole('heading', { level: 1, name: 'Book a repair' })).toBeVisible();
  expect(sessionStore.get('nuk')).toBeDefined();
  // Another page waits for a session that is known to go on, also where the browser's address is its own already: one went back.
  history.replaceState(null, '', '/UK/nuk/repairs/track');
  await act(() => router.navigate('/UK/nuk/repairs/track'));
  await heading('We can’t reach the portal right now');
});

test('without a network the page says so, and that nobody is signed out, and comes by itself, however soon there is one', async () => {
  renewedAgo(11 * minutes);
  let isOnline = false;
  let told: HTMLElement | null = null;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  // Before any effect that waits for the page to be painted.
  const observer = new MutationObserver(() => {
    if (isOnline || !screen.queryByText(/^There is no internet connection/)) return;
    told = screen.queryByText(/You have not been signed out/);
    isOnline = true;
    dispatchEvent(new Event('online'));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  openSite('/UK/nuk/repairs/track', {
    'POST /api/auth/nuk/refresh-token': () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return Response.json(staff());
    },
  });
  await heading('Track repair');
  observer.disconnect();
  expect(told).not.toBeNull();
  expect(loadDocument).not.toHaveBeenCalled();
});
