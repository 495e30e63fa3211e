import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { replaceDocument } from '#web/browser/load-document.ts';
import { openSite } from '#web/testing/site.tsx';

vi.mock('#web/browser/load-document.ts');

// Pages with a captcha need a document of their own: a document keeps the content security policy of the path at which it was
// opened. `pageMiddleware` reads this path once for all tests of the file, so their order matters.
test('loads a new document when the path of a captcha page redirects', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: 'https://portal.example/UK/zz/auth/login' } as PerformanceEntry,
  ]);
  openSite('/UK/zz/auth/login');
  await waitFor(() => expect(replaceDocument).toHaveBeenCalledExactlyOnceWith('/UK'));
});

test.each(['login', 'set-password', 'forgot-password/request-code', 'forgot-password/reset-password'])(
  'loads the prerendered document when the application opens at %s',
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
