import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { rememberEmail } from '#web/session/signing-in.ts';
import { beginAnew, openAuthPage, rulesMet, strong } from '#web/testing/auth-page.tsx';
import { authFor, refused } from '#web/testing/auth.ts';
import { place, put } from '#web/testing/page.tsx';
import { SetPasswordPage } from './set-password-page.tsx';

const loadDocument = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock('#web/browser/load-document.ts', () => ({ loadDocument }));

const openCold = (...answers: (() => Response)[]) => openAuthPage('setPassword', <SetPasswordPage />, ...answers);
/** As after signing in with the password of an invitation. */
const open = (...answers: (() => Response)[]) => {
  rememberEmail('nuk', 'sam@example.com');
  return openCold(...answers);
};
const newPassword = () => screen.getByLabelText('New password');
const confirmation = () => screen.getByLabelText('Confirm new password');
const choose = async (user: UserEvent, password: string) => {
  await put(user, newPassword(), password);
  await put(user, confirmation(), password);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
};

beforeEach(() => {
  beginAnew('setPassword');
  loadDocument.mockReset();
});

test.each(['MissingCookie', 'ExpiredToken'])('%s: the time has passed, and signing in begins anew', async (code) => {
  const { user } = await open(() => refused(code, 401));
  await choose(user, strong);
  await waitFor(() =>
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=setPasswordExpired'),
  );
});

test('each rule is ticked as it is met, and the whole is said once', async () => {
  const { user } = await open();
  expect(rulesMet()).toEqual([]);
  await user.type(newPassword(), 'a');
  expect(rulesMet()).toEqual(['a lowercase letter']);
  await user.type(newPassword(), 'B1');
  expect(rulesMet()).toEqual(['a lowercase letter', 'an uppercase letter', 'a number']);
  expect(newPassword()).toHaveAccessibleDescription(/The new password needs:.*at least 10 characters ?\(not met yet\)/);
  await put(user, newPassword(), '-longer');
  expect(rulesMet()).toHaveLength(5);
  await waitFor(() =>
    expect(document.querySelector('[data-announcer]')).toHaveTextContent('The new password meets all requirements.'),
  );
});

test('password managers find what they need, the passwords can be shown, and one that is too long is told', async () => {
  const { user, sent } = await open();
  for (const field of [newPassword(), confirmation()]) {
    expect(field).toHaveAttribute('autocomplete', 'new-password');
    expect(field).toHaveAttribute('minlength', '10');
    expect(field).not.toHaveAttribute('maxlength');
    expect(field).toHaveAttribute('type', 'password');
  }
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue('sam@example.com');
  await user.click(screen.getByRole('checkbox', { name: 'Show password' }));
  for (const field of [newPassword(), confirmation()]) expect(field).toHaveAttribute('type', 'text');
  // What is too long is not cut off but told.
  const long = strong + 'x'.repeat(300);
  await choose(user, long);
  expect(newPassword()).toHaveValue(long);
  expect(newPassword()).toHaveAccessibleDescription(/^No more than 256 characters are allowed./);
  expect(sent).toEqual([]);
});

test('a password goes to the letter, in Unicode and with spaces around', async () => {
  const { user, sent } = await open(() => Response.json(authFor(['NUK'])));
  const odd = ' Pässwörd 1 €\u{1F511} ';
  await choose(user, odd);
  await waitFor(() =>
    expect(sent).toEqual([['/api/auth/nuk/set-password', { newPassword: odd, confirmPassword: odd }]]),
  );
});

test('says at once that a new password contains characters that nobody sees', async () => {
  const { user } = await open();
  await put(user, newPassword(), strong);
  expect(screen.queryByText(/invisible characters/)).toBeNull();
  await user.click(newPassword());
  await user.paste('\u200B');
  expect(newPassword()).toHaveAccessibleDescription(/invisible characters/);
});

test('only whoever comes from signing in may choose a password; anybody else is sent to sign in first', async () => {
  await openCold();
  expect(screen.getByText(/^First sign in with the temporary password/)).toBeVisible();
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', paths.login(place));
  cleanup();
  await open();
  expect(screen.getByText(/accepted your invitation/)).toBeVisible();
  expect(newPassword()).toBeVisible();
});

test('the temporary password is not accepted as the new one', async () => {
  const { user } = await open(() =>
    refused('InvalidParameterException', 400, { problems: [{ path: 'newPassword', rule: 'passwordUnchanged' }] }),
  );
  await choose(user, strong);
  await waitFor(() => expect(newPassword()).toHaveAccessibleDescription(/^New password must differ from the old one./));
});
