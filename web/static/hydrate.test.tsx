import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { webConfigPath } from '#shared/api/headers.ts';
import { paths } from '#shared/api/paths.ts';
import { prerenderedPages } from '#shared/api/prerendered-pages.ts';
import { languages } from '#shared/config/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { rememberEmail } from '#web/session/remembered-email.ts';
import { rememberRequestedPage } from '#web/session/requested-page.ts';
import { strongPassword } from '#web/testing/auth-page.tsx';
import { apiErrorResponse, buildAuth } from '#web/testing/auth.ts';
import { testConfig } from '#web/testing/config.ts';
import { addAlertToPath, showRouteAlert } from '#web/ui/alerts.ts';
import { watchEarlySubmit } from './early-submit.ts';
import { hydratePage } from './hydrate.tsx';
import { showOptionalParts } from './optional-parts.ts';
import { renderPages } from './render.tsx';
import type { RenderedPage } from './render.tsx';

vi.mock('#web/browser/load-document.ts');

const place = { prefix: 'UK', region: 'nuk' } as const;
const loginPath = paths.login(place);
let renderedPages: readonly RenderedPage[] = [];
let calls: string[] = [];

beforeAll(async () => {
  renderedPages = await renderPages();
});

beforeEach(() => {
  document.cookie = 'i18n_redirected=UK; Path=/';
  document.body.replaceChildren();
  document.head.replaceChildren();
});

/** Opens a prerendered page as `sign-in.ts` does. Requests get the response of their path, else 404. */
const openDocument = (path: string, responses: Readonly<Record<string, () => Response>> = {}) => {
  calls = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    const respond = responses[url] ?? (url === webConfigPath ? () => Response.json(testConfig) : undefined);
    return respond?.() ?? apiErrorResponse('NotFound', 404);
  });
  history.replaceState(null, '', path);
  const page = renderedPages.find((each) => each.path === location.pathname);
  document.body.innerHTML = `<div id="root">${page?.shell}</div>`;
  showRouteAlert(location.search);
  showOptionalParts(place);
};

const hydrate = () => act(() => hydratePage(place));

test('renders each page in each language, without inline code or missing texts', () => {
  expect(renderedPages).toHaveLength(prerenderedPages.length);
  for (const { path, shell } of renderedPages) {
    const page = new DOMParser().parseFromString(shell, 'text/html');
    expect(page.querySelectorAll('style, [style], script'), path).toHaveLength(0);
    expect(page.body.textContent, path).not.toMatch(/\b[a-z]+[a-zA-Z]*\.[a-z]+[A-Z.]\w*/);
  }
  const titles = renderedPages.filter(({ name }) => name === 'login').map(({ title }) => title);
  expect(new Set(titles).size).toBe(languages.length);
});

// The test fails on any warning of React about a difference between the document and its first rendering.
test.each([
  ['nothing else', loginPath, () => undefined, undefined],
  ['an alert', addAlertToPath(loginPath, 'signedOut'), () => undefined, 'You are signed out.'],
  [
    'a requested page',
    loginPath,
    () => rememberRequestedPage('nuk', '/UK/nuk/repairs/track'),
    'Please sign in to open the page you asked for.',
  ],
  [
    'an expired invitation',
    `${loginPath}#expires=2020-01-01T00:00:00.000Z`,
    () => undefined,
    /Your invitation has expired/,
  ],
])('hydrates the sign-in page with %s as it was shown before', async (_, path, prepare, text) => {
  prepare();
  openDocument(path);
  const shownText = document.querySelector('[data-prerendered]')?.textContent;
  if (text !== undefined) expect(screen.getByText(text)).toBeVisible();
  await hydrate();
  expect(document.querySelector('[data-prerendered]')?.textContent).toBe(shownText);
  expect(document.querySelectorAll('template[data-part]')).toHaveLength(0);
});

test('keeps what has been typed before hydration', async () => {
  openDocument(loginPath);
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  email.value = 'sam@example.com';
  screen.getByLabelText<HTMLInputElement>('Password').value = 'typed';
  await hydrate();
  expect(screen.getByLabelText('Email')).toBe(email);
  expect(sessionStorage.getItem('signingIn.nuk')).toBe('sam@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  // Only the captcha is missing.
  expect(screen.getByRole('region').querySelectorAll('li')).toHaveLength(1);
  expect(email).toHaveValue('sam@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('typed');
});

test('repeats a submission made before hydration', async () => {
  rememberEmail('nuk', 'sam@example.com');
  openDocument(paths.setPassword(place), { '/api/auth/nuk/set-password': () => Response.json(buildAuth(['NUK'])) });
  for (const label of ['New password', 'Confirm new password'])
    screen.getByLabelText<HTMLInputElement>(label).value = strongPassword;
  watchEarlySubmit();
  screen.getByLabelText<HTMLInputElement>('New password').form?.requestSubmit();
  await hydrate();
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith(`${paths.home(place)}?alert=passwordSet`));
});

test.each([
  ['the link', () => `${loginPath}#email=sam%40example.com`],
  [
    'the previous page',
    () => {
      rememberEmail('nuk', 'sam@example.com');
      return loginPath;
    },
  ],
])('fills in the email of %s at the first paint', async (_, prepare) => {
  openDocument(prepare());
  expect(screen.getByLabelText('Email')).toHaveValue('sam@example.com');
  await hydrate();
  expect(screen.getByLabelText('Email')).toHaveValue('sam@example.com');
});

test.each(['', 'kim@example.com'])(
  'keeps the typed email “%s” in place of the email of the link',
  async (typedEmail) => {
    openDocument(`${loginPath}#email=sam%40example.com`);
    await userEvent.clear(screen.getByLabelText('Email'));
    if (typedEmail !== '') await userEvent.type(screen.getByLabelText('Email'), typedEmail);
    await hydrate();
    expect(screen.getByLabelText('Email')).toHaveValue(typedEmail);
    expect(sessionStorage.getItem('signingIn.nuk')).toBe(typedEmail);
  },
);

test('ignores a malformed email of a link', async () => {
  openDocument(`${loginPath}#email=sam`);
  await hydrate();
  expect(screen.getByLabelText('Email')).toHaveValue('');
});

test('fills in the links of the stage', async () => {
  openDocument(paths.login({ prefix: 'UK', region: 'nfr' }));
  await act(() => hydratePage({ prefix: 'UK', region: 'nfr' }));
  expect(screen.getByRole('link', { name: /^Cancellation form/ })).toHaveAttribute(
    'href',
    `/documents/${testConfig.stage}/cancellation-form-en.pdf`,
  );
  const link = screen.getByRole('link', { name: 'Privacy policy (opens in a new tab)' });
  expect(link).toHaveAttribute('href', testConfig.regions.nfr.legal?.privacyPolicy);
  expect(link).toHaveAttribute('target', '_blank');
});

test('asks to sign in first when no new password is due', async () => {
  openDocument(paths.setPassword(place));
  await hydrate();
  expect(await screen.findByText(/^First sign in with the temporary password/)).toBeVisible();
});

test('offers the form when a new password is due', async () => {
  rememberEmail('nuk', 'sam@example.com');
  openDocument(paths.setPassword(place));
  await hydrate();
  expect(screen.getByLabelText('New password')).toBeVisible();
});

const writeMarks = (endsInMs: number) =>
  sessionMarks.write('nuk', { absolute: Date.now() + endsInMs, idle: Date.now() + endsInMs });
const hourMs = 3_600_000;

test('opens Home for a signed-in user', async () => {
  writeMarks(hourMs);
  openDocument(loginPath, { '/api/auth/nuk/session': () => Response.json(buildAuth(['NUK'])) });
  await hydrate();
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith(paths.home(place)));
});

test('forgets a session that is over', async () => {
  writeMarks(-hourMs);
  openDocument(loginPath, { '/api/auth/nuk/refresh-token': () => apiErrorResponse('ExpiredToken', 401) });
  await hydrate();
  await waitFor(() => expect(localStorage.getItem('session.nuk.until')).toBeNull());
  expect(loadDocument).not.toHaveBeenCalled();
});

test('requests no session if no end times are stored', async () => {
  openDocument(loginPath);
  await hydrate();
  expect(calls).toEqual([webConfigPath]);
});

test('finishes a sign-out that has not reached the server', async () => {
  localStorage.setItem('session.nuk.leaving', 'true');
  openDocument(loginPath, { '/api/auth/nuk/logout': () => Response.json({}) });
  await hydrate();
  await waitFor(() => expect(localStorage.getItem('session.nuk.leaving')).toBeNull());
  expect(calls).toEqual([webConfigPath, '/api/auth/nuk/logout']);
});

test('shows the error page when the configuration is not available', async () => {
  openDocument(loginPath, { [webConfigPath]: () => new Response('', { status: 503 }) });
  vi.stubGlobal('reportError', () => undefined);
  await hydrate();
  expect(await screen.findByRole('heading', { level: 1, name: 'We can’t reach the portal right now' })).toBeVisible();
  expect(screen.queryByLabelText('Email')).toBeNull();
});
