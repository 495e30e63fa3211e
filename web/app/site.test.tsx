import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { lastRegion } from '#web/browser/last-region.ts';
import { loadDocument, replaceDocument } from '#web/browser/load-document.ts';
import { markPortalNavigation } from '#web/browser/navigation-mark.ts';
import { readRequestedPath } from '#web/browser/requested-path.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { findHeading, answersWithoutRepairs, openSite, buildStaffAuth } from '#web/testing/site.tsx';
import { alertStore } from '#web/ui/alerts.ts';
import { applicationPages } from './pages.ts';
import type { ApplicationPageName } from './pages.ts';

vi.mock('#web/browser/load-document.ts');
vi.mock('#web/browser/requested-path.ts');

beforeEach(() => {
  document.cookie = 'i18n_redirected=; Max-Age=0; Path=/';
  window.innerWidth = 1280;
});

test.each([
  ['/', '/DE'],
  ['/uk?x=1', '/UK?x=1'],
  ['/UK/zz/auth/login', '/DE'],
  ['/uk/legal-information/privacy-policy', '/UK/legal-information/privacy-policy'],
  ['/uk/nuk/auth/login', '/UK/nuk/auth/login'],
])('replaces %s with the document %s', async (path, target) => {
  document.cookie = 'i18n_redirected=DE; Path=/';
  document.body.innerHTML = '<div class="shell is-loading"></div>';
  const { calls } = openSite(path);
  await waitFor(() => expect(replaceDocument).toHaveBeenCalledExactlyOnceWith(target));
  expect(calls).toEqual([]);
  document.querySelector('.is-loading')?.remove();
});

test('keeps the current page in the history when it opens a document', async () => {
  const { router } = openSite('/UK/nuk/legal-information/privacy-policy');
  await findHeading('Privacy policy');
  void router.navigate('/FR/legal-information/privacy-policy');
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/FR/legal-information/privacy-policy'));
  expect(replaceDocument).not.toHaveBeenCalled();
});

test('shows the 500 page for a document that the server does not have', async () => {
  vi.mocked(readRequestedPath).mockReturnValueOnce('/UK');
  openSite('/UK');
  await findHeading('Oops, something went wrong');
  expect(replaceDocument).not.toHaveBeenCalled();
});

test('remembers the region of a user, even after sign-out', async () => {
  sessionStore.signIn('nuk', buildStaffAuth());
  openSite('/UK/nuk', answersWithoutRepairs);
  await findHeading('United Kingdom, Ireland');
  cleanup();
  sessionStore.clear('nuk');
  expect(lastRegion.get()).toBe('nuk');
});

test('shows the 404 page of a malformed path in the language of the path', async () => {
  document.cookie = 'i18n_redirected=DE; Path=/';
  openSite('/UK/nuk@1/repairs/book');
  await findHeading('This page doesn’t exist');
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.queryByText('This page could not be found')).not.toBeInTheDocument();
});

test('links the 404 page of a region to the home of the region', async () => {
  openSite('/DE/nuk/nothing');
  expect(await screen.findByRole('link', { name: 'Startseite' })).toHaveAttribute('href', '/DE/nuk');
});

test.each(['/UK/nuk/nothing', '/UK/legal-information', '/UK/legal-information/imprint', '/UK/nuk/repairs/BOOK'])(
  'shows the unknown-route page for %s',
  async (path) => {
    openSite(path);
    expect(await screen.findByText('This page could not be found')).toBeVisible();
  },
);

test('toggles the drawer and confirms before opening the support portal', async () => {
  sessionStore.signIn('nuk', buildStaffAuth());
  const { user } = openSite('/UK/nuk', answersWithoutRepairs);
  const drawer = await screen.findByRole('navigation', { name: 'Main menu' });
  expect((await within(drawer).findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'Home',
    'Overview',
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
  // The next page keeps the drawer closed.
  await user.click(await screen.findByRole('link', { name: 'All submitted repairs' }));
  await findHeading('Submitted repairs');
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible();
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.click(await screen.findByRole('link', { name: /^Customer support portal ?\(opens in a new tab\)$/ }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(open).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: /Customer support portal/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }));
  expect(open).toHaveBeenCalledExactlyOnceWith('https://support.example.com', '_blank', 'noopener');
});

test('shows email, store and sign-out in the account menu, which closes on blur', async () => {
  sessionStore.signIn('nuk', { ...buildStaffAuth(), store: { storeId: 'UK-1001', storeName: 'London Oxford Street' } });
  markPortalNavigation();
  const { user } = openSite('/UK/nuk', answersWithoutRepairs);
  const account = await screen.findByRole('button', {
    name: 'Account: sam@example.com London Oxford Street · UK-1001',
  });
  // A page that the portal has opened moves the focus to its heading.
  const title = await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(title).toHaveFocus());
  expect(within(account).getByTitle('sam@example.com London Oxford Street · UK-1001')).toHaveTextContent(
    'sam@example.com London Oxford Street · UK-1001',
  );
  await user.click(account);
  expect(screen.getByText('Signed in as').nextSibling).toHaveTextContent('sam@example.com');
  await user.tab();
  expect(screen.getByRole('link', { name: 'English' })).toHaveFocus();
  screen.getByRole('checkbox', { name: 'Press / to search' }).focus();
  expect(screen.getByRole('link', { name: 'English' })).toBeVisible();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Sign out' })).toHaveFocus();
  expect(screen.queryByRole('link', { name: 'English' })).not.toBeInTheDocument();
});

test('shows only a notice to users without roles, and sends no requests', async () => {
  sessionStore.signIn('nuk', buildAuth(['NUK']));
  const { calls } = openSite('/UK/nuk/repairs/submitted');
  expect(await screen.findByRole('heading', { name: 'You have no permissions yet' })).toBeVisible();
  expect(alertStore.get()).toEqual([]);
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Find a repair/ })).not.toBeInTheDocument();
  expect(calls).toEqual([]);
});

test('focuses the search field on / unless typing or disabled', async () => {
  sessionStore.signIn('nuk', buildStaffAuth());
  const { user } = openSite('/UK/nuk', answersWithoutRepairs);
  const pageSearchField = await screen.findByRole('searchbox', { name: 'Find a repair' });
  // The field can render before the key listener is attached.
  await waitFor(async () => {
    await user.keyboard('/');
    expect(pageSearchField).toHaveFocus();
  });
  await user.keyboard('a/b');
  expect(pageSearchField).toHaveValue('a/b');
  await user.click(await screen.findByRole('link', { name: 'Track repair' }));
  await findHeading('Track repair');
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

test('shows region-specific footer notice and legal links', async () => {
  openSite('/UK/nuk/legal-information/privacy-policy');
  await findHeading('Privacy policy');
  expect(screen.getByText(/retailers in the UK or Ireland only/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
    'href',
    '/UK/nuk/legal-information/terms-of-service',
  );
  expect(screen.getByRole('link', { name: 'Cancellation form (PDF)' })).toHaveAttribute('download');
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/UK/nuk/auth/login');
  expect(await screen.findByRole('heading', { level: 2, name: 'Who is responsible' })).toBeVisible();
  cleanup();
  openSite('/FR/nfr/legal-information/privacy-policy');
  await findHeading('Politique de confidentialité');
  expect(document.cookie).toContain('i18n_redirected=FR');
  const link = screen.getByRole('link', { name: /Conditions d’utilisation/ });
  expect(link).toHaveAttribute('href', 'https://legal.example.com/terms');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
});

/** Replaces the chunk of a page. A route loads its page only once, so no other test may open a page with a replaced chunk. */
const spyOnChunk = (pageName: ApplicationPageName) => {
  const page = applicationPages.find(({ name }) => name === pageName);
  if (!page) throw new Error('The page is gone.');
  return vi.spyOn(page, 'load');
};
/** Makes the chunk of the terms fail after the document has already been reloaded once. */
const failTermsChunk = () => {
  sessionStorage.setItem('chunkReload', String(Date.now()));
  return spyOnChunk('termsOfServiceInRegion').mockRejectedValue(
    new TypeError('Failed to fetch dynamically imported module'),
  );
};

test('shows an outage when neither a chunk nor the site can be loaded, and retries', async () => {
  const load = failTermsChunk();
  const { user } = openSite('/UK/nuk/legal-information/terms-of-service', {
    'GET /config.json': () => new Response('<html>', { status: 504 }),
  });
  await findHeading('We can’t reach the portal right now');
  load.mockClear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  await act(async () => dispatchEvent(new Event('online')));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

test('shows the 500 page when a chunk still fails after a reload', async () => {
  failTermsChunk();
  openSite('/UK/nuk/legal-information/terms-of-service');
  await findHeading('Oops, something went wrong');
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/UK/nuk');
  expect(screen.getByRole('contentinfo')).toBeVisible();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/legal-information/terms-of-service');
});

test('shows the 500 page when rendering fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  sessionStore.signIn('nuk', buildStaffAuth());
  spyOnChunk('changePassword').mockResolvedValue(() => {
    throw new Error('broken');
  });
  openSite(paths.changePassword({ prefix: 'DE', region: 'nuk' }), answersWithoutRepairs);
  await findHeading('Hoppla, da ist etwas schiefgelaufen');
});

test('removes the alert parameter once the alert shows', async () => {
  openSite('/UK/nuk/legal-information/privacy-policy?alert=codeSent');
  expect(await screen.findByText(/an email with a code is on its way/)).toBeVisible();
  expect(location.search).toBe('');
});
