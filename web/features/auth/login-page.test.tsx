import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { captchaProviderNames } from '#shared/config/captcha-providers.ts';
import { getConfig, setConfig } from '#web/data/config.ts';
import { rememberRequestedPage } from '#web/session/requested-page.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { resetAuthPage, openAuthPage } from '#web/testing/auth-page.tsx';
import { buildAuth, apiErrorResponse } from '#web/testing/auth.ts';
import { createFakeCaptcha } from '#web/testing/captcha.ts';
import { testConfig } from '#web/testing/config.ts';
import { place, fillField } from '#web/testing/page.tsx';
import { LoginPage } from './login-page.tsx';

const loadDocument = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock('#web/browser/load-document.ts', async (original) => ({
  ...(await original<typeof import('#web/browser/load-document.ts')>()),
  loadDocument,
}));

const session = buildAuth(['NUK', 'register-repairs']);
const respondWithSession = () => Response.json(session);

/** Opens the page before the captcha script has loaded. Requests get the given responses in order. */
const openWithoutCaptcha = async (...answers: (() => Response)[]) => {
  const captcha = createFakeCaptcha(getConfig().captcha.provider);
  const { user, sent } = await openAuthPage('login', <LoginPage />, ...answers);
  return {
    user,
    captcha,
    sentBodies: () => sent.map(([, body]) => body),
    requestedPaths: () => sent.map(([path]) => path),
  };
};
const open = async (...answers: (() => Response)[]) => {
  const page = await openWithoutCaptcha(...answers);
  act(page.captcha.finishLoading);
  return page;
};

const findCaptchaBox = () => screen.findByRole('checkbox', { name: 'I’m not a robot' });
const fillIn = async (user: UserEvent) => {
  await fillField(user, screen.getByLabelText('Email'), 'sam@example.com');
  await fillField(user, screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(await findCaptchaBox());
};
const signIn = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign in' }));

beforeEach(() => {
  resetAuthPage('login');
  delete window.grecaptcha;
  delete window.turnstile;
  document.head.replaceChildren();
  loadDocument.mockReset();
  // The language cookie, without which the page assumes that cookies are disabled.
  document.cookie = 'i18n_redirected=UK; Path=/';
});

test('signs in with Enter, stores the session and opens home', async () => {
  const { user, sentBodies, requestedPaths } = await open(respondWithSession);
  await fillIn(user);
  await user.type(screen.getByLabelText('Password'), '{Enter}');
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith(paths.home(place)));
  expect(requestedPaths()).toEqual(['/api/auth/nuk/login']);
  expect(sentBodies()).toEqual([{ email: 'sam@example.com', password: 'Correct-Horse-1', captcha: 'token-1' }]);
  expect(sessionStore.get('nuk')).toMatchObject({ email: 'sam@example.com', region: 'nuk' });
});

test.each([
  ['an admin without one-time codes to their setup', { secondFactorMissing: true }, '', paths.changePassword(place)],
  [
    'to the requested page, in the language of the sign-in page,',
    {},
    '/DE/nuk/repairs/submitted',
    '/UK/nuk/repairs/submitted',
  ],
])('redirects %s after sign-in', async (_, overrides, requestedPage, path) => {
  if (requestedPage) rememberRequestedPage('nuk', requestedPage);
  const { user } = await open(() => Response.json({ ...session, ...overrides }));
  await fillIn(user);
  await signIn(user);
  await waitFor(() => expect(loadDocument).toHaveBeenCalledWith(path));
});

test('explains why a requested page needs a sign-in, except for home', async () => {
  rememberRequestedPage('nuk', paths.home(place));
  await openWithoutCaptcha();
  expect(screen.queryByText('Please sign in to open the page you asked for.')).toBeNull();
  cleanup();
  rememberRequestedPage('nuk', paths.submittedRepairs(place));
  await openWithoutCaptcha();
  expect(screen.getByText('Please sign in to open the page you asked for.')).toBeVisible();
});

test('warns about disabled cookies on load', async () => {
  await openWithoutCaptcha();
  expect(screen.queryByText(/^This browser refuses cookies/)).toBeNull();
  cleanup();
  document.cookie = 'i18n_redirected=; Max-Age=0; Path=/';
  await openWithoutCaptcha();
  expect(screen.getByText(/^This browser refuses cookies/)).toBeVisible();
});

test('names the region and mentions surrounding spaces when sign-in is rejected', async () => {
  const { user, sentBodies } = await open(() => apiErrorResponse('NotAuthorizedException', 401));
  expect(screen.getByText('United Kingdom, Ireland')).toHaveAttribute('lang', 'en-GB');
  await fillIn(user);
  await user.type(screen.getByLabelText('Password'), ' {Enter}');
  const errorSummary = await screen.findByRole('region', { name: 'User or password is invalid' });
  expect(errorSummary).toHaveTextContent(/This is the sign-in for the region “United Kingdom, Ireland”\./);
  expect(within(errorSummary).getByRole('link')).toHaveAttribute('href', '/UK');
  expect(errorSummary).toHaveTextContent(/begins or ends with a space/);
  expect(sentBodies()).toMatchObject([{ password: 'Correct-Horse-1 ' }]);
  await fillField(user, screen.getByLabelText('Password'), 'Correct-Horse-1');
  expect(screen.queryByText(/begins or ends with a space/)).toBeNull();
});

test.each([
  ['a zero-width space', '\u200B'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['a left-to-right mark', '\u200E'],
])('reports invisible characters in a rejected password: %s', async (_, character) => {
  const { user, sentBodies } = await open(() => apiErrorResponse('NotAuthorizedException', 401));
  await fillIn(user);
  expect(screen.queryByText(/invisible characters/)).toBeNull();
  await user.click(screen.getByLabelText('Password'));
  await user.paste(character);
  await signIn(user);
  const errorSummary = await screen.findByRole('region', { name: 'User or password is invalid' });
  expect(errorSummary).toHaveTextContent(/Your password contains invisible characters/);
  expect(sentBodies()).toMatchObject([{ password: `Correct-Horse-1${character}` }]);
  await user.clear(screen.getByLabelText('Password'));
  await fillField(user, screen.getByLabelText('Password'), 'Correct-Horse-1');
  expect(screen.queryByText(/invisible characters/)).toBeNull();
});

test('resets the captcha and keeps input when sign-in is rejected', async () => {
  const rejectSignIn = () => apiErrorResponse('NotAuthorizedException', 401);
  const { user, captcha, sentBodies } = await open(rejectSignIn, rejectSignIn, () =>
    apiErrorResponse('CaptchaFailed', 400),
  );
  await fillIn(user);
  await signIn(user);
  expect((await screen.findAllByText('User or password is invalid'))[0]).toBeVisible();
  expect(captcha.reset).toHaveBeenCalledOnce();
  expect(await findCaptchaBox()).not.toBeChecked();
  expect(screen.getByLabelText('Password')).toHaveValue('Correct-Horse-1');

  await signIn(user);
  expect(sentBodies()).toHaveLength(1);
  await user.click(await findCaptchaBox());
  await signIn(user);
  await waitFor(() => expect(sentBodies()).toMatchObject([{ captcha: 'token-1' }, { captcha: 'token-2' }]));
  await user.click(await findCaptchaBox());
  await signIn(user);
  await waitFor(() =>
    expect(screen.getByRole('group', { name: 'Security check' })).toHaveAccessibleDescription(
      'Please confirm that you are not a robot.',
    ),
  );
});

test.each(captchaProviderNames)('loads the %s captcha once, in the page’s language', async (provider) => {
  setConfig({ ...testConfig, captcha: { ...testConfig.captcha, provider } });
  const { captcha } = await openWithoutCaptcha();
  expect(Object.fromEntries(captcha.url().searchParams)).toEqual({
    onload: 'portalCaptchaLoaded',
    render: 'explicit',
    hl: 'en',
  });
  expect(captcha.url().origin).toBe('https://captcha.example.com');
  act(captcha.finishLoading);
  await findCaptchaBox();
  expect(captcha.renderState).toMatchObject({ sitekey: 'site-key', language: 'en' });
  expect(captcha.countScripts()).toBe(1);
});

test('shows a captcha load failure and retries', async () => {
  const { user, captcha } = await openWithoutCaptcha();
  act(() => void captcha.fail());
  expect(await screen.findByText(/The security check could not be loaded/)).toBeVisible();
  await signIn(user);
  const errorSummary = screen.getByRole('region', { name: 'Please fix form errors to proceed.' });
  await user.click(within(errorSummary).getByRole('link', { name: /^Security check: .*could not be loaded/ }));
  expect(screen.getByRole('button', { name: 'Load it again' })).toHaveFocus();
  expect(screen.queryByText(/not a robot/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load it again' }));
  act(captcha.finishLoading);
  expect(await findCaptchaBox()).toBeVisible();
  expect(screen.queryByText(/The security check could not be loaded/)).toBeNull();
});

test('shows a captcha load failure after the timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await openWithoutCaptcha();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  vi.useRealTimers();
  expect(screen.getByText(/The security check could not be loaded/)).toBeVisible();
});

test('marks fields for password managers, shows password and caps lock', async () => {
  const { user } = await open();
  const password = screen.getByLabelText('Password');
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  expect(password).toHaveAttribute('autocomplete', 'current-password');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(password);
  await user.keyboard('{CapsLock}');
  expect(screen.getByText('Caps lock is on.')).toBeVisible();
  // Browsers report the released caps lock with the next key.
  await user.keyboard('{CapsLock}a');
  expect(screen.queryByText('Caps lock is on.')).not.toBeInTheDocument();
  await user.keyboard('{CapsLock}');
  await user.tab();
  expect(screen.queryByText('Caps lock is on.')).not.toBeInTheDocument();
});

test('moves the focus with Tab from the email to the password, its link and the captcha', async () => {
  const { user } = await open();
  const email = screen.getByLabelText('Email');
  const password = screen.getByLabelText('Password');
  await user.click(email);
  await user.tab();
  expect(password).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveFocus();
  await user.tab();
  expect(await findCaptchaBox()).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Sign in' })).toHaveFocus();
});

test('keeps the email for the reset page and after a reload', async () => {
  const { user } = await openWithoutCaptcha();
  await fillField(user, screen.getByLabelText('Email'), ' sam@example.com ');
  const link = screen.getByRole('link', { name: 'Forgot password?' });
  expect(link).toHaveAttribute('href', paths.requestCode(place));
  fireEvent.click(link, { metaKey: true });
  expect(sessionStorage.getItem('signingIn.nuk')).toBe('sam@example.com');
  cleanup();
  await openWithoutCaptcha();
  expect(screen.getByLabelText('Email')).toHaveValue('sam@example.com');
});

test('shows lock duration, and request ids for server errors only', async () => {
  const { user } = await open(
    () => apiErrorResponse('LimitExceededException', 429, { requestId: 'abc125=' }),
    () => apiErrorResponse('InternalServerError', 500, { requestId: 'abc123=' }),
    () => apiErrorResponse('NotAuthorizedException', 401, { requestId: 'abc124=' }),
  );
  await fillIn(user);
  await signIn(user);
  const errorSummary = await screen.findByRole('region', {
    name: 'Attempt limit exceeded, please try after some time.',
  });
  expect(errorSummary).toHaveFocus();
  expect(errorSummary).toHaveTextContent('You can try again in 15 minutes or less.');
  expect(within(errorSummary).getByRole('link')).toHaveAttribute('href', paths.requestCode(place));
  expect(errorSummary).not.toHaveTextContent('abc125=');
  await user.click(await findCaptchaBox());
  await signIn(user);
  expect(await screen.findByText('abc123=')).toBeVisible();
  await user.click(await findCaptchaBox());
  await signIn(user);
  const secondErrorSummary = await screen.findByRole('region', { name: 'User or password is invalid' });
  expect(screen.queryByText('abc124=')).toBeNull();
  // The reset captcha is not listed as an error.
  expect(within(secondErrorSummary).getByRole('link')).toHaveAccessibleName('Not your country?');
});

test.each([
  [320, 'compact', 'light'],
  [1280, 'normal', 'dark'],
])('renders the captcha at %i pixels as %s and %s', async (width, size, theme) => {
  window.innerWidth = width;
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: theme === 'dark' }));
  const { captcha } = await open();
  await findCaptchaBox();
  expect(captcha.renderState).toMatchObject({ size, theme });
});
