import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DailyEmail } from '#shared/users/daily-email.ts';
import { setConfig } from '#web/data/config.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { resetAuthPage, openAuthPage, setAccount, setDailyEmail, strongPassword } from '#web/testing/auth-page.tsx';
import { buildAuth, apiErrorResponse } from '#web/testing/auth.ts';
import { testConfig } from '#web/testing/config.ts';
import { fillField } from '#web/testing/page.tsx';
import { alertStore } from '#web/ui/alerts.ts';
import { ChangePasswordPage } from './change-password-page.tsx';

vi.mock('#web/browser/load-document.ts', () => ({ loadDocument: () => undefined }));

const open = (...answers: (() => Response)[]) => openAuthPage('changePassword', <ChangePasswordPage />, ...answers);
const getOldPassword = () => screen.getByLabelText('Old password');
const getNewPassword = () => screen.getByLabelText('New password');
const getConfirmation = () => screen.getByLabelText('Confirm new password');
const fillIn = async (user: UserEvent, password = strongPassword) => {
  await fillField(user, getOldPassword(), 'Old-Password-1');
  await fillField(user, getNewPassword(), password);
  await fillField(user, getConfirmation(), password);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
};

beforeEach(() => {
  resetAuthPage('changePassword');
  sessionStore.signIn('nuk', buildAuth(['NUK']));
  setAccount(() => ({ sessions: [], secondFactor: false }));
});

test('rejects the old password as the new one and labels fields for password managers', async () => {
  const { user, sent } = await open();
  expect(getOldPassword()).toHaveAttribute('autocomplete', 'current-password');
  expect(getNewPassword()).toHaveAttribute('autocomplete', 'new-password');
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue('sam@example.com');
  await fillIn(user, 'Old-Password-1');
  expect(getNewPassword()).toHaveAccessibleDescription(/^New password must differ from the old one./);
  expect(sent).toEqual([]);
});

test('warns about easy passwords while typing', async () => {
  const store = { storeId: 'UK-1001', storeName: 'Oxford Street' };
  sessionStore.signIn('nuk', { ...buildAuth(['NUK']), store });
  const { user } = await open(() =>
    apiErrorResponse('InvalidParameterException', 400, {
      problems: [{ path: 'newPassword', rule: 'passwordPersonal' }],
    }),
  );
  await fillField(user, getNewPassword(), 'Password');
  expect(getNewPassword()).not.toHaveAccessibleDescription(/too easy to guess/);
  await fillField(user, getNewPassword(), '123!');
  await waitFor(() => expect(getNewPassword()).toHaveAccessibleDescription(/This password is too easy to guess/));
  await fillField(user, getNewPassword(), 'kX7-qPm2');
  expect(getNewPassword()).not.toHaveAccessibleDescription(/too easy to guess/);
  await user.clear(getNewPassword());
  await fillField(user, getNewPassword(), 'Oxford-Street-1');
  await waitFor(() =>
    expect(getNewPassword()).toHaveAccessibleDescription(/The password must not consist of your email address/),
  );
  await user.clear(getNewPassword());
  await fillIn(user, 'Sam@Example-1');
  await waitFor(() =>
    expect(getNewPassword()).toHaveAccessibleDescription(/^The password must not consist of your email address/),
  );
});

test('reports invisible characters when the old password is rejected', async () => {
  const { user } = await open(() => apiErrorResponse('NotAuthorizedException', 401));
  await user.click(screen.getByLabelText('Old password'));
  await user.paste('Old-Password-1\u200B');
  await fillField(user, screen.getByLabelText('New password'), strongPassword);
  await fillField(user, screen.getByLabelText('Confirm new password'), `${strongPassword}{Enter}`);
  expect(await screen.findByText(/invisible characters/)).toBeVisible();
});

test('asks for a one-time code if the user has enabled them', async () => {
  const { user, sent } = await open(
    () => Response.json({ challenge: 'secondFactor' }),
    () => Response.json(buildAuth(['NUK'])),
  );
  await fillIn(user);
  await fillField(user, await screen.findByLabelText('One-time code'), '123 456{Enter}');
  expect(await screen.findByLabelText('Old password')).toHaveValue('');
  expect(sent[1]).toEqual(['/api/auth/nuk/answer-code', { code: '123456' }]);
});

describe('daily email', () => {
  const findPanel = async () => within(await screen.findByRole('region', { name: 'Daily email' }));
  const respond = (body: DailyEmail) => () => Response.json(body);
  const signInWith = (...groups: Parameters<typeof buildAuth>[0]) =>
    sessionStore.signIn('nuk', buildAuth(['NUK', ...groups]));

  test('is switched on and off by staff', async () => {
    signInWith('register-repairs');
    setDailyEmail(respond({ state: 'off' }));
    const { user, sent } = await open(respond({ state: 'on' }), respond({ state: 'off' }));
    const { findByRole, getByText, queryByRole } = await findPanel();
    expect(getByText('Off')).toBeVisible();
    expect(getByText(/^At 8:00 you get one email.* It is sent to sam@example.com.$/)).toBeVisible();
    await user.click(await findByRole('button', { name: 'Switch on the daily email' }));
    await user.click(await findByRole('button', { name: 'Switch off the daily email' }));
    expect(await findByRole('button', { name: 'Switch on the daily email' })).toBeVisible();
    expect(queryByRole('button', { name: 'Save store' })).toBeNull();
    expect(sent).toEqual([
      ['/api/auth/nuk/start-daily-email', {}],
      ['/api/auth/nuk/stop-daily-email', {}],
    ]);
    expect(alertStore.get().map(({ key }) => key)).toContain('account.dailyEmail.ended');
  });

  test.each([
    ['bounce', /because an email to you came back \(22\/11\/2026/],
    ['complaint', /because an email to you was reported as spam \(22\/11\/2026/],
  ] as const)('explains why it was stopped after a %s, and can be switched on again', async (reason, text) => {
    signInWith('register-returns');
    setDailyEmail(respond({ state: 'stopped', reason, at: '2026-11-22T08:00:00.000Z' }));
    const { user } = await open(respond({ state: 'on' }));
    const { findByRole, getByText, queryByText } = await findPanel();
    expect(getByText(text)).toBeVisible();
    await user.click(await findByRole('button', { name: 'Switch on the daily email' }));
    expect(await findByRole('button', { name: 'Switch off the daily email' })).toBeVisible();
    expect(queryByText(text)).toBeNull();
  });

  test('asks an admin for a store', async () => {
    sessionStore.signIn('nuk', { ...buildAuth(['NUK', 'admin']), isAdminUser: true });
    setDailyEmail(respond({ state: 'off' }));
    const { user, sent } = await open();
    const { findByRole, findByText } = await findPanel();
    expect(await findByText('Choose a store')).toBeVisible();
    await user.click(await findByRole('button', { name: 'Switch on the daily email' }));
    expect(await findByText('Field is required.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('shows an error if loading or switching on fails', async () => {
    signInWith('register-repairs');
    setDailyEmail(() => apiErrorResponse('InternalServerError', 500));
    const { user } = await open(() => apiErrorResponse('InternalServerError', 500));
    expect(await screen.findByText(/^Your daily email could not be loaded/)).toBeVisible();
    setDailyEmail(respond({ state: 'off' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const { findByRole, findByText } = await findPanel();
    await user.click(await findByRole('button', { name: 'Switch on the daily email' }));
    expect(await findByText('Internal server error.')).toBeVisible();
  });

  test('is not offered to users without booking rights or on a stage without a sender', async () => {
    await open();
    expect(await screen.findByRole('region', { name: 'Two-step verification' })).toBeVisible();
    expect(screen.queryByText(/aily email/)).toBeNull();
    cleanup();
    signInWith('register-repairs');
    setConfig({ ...testConfig, hasDailyEmail: false });
    await open();
    expect(await screen.findByRole('region', { name: 'Two-step verification' })).toBeVisible();
    expect(screen.queryByText(/aily email/)).toBeNull();
  });
});

describe('account panels', () => {
  const at = '2026-11-22T08:00:00.000Z';
  const currentSession = {
    id: 'a',
    startedAt: at,
    lastSeenAt: at,
    device: { browser: 'chrome', system: 'windows' },
    isCurrent: true,
  } as const;
  const otherSession = {
    ...currentSession,
    id: 'b',
    device: { browser: 'safari', system: 'ios' },
    isCurrent: false,
  } as const;

  test('lists sessions and ends one or all others', async () => {
    setAccount(() => ({ sessions: [currentSession, otherSession], secondFactor: false }));
    const { user, sent } = await open(
      () => Response.json({}),
      () => Response.json({}),
    );
    const list = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Chrome, WindowsSigned in: 22\/11\/2026.*This browser$/),
      expect.stringMatching(/^Safari, iPhone or iPad/),
    ]);
    await user.click(list.getByRole('button', { name: /^Sign out there: Safari, iPhone or iPad/ }));
    await waitFor(() => expect(alertStore.get().map(({ key }) => key)).toEqual(['account.sessions.ended']));
    setAccount(() => ({ sessions: [currentSession], secondFactor: false }));
    await user.click(list.getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(list.queryByRole('button')).toBeNull());
    expect(sent).toEqual([
      ['/api/auth/nuk/end-session', { session: 'b' }],
      ['/api/auth/nuk/end-session', {}],
    ]);
  });

  test('reports a wrong code, and disables one-time codes with the right one', async () => {
    setAccount(() => ({ sessions: [currentSession], secondFactor: true }));
    const { user, sent } = await open(
      () => apiErrorResponse('CodeMismatchException', 400),
      () => Response.json({}),
    );
    const panel = within(await screen.findByRole('region', { name: 'Two-step verification' }));
    await fillField(user, panel.getByLabelText('Your password'), 'Old-Password-1');
    const code = panel.getByLabelText('Code that the app shows');
    await fillField(user, code, '111111{Enter}');
    expect(await panel.findAllByText(/That code is not valid/)).not.toEqual([]);
    await user.clear(code);
    setAccount(() => ({ sessions: [currentSession], secondFactor: false }));
    await fillField(user, code, '222222{Enter}');
    expect(await panel.findByText('Off')).toBeVisible();
    expect(sent[1]).toEqual(['/api/auth/nuk/stop-second-factor', { password: 'Old-Password-1', code: '222222' }]);
  });

  test('asks an admin without one-time codes to enable them', async () => {
    sessionStore.signIn('nuk', { ...buildAuth(['NUK']), secondFactorMissing: true });
    await open();
    expect(await screen.findByText(/Administrators need two-step verification here/)).toBeVisible();
  });

  test('asks an admin with new one-time codes to sign in again', async () => {
    setAccount(() => ({ sessions: [currentSession], secondFactor: true }));
    sessionStore.signIn('nuk', { ...buildAuth(['NUK']), secondFactorMissing: true });
    await open();
    expect(await screen.findByText(/Administrator rights begin with the next sign-in/)).toBeVisible();
    expect(screen.queryByText(/Administrators need two-step verification here/)).toBeNull();
  });
});
