import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { rememberEmail } from '#web/session/remembered-email.ts';
import { resetAuthPage, openAuthPage, strongPassword } from '#web/testing/auth-page.tsx';
import { apiErrorResponse } from '#web/testing/auth.ts';
import { createFakeCaptcha } from '#web/testing/captcha.ts';
import { place, fillField } from '#web/testing/page.tsx';
import { RequestCodePage } from './request-code-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const loadDocument = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock('#web/browser/load-document.ts', () => ({ loadDocument }));

const getEmailField = () => screen.getByLabelText('Email');

const findCaptchaBox = () => screen.findByRole('checkbox', { name: 'I’m not a robot' });
/** Waits for a page and loads its captcha. */
const openWithCaptcha = async <Opened,>(pagePromise: Promise<Opened>) => {
  const captcha = createFakeCaptcha();
  const page = await pagePromise;
  act(captcha.finishLoading);
  await findCaptchaBox();
  return page;
};

beforeEach(() => {
  loadDocument.mockReset();
  delete window.grecaptcha;
  document.head.replaceChildren();
});

describe('RequestCodePage', () => {
  const open = (...answers: (() => Response)[]) =>
    openWithCaptcha(openAuthPage('requestCode', <RequestCodePage />, ...answers));
  const getSendButton = () => screen.getByRole('button', { name: 'Send code' });

  beforeEach(() => resetAuthPage('requestCode'));

  test('sends nothing until the captcha is ticked', async () => {
    const { user, sent } = await open(() => Response.json({}));
    await fillField(user, getEmailField(), 'sam');
    await user.click(getSendButton());
    expect(getEmailField()).toHaveAccessibleDescription('Email must be valid.');
    await fillField(user, getEmailField(), '@example.com');
    await user.click(getSendButton());
    expect(screen.getByRole('group', { name: 'Security check' })).toHaveAccessibleDescription(
      'Please confirm that you are not a robot.',
    );
    expect(sent).toEqual([]);
    await user.click(await findCaptchaBox());
    await user.click(getSendButton());
    expect(sent).toMatchObject([['/api/auth/nuk/forgot-password/request-code', { captcha: 'token-1' }]]);
  });

  test('prefills the email and links to sign-in and reset', async () => {
    rememberEmail('nuk', 'sam@example.com');
    await open();
    expect(getEmailField()).toHaveValue('sam@example.com');
    expect(getEmailField()).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', paths.login(place));
    expect(screen.getByRole('link', { name: 'I already have a code' })).toHaveAttribute(
      'href',
      paths.resetPassword(place),
    );
  });
});

describe('ResetPasswordPage', () => {
  const open = (...answers: (() => Response)[]) =>
    openWithCaptcha(openAuthPage('resetPassword', <ResetPasswordPage />, ...answers));
  const getCodeField = () => screen.getByLabelText('Verification code');
  const fillIn = async (user: UserEvent) => {
    await fillField(user, getCodeField(), '123456');
    await fillField(user, screen.getByLabelText('New password'), strongPassword);
    await fillField(user, screen.getByLabelText('Confirm new password'), strongPassword);
    await user.click(await findCaptchaBox());
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
  };

  beforeEach(() => resetAuthPage('resetPassword', '#email=sam%40example.com'));

  test('shows a captcha rejected by the server at its field', async () => {
    const { user } = await open(() => apiErrorResponse('CaptchaFailed', 400));
    await fillIn(user);
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Security check' })).toHaveAccessibleDescription(
        'Please confirm that you are not a robot.',
      ),
    );
  });

  test('rejects full-width digits, sets keyboard and autofill of the code, and links to a new code', async () => {
    const { user } = await open();
    await fillField(user, getCodeField(), '１２３４５６');
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    expect(getCodeField()).toHaveAccessibleDescription('Invalid text.');
    expect(getCodeField()).toHaveAttribute('inputmode', 'numeric');
    expect(getCodeField()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByRole('link', { name: 'Request a new code' })).toHaveAttribute('href', paths.requestCode(place));
  });
});
