import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { replaceDocument } from '#web/browser/load-document.ts';
import { openSite } from '#web/testing/site.tsx';

vi.mock('#web/browser/load-document.ts');

// The address at which the document opens decides about its content security policy, so test order matters.
test('loads a new document when the address of a captcha page leads elsewhere', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: 'https://portal.example/UK/zz/auth/login' } as PerformanceEntry,
  ]);
  openSite('/UK/zz/auth/login');
  await waitFor(() => expect(replaceDocument).toHaveBeenCalledExactlyOnceWith('/UK'));
});

test.each(['login', 'set-password', 'forgot-password/request-code', 'forgot-password/reset-password'])(
  'loads the document of %s once',
  async (page) => {
    sessionStorage.clear();
    openSite(`/UK/nuk/auth/${page}`);
    await waitFor(() =>
      expect(replaceDocument).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(new RegExp(`/UK/nuk/auth/${page}$`)),
      ),
    );
  },
);
