import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '#web/session/session-store.ts';
import { authFor, refused } from '#web/testing/auth.ts';
import { openSite } from '#web/testing/site.tsx';
import { alertStore } from '#web/ui/alerts.ts';
import { existingPages } from './pages.ts';

const loadDocument = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock('#web/browser/load-document.ts', () => ({ loadDocument }));

const staff = () => authFor(['NUK', 'register-repairs']);
const noRepairs = { 'GET /api/repairs/nuk': () => Response.json({ items: [] }) };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  document.cookie = 'i18n_redirected=; Max-Age=0; Path=/';
  loadDocument.mockReset();
  window.innerWidth = 1280;
});

test('/ leads to the landing page in the preferred language, with a choice per region', async () => {
  document.cookie = 'i18n_redirected=DE; Path=/';
  const { path, calls } = openSite('/');
  await heading('Reparaturen und Retouren für Händler');
  expect(path()).toBe('/DE');
  const main = within(screen.getByRole('main'));
  // As their own people call them.
  expect(main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['United Kingdom, Ireland', '/UK/nuk/auth/login'],
    ['Deutschland, Österreich, Schweiz', '/DE/ndach/auth/login'],
    ['France', '/FR/nfr/auth/login'],
  ]);
  expect(document.documentElement.lang).toBe('de-DE');
  expect(document.title).toBe('Reparaturen und Retouren für Händler – Händlerportal');
  expect(calls).toEqual([]);
});

test('the region that somebody worked in last is offered first, also after signing out', async () => {
  sessionStore.signIn('nuk', staff());
  openSite('/UK/nuk', noRepairs);
  await heading('United Kingdom, Ireland');
  cleanup();
  sessionStore.clear('nuk');
  openSite('/DE');
  await heading('Reparaturen und Retouren für Händler');
  const [first] = within(screen.getByRole('main')).getAllByRole('link');
  expect(first).toHaveAccessibleName('Weiter: United Kingdom, Ireland');
  expect(first).toHaveAttribute('href', '/UK/nuk/auth/login');
});

test('an address that cannot be is the 404 page with its Home button, in its own language, whatever the browser remembers', async () => {
  document.cookie = 'i18n_redirected=DE; Path=/';
  openSite('/UK/nuk@1/repairs/book');
  await heading('This page doesn’t exist');
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.queryByText('This page could not be found')).not.toBeInTheDocument();
});

test('the 404 page of a region leads to that region’s home', async () => {
  openSite('/DE/nuk/nothing');
  expect(await screen.findByRole('link', { name: 'Startseite' })).toHaveAttribute('href', '/DE/nuk');
});

test.each(['/UK/nuk/nothing', '/UK/legal-information', '/UK/legal-information/imprint', '/UK/nuk/repairs/BOOK'])(
  '%s matches nothing',
  async (address) => {
    openSite(address);
    expect(await screen.findByText('This page could not be found')).toBeVisible();
  },
);

test('whoever is signed out is sent to the sign-in page, without a call, and the page is remembered', async () => {
  const { calls } = openSite('/DE/nuk/repairs/track?rma=R1');
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/DE/nuk/auth/login'));
  expect(sessionStorage.getItem('wantedPage.nuk')).toBe('/DE/nuk/repairs/track?rma=R1');
  expect(calls).toEqual([]);
});

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
  expect({ ...localStorage }).toEqual({});
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

test('a session whose time is up is told to have ended, once', async () => {
  renewedAgo(61 * minutes);
  const { calls } = openSite('/UK/nuk/repairs/track');
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded'));
  expect(sessionStorage.getItem('wantedPage.nuk')).toBe('/UK/nuk/repairs/track');
  expect(calls).toEqual([]);
  cleanup();
  openSite('/UK/nuk/repairs/track');
  await waitFor(() => expect(loadDocument).toHaveBeenLastCalledWith('/UK/nuk/auth/login'));
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
  for (const [address] of loadDocument.mock.calls) expect(address).not.toContain('alert');
});

test('the drawer shows the user’s pages, is open in wide windows and closes at will', async () => {
  sessionStore.signIn('nuk', staff());
  const { user } = openSite('/UK/nuk', noRepairs);
  const drawer = await screen.findByRole('navigation', { name: 'Main menu' });
  expect((await within(drawer).findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'Home',
    'Book a repair',
    'Submitted repairs',
    'Track repair',
    'Change password',
    'Customer support portal',
  ]);
  const menu = screen.getByRole('button', { name: 'Menu' });
  expect(menu).toHaveAttribute('aria-expanded', 'true');
  await user.click(menu);
  expect(drawer).not.toBeVisible();
  // The choice is kept on the next page.
  await user.click(await screen.findByRole('link', { name: 'All submitted repairs' }));
  await heading('Submitted repairs');
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('the store stands where one looks for who one is; the address is in the menu', async () => {
  sessionStore.signIn('nuk', { ...staff(), store: { storeId: 'UK-1001', storeName: 'London Oxford Street' } });
  const { user } = openSite('/UK/nuk', noRepairs);
  const account = await screen.findByRole('button', { name: 'Account: London Oxford Street UK-1001' });
  expect(account).not.toHaveTextContent('sam@example.com');
  await user.click(account);
  expect(screen.getByText('Signed in as').nextSibling).toHaveTextContent('sam@example.com');
});

test('the menu of the account closes when the focus goes on from it', async () => {
  sessionStore.signIn('nuk', authFor(['NUK']));
  const { user } = openSite('/UK/nuk');
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  await user.tab();
  expect(screen.getByRole('link', { name: 'English' })).toHaveFocus();
  screen.getByRole('button', { name: 'Sign out' }).focus();
  expect(screen.getByRole('link', { name: 'English' })).toBeVisible();
  await user.tab();
  expect(screen.queryByRole('link', { name: 'English' })).not.toBeInTheDocument();
});

test('whoever has no role yet is told by Home whom to ask, and nothing else; nothing is asked of the server', async () => {
  sessionStore.signIn('nuk', authFor(['NUK']));
  const { calls } = openSite('/UK/nuk/repairs/submitted');
  expect(await screen.findByRole('heading', { name: 'You have no permissions yet' })).toBeVisible();
  expect(alertStore.get()).toEqual([]);
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Find a repair/ })).not.toBeInTheDocument();
  expect(calls).toEqual([]);
});

test('/ leads to the field that finds, on its page or in a dialog, unless somebody types or has switched it off', async () => {
  sessionStore.signIn('nuk', staff());
  const { user } = openSite('/UK/nuk', noRepairs);
  const own = await screen.findByRole('searchbox', { name: 'Find a repair' });
  // The field may be there a moment before the page listens.
  await waitFor(async () => {
    await user.keyboard('/');
    expect(own).toHaveFocus();
  });
  await user.keyboard('a/b');
  expect(own).toHaveValue('a/b');
  await user.click(await screen.findByRole('link', { name: 'Track repair' }));
  await heading('Track repair');
  await user.keyboard('/');
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
  expect(await dialog.findByRole('searchbox')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: /^Account/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Press / to search' }));
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('/');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Press / to search' }));
});

test('the customer support portal opens in a new tab, after a question', async () => {
  sessionStore.signIn('nuk', authFor(['NUK']));
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = openSite('/UK/nuk');
  await user.click(await screen.findByRole('link', { name: /^Customer support portal ?\(opens in a new tab\)$/ }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(open).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: /Customer support portal/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }));
  expect(open).toHaveBeenCalledExactlyOnceWith('https://support.example.com', '_blank', 'noopener');
});

test('navigating moves the focus to the page’s heading; switching languages stays on the page', async () => {
  sessionStore.signIn('nuk', staff());
  const { user, path } = openSite('/UK/nuk', noRepairs);
  await heading('United Kingdom, Ireland');
  await user.click(await screen.findByRole('link', { name: 'Track repair' }));
  expect(await heading('Track repair')).toHaveFocus();
  const account = screen.getByRole('button', { name: /^Account: sam@example.com/ });
  await user.click(account);
  await user.click(screen.getByRole('link', { name: 'Deutsch' }));
  await waitFor(() => expect(path()).toBe('/DE/nuk/repairs/track'));
  // The menu is closed by it.
  expect(screen.queryByRole('link', { name: 'Deutsch' })).not.toBeInTheDocument();
  expect(document.cookie).toContain('i18n_redirected=DE');
  await user.click(account);
  expect(screen.getByRole('button', { name: 'Abmelden' })).toBeVisible();
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
      ...(status !== 200 && { 'session.nuk.leaving': 'true' }),
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

test('the password is changed by signed-in users only', async () => {
  openSite('/UK/nuk/auth/change-password');
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login'));
  sessionStore.signIn('nuk', authFor(['NUK']));
  openSite('/UK/nuk/auth/change-password');
  await heading('Your account');
});

test('the footer is for retailers, of the UK or Ireland in their region; French legal texts are elsewhere', async () => {
  openSite('/UK/nuk/legal-information/privacy-policy');
  await heading('Privacy policy');
  expect(screen.getByText(/retailers in the UK or Ireland only/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
    'href',
    '/UK/nuk/legal-information/terms-of-service',
  );
  expect(screen.getByRole('link', { name: 'Cancellation form (PDF)' })).toHaveAttribute('download');
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/UK/nuk/auth/login');
  expect(await screen.findByRole('heading', { level: 2, name: 'Who is responsible' })).toBeVisible();
});

test('in France both legal links leave the site', async () => {
  openSite('/FR/nfr/legal-information/terms-of-service');
  await heading('Conditions d’utilisation');
  const link = screen.getByRole('link', { name: /Conditions d’utilisation/ });
  expect(link).toHaveAttribute('href', 'https://legal.example.com/terms');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
});

const chunkOfTerms = () => {
  const page = existingPages.find(({ name }) => name === 'termsOfService');
  if (!page) throw new Error('The page is gone.');
  return vi.spyOn(page, 'load');
};
/** The document has been loaded anew already. */
const failingChunk = () => {
  sessionStorage.setItem('chunkReload', String(Date.now()));
  return chunkOfTerms().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
};

test('a chunk that an outage keeps away is an outage, and asked for again, also by itself', async () => {
  const load = failingChunk();
  const { user } = openSite('/UK/legal-information/terms-of-service', {
    'GET /config.json': () => new Response('<html>', { status: 504 }),
  });
  await heading('We can’t reach the portal right now');
  load.mockClear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  await act(async () => dispatchEvent(new Event('online')));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

test('a chunk that fails a second time shows the 500 page, within the shell', async () => {
  failingChunk();
  openSite('/UK/legal-information/terms-of-service');
  await heading('Oops, something went wrong');
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('contentinfo')).toBeVisible();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/legal-information/terms-of-service');
});

test('an error while a page renders shows the 500 page, not a blank screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  chunkOfTerms().mockResolvedValue(() => {
    throw new Error('broken');
  });
  openSite('/DE/legal-information/terms-of-service');
  await heading('Hoppla, da ist etwas schiefgelaufen');
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

/** A page whose session is to be renewed while there is no network. */
const offline = () => {
  renewedAgo(11 * minutes);
  let isOnline = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  const answer = () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return Response.json(staff());
  };
  return {
    open: () => openSite('/UK/nuk/repairs/track', { 'POST /api/auth/nuk/refresh-token': answer }),
    goOnline: () => {
      isOnline = true;
      dispatchEvent(new Event('online'));
    },
  };
};

test('without a network the page says so, and comes by itself once there is one', async () => {
  const { open, goOnline } = offline();
  open();
  expect(await screen.findByText(/^There is no internet connection/)).toBeVisible();
  expect(screen.getByText(/You have not been signed out/)).toBeVisible();
  goOnline();
  await heading('Track repair');
  expect(loadDocument).not.toHaveBeenCalled();
});

test('a network that is there as soon as the page says that there is none is not overheard', async () => {
  const { open, goOnline } = offline();
  // Before any effect that waits for the page to be painted.
  const observer = new MutationObserver(() => {
    if (!navigator.onLine && screen.queryByText(/^There is no internet connection/)) goOnline();
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  open();
  await heading('Track repair');
  observer.disconnect();
});

test('a message that came with an address is gone from it once it shows', async () => {
  openSite('/UK/nuk/auth/set-password?alert=codeSent');
  expect(await screen.findByText(/an email with a code is on its way/)).toBeVisible();
  expect(location.search).toBe('');
});
