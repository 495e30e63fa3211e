import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CaptchaProviderName } from '#shared/captcha.ts';
import { captchaProviderNames } from '#shared/captcha.ts';
import { paths, patterns } from '#shared/paths.ts';
import type { WebConfig } from '#shared/web-config.ts';
import { setConfig } from '#web/data/config.ts';
import { setLanguage } from '#web/language/i18n.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { rememberWantedPage } from '#web/session/wanted-page.ts';
import { standInCaptcha } from '#web/testing/captcha.ts';
import { put } from '#web/testing/page.tsx';
import { LoginPage } from './login-page.tsx';

const loadDocument = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock('#web/browser/load-document.ts', async (original) => ({
  ...(await original<typeof import('#web/browser/load-document.ts')>()),
  loadDocument,
}));

const place = { prefix: 'UK', region: 'nuk' } as const;
const region = { returnsAvailable: true, returnPeriodDays: 30, supportUrl: 'https://support.example.com' };
const session = {
  email: 'sam@example.com',
  userGroups: ['NUK', 'register-repairs'],
  isAdminUser: false,
  isRegisterReturnsAllowed: false,
  jwt_expired: '2026-11-02T09:40:00.000Z',
};
const refused = (code: string, status: number) => Response.json({ error: { code, message: '' } }, { status });

const fetching = vi.fn<typeof fetch>();
const sent = () => fetching.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as unknown);

const configWith = (provider: CaptchaProviderName): WebConfig => ({
  stage: 'test',
  trackingUrl: 'https://tracking.example.com/',
  captcha: { provider, scriptUrl: 'https://captcha.example.com/api.js', siteKey: 'site-key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: { nuk: region, ndach: region, nfr: region },
});

const open = (fragment = '', provider: CaptchaProviderName = 'recaptcha') => {
  history.replaceState(null, '', paths.login(place) + fragment);
  setConfig(configWith(provider));
  const captcha = standInCaptcha(provider);
  const router = createMemoryRouter([{ path: patterns.login, element: <LoginPage /> }], {
    initialEntries: [paths.login(place)],
  });
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup({ delay: null }), captcha };
};

const captchaBox = () => screen.findByRole('checkbox', { name: 'I’m not a robot' });
const fillIn = async (user: UserEvent) => {
  await put(user, screen.getByLabelText('Email'), 'sam@example.com');
  await put(user, screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(await captchaBox());
};

beforeEach(async () => {
  delete window.grecaptcha;
  delete window.turnstile;
  document.head.replaceChildren();
  sessionStorage.clear();
  sessionStore.clear('nuk');
  loadDocument.mockReset();
  fetching.mockReset();
  document.cookie = 'i18n_redirected=UK; Path=/';
  vi.stubGlobal('fetch', fetching);
  await setLanguage('UK');
});

test('signing in with Enter sends email, password and captcha token, keeps the session and leads home', async () => {
  fetching.mockResolvedValue(Response.json(session));
  const { user, captcha } = open();
  act(captcha.arrive);
  await fillIn(user);
  await user.type(screen.getByLabelText('Password'), '{Enter}');
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith(paths.home(place)));
  expect(fetching.mock.calls[0]?.[0]).toBe('/api/auth/nuk/login');
  expect(sent()).toEqual([{ email: 'sam@example.com', password: 'Correct-Horse-1', captcha: 'token-1' }]);
  expect(sessionStore.get('nuk')).toMatchObject({ email: 'sam@example.com', region: 'nuk' });
});

test('an admin who needs one-time codes is led to where they are switched on', async () => {
  fetching.mockResolvedValue(Response.json({ ...session, secondFactorMissing: true }));
  const { user, captcha } = open();
  act(captcha.arrive);
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith(paths.changePassword(place)));
});

test('whoever came for a page is told why they have to sign in; home needs no reason', () => {
  rememberWantedPage('nuk', paths.home(place));
  open();
  expect(screen.queryByText('Please sign in to open the page you asked for.')).toBeNull();
  cleanup();
  rememberWantedPage('nuk', paths.submittedRepairs(place));
  open();
  expect(screen.getByText('Please sign in to open the page you asked for.')).toBeVisible();
});

test('a browser without cookies is named as the reason before anything is typed', () => {
  open();
  expect(screen.queryByText(/^This browser refuses cookies/)).toBeNull();
  cleanup();
  document.cookie = 'i18n_redirected=; Max-Age=0; Path=/';
  open();
  expect(screen.getByText(/^This browser refuses cookies/)).toBeVisible();
});

test('the country stands on top with a way to the others, and a refusal names both, and blanks around the password', async () => {
  fetching.mockImplementation(async () => refused('NotAuthorizedException', 401));
  const { user, captcha } = open();
  act(captcha.arrive);
  const [countries] = screen.getAllByRole('link');
  expect(countries).toHaveAccessibleName('Not your country?');
  expect(countries).toHaveAttribute('href', '/UK');
  expect(screen.getByText('United Kingdom, Ireland')).toHaveAttribute('lang', 'en-GB');
  await fillIn(user);
  await user.type(screen.getByLabelText('Password'), ' {Enter}');
  const complaint = await screen.findByRole('region', { name: 'User or password is invalid' });
  expect(complaint).toHaveTextContent(/This is the sign-in for the region “United Kingdom, Ireland”\./);
  expect(within(complaint).getByRole('link')).toHaveAttribute('href', '/UK');
  expect(complaint).toHaveTextContent(/begins or ends with a space/);
  expect(sent()).toMatchObject([{ password: 'Correct-Horse-1 ' }]);
  await put(user, screen.getByLabelText('Password'), 'Correct-Horse-1');
  expect(screen.queryByText(/begins or ends with a space/)).toBeNull();
});

test('nothing filled in: each field says so, and nothing is sent', async () => {
  const { user, captcha } = open();
  act(captcha.arrive);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Field is required.');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Field is required.');
  expect(screen.getByRole('group', { name: 'Security check' })).toHaveAccessibleDescription(
    'Please confirm that you are not a robot.',
  );
  expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
  expect(fetching).not.toHaveBeenCalled();
});

test.each([
  ['NotAuthorizedException', 401, 'User or password is invalid'],
  ['LimitExceededException', 429, 'Attempt limit exceeded, please try after some time.'],
])('%s is told, the captcha begins anew and what was typed stays', async (code, status, message) => {
  fetching.mockImplementation(async () => refused(code, status));
  const { user, captcha } = open();
  act(captcha.arrive);
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findAllByText(message))[0]).toBeVisible();
  expect(captcha.reset).toHaveBeenCalledOnce();
  expect(await captchaBox()).not.toBeChecked();
  expect(screen.getByLabelText('Password')).toHaveValue('Correct-Horse-1');

  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(fetching).toHaveBeenCalledOnce();
  await user.click(await captchaBox());
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(sent()).toMatchObject([{ captcha: 'token-1' }, { captcha: 'token-2' }]));
});

test('a captcha that the server refuses is told at its place', async () => {
  fetching.mockResolvedValue(refused('CaptchaFailed', 400));
  const { user, captcha } = open();
  act(captcha.arrive);
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() =>
    expect(screen.getByRole('group', { name: 'Security check' })).toHaveAccessibleDescription(
      'Please confirm that you are not a robot.',
    ),
  );
});

test.each(captchaProviderNames)(
  'the captcha comes from %s where it is configured, in the page’s language, once',
  async (provider) => {
    const { captcha } = open('', provider);
    expect(Object.fromEntries(captcha.address().searchParams)).toEqual({
      onload: 'portalCaptchaLoaded',
      render: 'explicit',
      hl: 'en',
    });
    expect(captcha.address().origin).toBe('https://captcha.example.com');
    act(captcha.arrive);
    await captchaBox();
    expect(captcha.given).toMatchObject({ sitekey: 'site-key', language: 'en' });
    expect(captcha.scripts()).toBe(1);
  },
);

test('a captcha that cannot be loaded is told and can be loaded again', async () => {
  const { user, captcha } = open();
  act(() => void captcha.fail());
  expect(await screen.findByText(/The security check could not be loaded/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Load it again' }));
  act(captcha.arrive);
  expect(await captchaBox()).toBeVisible();
  expect(screen.queryByText(/The security check could not be loaded/)).toBeNull();
});

test('whoever cannot tick a captcha that did not load is told that, not to tick it', async () => {
  const { user, captcha } = open();
  act(() => void captcha.fail());
  await screen.findByRole('button', { name: 'Load it again' });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const complaint = screen.getByRole('region', { name: 'Please fix form errors to proceed.' });
  await user.click(within(complaint).getByRole('link', { name: /^Security check: .*could not be loaded/ }));
  expect(screen.getByRole('button', { name: 'Load it again' })).toHaveFocus();
  expect(screen.queryByText(/not a robot/)).toBeNull();
});

test('a captcha of which nothing comes, not even a failure, counts as one that cannot be loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  vi.useRealTimers();
  expect(screen.getByText(/The security check could not be loaded/)).toBeVisible();
});

test('password managers find their fields, and the password can be shown and pasted', async () => {
  const { user, captcha } = open();
  act(captcha.arrive);
  const password = screen.getByLabelText('Password');
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  expect(password).toHaveAttribute('autocomplete', 'current-password');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('checkbox', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(password);
  await user.paste('Pasted-Secret-1');
  expect(password).toHaveValue('Pasted-Secret-1');
});

test('a forgotten password takes the address along', async () => {
  const { user } = open();
  await put(user, screen.getByLabelText('Email'), ' sam@example.com ');
  const link = screen.getByRole('link', { name: 'Forgot password?' });
  expect(link).toHaveAttribute('href', paths.requestCode(place));
  fireEvent.click(link, { metaKey: true });
  expect(sessionStorage.getItem('signingIn.nuk')).toBe('sam@example.com');
});

test('where the security check comes from is said below the button', () => {
  open();
  const notice = screen.getByText(/This check comes from an external service/);
  expect(notice).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in' }).compareDocumentPosition(notice)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('caps lock is told while it is on', async () => {
  const { user } = open();
  await user.click(screen.getByLabelText('Password'));
  await user.keyboard('{CapsLock}');
  expect(screen.getByText('Caps lock is on.')).toBeVisible();
  // Browsers tell that it went off with the next key.
  await user.keyboard('{CapsLock}a');
  expect(screen.queryByText('Caps lock is on.')).not.toBeInTheDocument();
  await user.keyboard('{CapsLock}');
  await user.tab();
  expect(screen.queryByText('Caps lock is on.')).not.toBeInTheDocument();
});

test('a lock says how long it lasts, and leads to what ends it; nobody has to be asked', async () => {
  fetching.mockImplementation(async () =>
    Response.json({ error: { code: 'LimitExceededException', message: '', requestId: 'abc125=' } }, { status: 429 }),
  );
  const { user, captcha } = open();
  act(captcha.arrive);
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const complaint = await screen.findByRole('region', { name: 'Attempt limit exceeded, please try after some time.' });
  expect(complaint).toHaveFocus();
  expect(complaint).toHaveTextContent('You can try again in 15 minutes or less.');
  expect(within(complaint).getByRole('link')).toHaveAttribute('href', paths.requestCode(place));
  expect(complaint).not.toHaveTextContent('abc125=');
});

test('what fails by the server’s fault shows the request’s id; a wrong password has none to quote', async () => {
  fetching.mockImplementation(async () =>
    Response.json({ error: { code: 'InternalServerError', message: '', requestId: 'abc123=' } }, { status: 500 }),
  );
  const { user, captcha } = open();
  act(captcha.arrive);
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('abc123=')).toBeVisible();
  fetching.mockImplementation(async () =>
    Response.json({ error: { code: 'NotAuthorizedException', message: '', requestId: 'abc124=' } }, { status: 401 }),
  );
  await user.click(await captchaBox());
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const complaint = await screen.findByRole('region', { name: 'User or password is invalid' });
  expect(screen.queryByText('abc124=')).toBeNull();
  // The captcha has to be ticked again: no fault of whoever signs in.
  expect(within(complaint).getByRole('link')).toHaveAccessibleName('Not your country?');
});

test('whoever has typed their address and switches the language finds it in the next document', async () => {
  const { user } = open();
  await put(user, screen.getByLabelText('Email'), 'sam@example.com');
  await user.tab();
  cleanup();
  open();
  expect(screen.getByLabelText('Email')).toHaveValue('sam@example.com');
});

test('whoever has switched the language on the way signs in to the wanted page in that language', async () => {
  fetching.mockResolvedValue(Response.json(session));
  rememberWantedPage('nuk', '/DE/nuk/repairs/submitted');
  const { user, captcha } = open();
  act(captcha.arrive);
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/repairs/submitted'));
});

test.each([
  [320, 'compact'],
  [1280, 'normal'],
])('at %i pixels the captcha is %s', async (width, size) => {
  window.innerWidth = width;
  const { captcha } = open();
  act(captcha.arrive);
  await captchaBox();
  expect(captcha.given.size).toBe(size);
});

test.each([
  ['light', false],
  ['dark', true],
])('in a %s window the captcha is so, too', async (theme, isDark) => {
  const matching = Object.assign(window.matchMedia(''), { matches: isDark });
  vi.spyOn(window, 'matchMedia').mockReturnValue(matching);
  const { captcha } = open();
  act(captcha.arrive);
  await captchaBox();
  expect(captcha.given.theme).toBe(theme);
});
