import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '#web/session/session-store.ts';
import { authForTest, beginAnew, openAuthPage, refused, strong } from '#web/testing/auth-page.tsx';
import { alertStore } from '#web/ui/alerts.ts';
import { ChangePasswordPage } from './change-password-page.tsx';

vi.mock('#web/browser/load-document.ts', () => ({ loadDocument: () => undefined }));

const open = (...answers: (() => Response)[]) => openAuthPage('changePassword', <ChangePasswordPage />, ...answers);
const old = () => screen.getByLabelText('Old password');
const newPassword = () => screen.getByLabelText('New password');
const confirmation = () => screen.getByLabelText('Confirm new password');
const fillIn = async (user: UserEvent, chosen = strong) => {
  await user.type(old(), 'Old-Password-1');
  await user.type(newPassword(), chosen);
  await user.type(confirmation(), chosen);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
};

beforeEach(() => {
  beginAnew('changePassword');
  sessionStore.signIn('nuk', authForTest());
});

test('the password is changed: a new session, an empty form, and it is said', async () => {
  const renewed = { ...authForTest(), jwt_expired: '2030-01-01T00:00:00.000Z' };
  const { user, sent } = await open(() => Response.json(renewed));
  await fillIn(user);
  await waitFor(() =>
    expect(alertStore.get()).toEqual([{ key: 'changePassword.done', type: 'success', isPersistent: false }]),
  );
  expect(sent).toEqual([
    ['/api/auth/nuk/change-password', { oldPassword: 'Old-Password-1', newPassword: strong, confirmPassword: strong }],
  ]);
  expect(sessionStore.get('nuk')?.jwt_expired).toBe(renewed.jwt_expired);
  for (const field of [old(), newPassword(), confirmation()]) expect(field).toHaveValue('');
});

test('a wrong old password is told at its field, and the session lives on', async () => {
  const { user } = await open(() => refused('NotAuthorizedException', 401));
  await fillIn(user);
  await waitFor(() => expect(old()).toHaveAccessibleDescription('This is not your current password.'));
  expect(old()).toHaveFocus();
  expect(newPassword()).toHaveValue(strong);
  expect(sessionStore.get('nuk')).toBeDefined();
});

test('too many attempts are told for the whole form', async () => {
  const { user } = await open(() => refused('LimitExceededException', 429));
  await fillIn(user);
  expect(
    await screen.findByText('Attempt limit exceeded, please try after some time.', { selector: 'p' }),
  ).toBeVisible();
});

test('the old password again is no new one', async () => {
  const { user, sent } = await open();
  await fillIn(user, 'Old-Password-1');
  expect(newPassword()).toHaveAccessibleDescription(/^New password must differ from the old one./);
  expect(sent).toEqual([]);
});

test('password managers find which is old, which is new and whose they are', async () => {
  await open();
  expect(old()).toHaveAttribute('autocomplete', 'current-password');
  expect(newPassword()).toHaveAttribute('autocomplete', 'new-password');
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue('sam@example.com');
});
