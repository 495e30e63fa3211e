import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { rememberEmail } from '#web/session/remembered-email.ts';
import { resetAuthPage, openAuthPage, findMetRules, strongPassword } from '#web/testing/auth-page.tsx';
import { buildAuth, apiErrorResponse } from '#web/testing/auth.ts';
import { place, fillField } from '#web/testing/page.tsx';
import { SetPasswordPage } from './set-password-page.tsx';

const loadDocument = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock('#web/browser/load-document.ts', () => ({ loadDocument }));

const openWithoutSignIn = (...answers: (() => Response)[]) =>
  openAuthPage('setPassword', <SetPasswordPage />, ...answers);
/** Opens the page as after sign-in with the temporary password of an invitation. */
const open = (...answers: (() => Response)[]) => {
  rememberEmail('nuk', 'sam@example.com');
  return openWithoutSignIn(...answers);
};
const getNewPassword = () => screen.getByLabelText('New password');
const getConfirmation = () => screen.getByLabelText('Confirm new password');
const submitPassword = async (user: UserEvent, password: string) => {
  await fillField(user, getNewPassword(), password);
  await fillField(user, getConfirmation(), password);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
};

beforeEach(() => {
  resetAuthPage('setPassword');
  loadDocument.mockReset();
});

test.each(['MissingCookie', 'ExpiredToken'])(
  'redirects to sign-in when the challenge has expired (%s)',
  async (code) => {
    const { user } = await open(() => apiErrorResponse(code, 401));
    await submitPassword(user, strongPassword);
    await waitFor(() =>
      expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=setPasswordExpired'),
    );
  },
);

test('ticks each met rule and announces when all are met', async () => {
  const { user } = await open();
  expect(findMetRules()).toEqual([]);
  await user.type(getNewPassword(), 'a');
  expect(findMetRules()).toEqual(['a lowercase letter']);
  await user.type(getNewPassword(), 'B1');
  expect(findMetRules()).toEqual(['a lowercase letter', 'an uppercase letter', 'a number']);
  expect(getNewPassword()).toHaveAccessibleDescription(
    /The new password needs:.*at least 10 characters ?\(not met yet\)/,
  );
  await fillField(user, getNewPassword(), '-longer');
  expect(findMetRules()).toHaveLength(5);
  await waitFor(() =>
    expect(document.querySelector('[data-announcer]')).toHaveTextContent('The new password meets all requirements.'),
  );
});

test('marks fields for password managers and rejects long passwords', async () => {
  const { user, sent } = await open();
  for (const field of [getNewPassword(), getConfirmation()]) {
    expect(field).toHaveAttribute('autocomplete', 'new-password');
    expect(field).toHaveAttribute('minlength', '10');
    expect(field).not.toHaveAttribute('maxlength');
    expect(field).toHaveAttribute('type', 'password');
  }
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue('sam@example.com');
  for (const button of screen.getAllByRole('button', { name: 'Show password' })) await user.click(button);
  for (const field of [getNewPassword(), getConfirmation()]) expect(field).toHaveAttribute('type', 'text');
  // An overlong password is rejected, not truncated.
  const longPassword = strongPassword + 'x'.repeat(300);
  await submitPassword(user, longPassword);
  expect(getNewPassword()).toHaveValue(longPassword);
  expect(getNewPassword()).toHaveAccessibleDescription(/^No more than 256 characters are allowed./);
  expect(sent).toEqual([]);
});

test('submits Unicode and surrounding spaces unchanged', async () => {
  const { user, sent } = await open(() => Response.json(buildAuth(['NUK'])));
  const unusualPassword = ' Pässwörd 1 €\u{1F511} ';
  await submitPassword(user, unusualPassword);
  await waitFor(() =>
    expect(sent).toEqual([
      ['/api/auth/nuk/set-password', { newPassword: unusualPassword, confirmPassword: unusualPassword }],
    ]),
  );
});

test('warns about invisible characters while typing', async () => {
  const { user } = await open();
  await fillField(user, getNewPassword(), strongPassword);
  expect(screen.queryByText(/invisible characters/)).toBeNull();
  await user.click(getNewPassword());
  await user.paste('\u200B');
  expect(getNewPassword()).toHaveAccessibleDescription(/invisible characters/);
});

test('requires a prior sign-in', async () => {
  await openWithoutSignIn();
  expect(screen.getByText(/^First sign in with the temporary password/)).toBeVisible();
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', paths.login(place));
  cleanup();
  await open();
  expect(screen.getByText(/accepted your invitation/)).toBeVisible();
  expect(getNewPassword()).toBeVisible();
});

test('rejects the temporary password as the new one', async () => {
  const { user } = await open(() =>
    apiErrorResponse('InvalidParameterException', 400, {
      problems: [{ path: 'newPassword', rule: 'passwordUnchanged' }],
    }),
  );
  await submitPassword(user, strongPassword);
  await waitFor(() =>
    expect(getNewPassword()).toHaveAccessibleDescription(/^New password must differ from the old one./),
  );
});
