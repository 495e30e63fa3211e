import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { webConfigPath } from '#shared/api/headers.ts';
import { reloadWhenRestored } from '#web/browser/back-forward-cache.ts';
import { lastRegion } from '#web/browser/last-region.ts';
import { rememberLanguageChoice } from '#web/i18n/chosen-language.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { testConfig } from '#web/testing/config.ts';
import { alertStore } from '#web/ui/alerts.ts';
import { openPublicPage } from './open-public-page.ts';
import { renderPages } from './render.tsx';
import type { RenderedPage } from './render.tsx';

vi.mock('#web/browser/back-forward-cache.ts');

const startApplication = vi.fn<() => Promise<void>>();

let renderedPages: readonly RenderedPage[] = [];

beforeAll(async () => {
  renderedPages = await renderPages();
});

beforeEach(() => {
  document.cookie = 'i18n_redirected=UK; Path=/';
  vi.resetModules();
  vi.doMock('#web/start.ts', () => {
    const application = startApplication();
    return { application };
  });
});

afterEach(() => {
  document.documentElement.hidden = false;
  alertStore.set([]);
});

/** Opens a prerendered page as `public.ts` does; the root has the landing page of the default language. */
const openDocument = (path: string, config: () => Response = () => Response.json(testConfig)) => {
  vi.stubGlobal('fetch', async (url: string) => (url === webConfigPath ? config() : new Response('', { status: 404 })));
  history.replaceState(null, '', path);
  const page = renderedPages.find((each) => each.path === (location.pathname === '/' ? '/UK' : location.pathname));
  document.body.innerHTML = `<div id="root">${page?.shell}</div>`;
  openPublicPage();
};

const readRegionLinks = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

const signIn = () =>
  sessionMarks.write('nuk', {
    absolute: sessionMarks.endFromNow('absolute'),
    idle: sessionMarks.endFromNow('idle'),
  });

describe('the landing page', () => {
  test('offers each region with the language in which it opens', () => {
    openDocument('/UK');
    expect(readRegionLinks()).toEqual([
      ['United Kingdom, Ireland English', '/UK/nuk/auth/login'],
      ['Deutschland, Österreich, Schweiz Deutsch', '/DE/ndach/auth/login'],
      ['France Français', '/FR/nfr/auth/login'],
    ]);
  });

  test('offers each region in the language that the visitor has chosen', () => {
    rememberLanguageChoice();
    openDocument('/DE');
    expect(readRegionLinks()).toEqual([
      ['United Kingdom, Ireland Deutsch', '/DE/nuk/auth/login'],
      ['Deutschland, Österreich, Schweiz Deutsch', '/DE/ndach/auth/login'],
      ['France Deutsch', '/DE/nfr/auth/login'],
    ]);
  });

  test('remembers a language that is chosen in its menu', async () => {
    openDocument('/UK');
    document.querySelector('.account-menu')?.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(screen.getByText('Deutsch', { selector: '.account-menu a' }));
    openDocument('/DE');
    expect(readRegionLinks()[2]).toEqual(['France Deutsch', '/DE/nfr/auth/login']);
  });

  test('offers the last region first', () => {
    lastRegion.set('ndach');
    openDocument('/UK');
    expect(readRegionLinks()[0]).toEqual(['Continue: Deutschland, Österreich, Schweiz', '/DE/ndach/auth/login']);
    expect(readRegionLinks()).toHaveLength(4);
  });

  test('links to Home for a user who may be signed in', () => {
    signIn();
    lastRegion.set('nuk');
    openDocument('/UK');
    expect(readRegionLinks().map(([, href]) => href)).toEqual([
      '/UK/nuk',
      '/UK/nuk',
      '/DE/ndach/auth/login',
      '/FR/nfr/auth/login',
    ]);
  });

  test('shows the alert of its URL, and dismisses it', async () => {
    openDocument('/UK?alert=otherRegion&x=1');
    expect(location.search).toBe('?x=1');
    expect(screen.getByText(/your account does not belong to the region/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/your account does not belong/));
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));
    expect(screen.queryByRole('list', { name: 'Messages' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

describe('the root path', () => {
  test('opens the landing page in the default language, under its path', () => {
    openDocument('/?alert=otherRegion#x');
    expect(location.pathname + location.search + location.hash).toBe('/UK#x');
    expect(readRegionLinks()).toHaveLength(3);
  });

  test('redirects to the preferred language', () => {
    document.cookie = 'i18n_redirected=FR; Path=/';
    const replace = vi.fn<(url: string) => void>();
    vi.stubGlobal('location', { pathname: '/', search: '?alert=otherRegion', hash: '#x', replace });
    document.body.innerHTML = '';
    openPublicPage();
    expect(replace).toHaveBeenCalledExactlyOnceWith('/FR?alert=otherRegion#x');
    expect(document.documentElement).not.toBeVisible();
    expect(document.cookie).toContain('i18n_redirected=FR');
  });
});

describe('a legal page', () => {
  test.each([
    ['UK', 'Last updated: 6 June 2024'],
    ['DE', 'Zuletzt aktualisiert: 6. Juni 2024'],
    ['FR', 'Dernière mise à jour : 6 juin 2024'],
  ])('formats its date in the language of %s', (prefix, text) => {
    openDocument(`/${prefix}/legal-information/terms-of-service`);
    expect(screen.getByText(/2024/).textContent.replace('\u00A0', ' ')).toBe(text);
    expect(document.cookie).toContain(`i18n_redirected=${prefix}`);
    expect(reloadWhenRestored).toHaveBeenCalledOnce();
  });

  test('links every section in the table of contents, and fills in the figures', async () => {
    openDocument('/UK/legal-information/terms-of-service');
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
    expect(screen.getByRole('main')).not.toHaveTextContent(/\{\w+\}/);
    const links = contents.getAllByRole('link');
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent));
    for (const [index, link] of links.entries())
      expect(document.querySelector(link.getAttribute('href') ?? '')).toContainElement(headings[index] ?? null);
    expect(headings.at(-1)).toHaveTextContent('Provider');
  });

  test('names the provider of the stage', async () => {
    openDocument('/UK/legal-information/terms-of-service');
    const provider = within(document.querySelector<HTMLElement>('#provider') ?? document.body);
    for (const text of ['Example Repairs Ltd', '1 Example Street', 'London', 'Email: repairs@example.com'])
      expect(await provider.findByText(text)).toBeVisible();
    expect(provider.queryByText(/Phone/)).toBeNull();
  });

  test('shows the phone of a provider that has one', async () => {
    const provider = { ...testConfig.provider, phone: '+44 20 7946 0000' };
    openDocument('/DE/nuk/legal-information/privacy-policy', () => Response.json({ ...testConfig, provider }));
    expect(await screen.findByText('Telefon: +44 20 7946 0000')).toBeVisible();
  });

  test('keeps the page and reports a missing part if the configuration cannot be loaded', async () => {
    vi.stubGlobal('reportError', () => undefined);
    openDocument('/UK/legal-information/privacy-policy', () => new Response('', { status: 503 }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Oops, something went wrong');
    expect(screen.getByRole('heading', { level: 2, name: 'Who is responsible' })).toBeVisible();
  });

  test('fills in the links of the stage, and offers to sign in only in a region', async () => {
    openDocument('/FR/legal-information/privacy-policy');
    const link = await screen.findByRole('link', { name: /^Conditions d’utilisation \(/ });
    expect(link).toHaveAttribute('href', testConfig.regions.nfr.legal?.termsOfService);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByText(/^Formulaire de rétractation/)).toHaveAttribute(
      'href',
      `/documents/${testConfig.stage}/cancellation-form-fr.pdf`,
    );
    expect(screen.queryByRole('link', { name: 'Se connecter' })).toBeNull();
    openDocument('/UK/nuk/legal-information/privacy-policy');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/UK/nuk/auth/login');
    expect(screen.getByText(/retailers in the UK or Ireland only/)).toBeVisible();
  });
});

describe('the application', () => {
  const path = '/UK/nuk/legal-information/privacy-policy';

  test('is not loaded for a visitor who is not signed in', async () => {
    openDocument(path);
    await screen.findByText('Example Repairs Ltd');
    expect(startApplication).not.toHaveBeenCalled();
  });

  test.each([
    ['may be signed in', signIn],
    [
      'was signed in until now',
      () => sessionMarks.write('nuk', { absolute: Date.now() - 1000, idle: Date.now() - 1000 }),
    ],
    [
      'is signing out',
      () => {
        sessionMarks.beginSignOut('nuk');
      },
    ],
  ])('takes over a page of a region when the user %s', async (_, prepare) => {
    prepare();
    openDocument(path);
    await waitFor(() => expect(startApplication).toHaveBeenCalledOnce());
  });

  test('reports an application that cannot be loaded', async () => {
    signIn();
    vi.stubGlobal('reportError', () => undefined);
    startApplication.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    openDocument(path);
    expect(await screen.findByRole('alert')).toHaveTextContent('Oops, something went wrong');
  });

  test('is not loaded outside the region of the session', async () => {
    signIn();
    openDocument('/DE/ndach/legal-information/privacy-policy');
    openDocument('/UK/legal-information/privacy-policy');
    await screen.findByText('Example Repairs Ltd');
    expect(startApplication).not.toHaveBeenCalled();
  });
});
