import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { heading, openSite } from '#web/testing/site.tsx';

vi.mock('#web/browser/load-document.ts');

// The first page opened in this file makes the document a captcha document, so test order matters.
test('opens captcha pages to anyone, with title and sign-in link', async () => {
  for (const [path, title] of [
    ['request-code', 'Forgot password'],
    ['reset-password', 'Choose a new password'],
  ] as const) {
    const { calls } = openSite(`/UK/nuk/auth/forgot-password/${path}`);
    await heading(title);
    expect(document.title).toBe(`${title} – Retailer support portal`);
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/UK/nuk/auth/login');
    expect(screen.getByRole('group', { name: 'Security check' })).toBeVisible();
    expect(calls).toEqual([]);
    cleanup();
  }
});

test('navigates between captcha pages without a document load', async () => {
  const { user } = openSite('/UK/nuk/auth/forgot-password/request-code');
  await user.click(await screen.findByRole('link', { name: 'I already have a code' }));
  await heading('Choose a new password');
  expect(loadDocument).not.toHaveBeenCalled();
});

test('loads a new document when leaving the captcha pages', async () => {
  const { router } = openSite('/UK/nuk/auth/forgot-password/request-code');
  await heading('Forgot password');
  void router.navigate('/UK/nuk/auth/set-password');
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/set-password'));
  expect(screen.queryByRole('heading', { level: 1, name: 'Set password' })).not.toBeInTheDocument();
});
