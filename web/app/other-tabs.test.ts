import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { openOtherTab } from '#web/testing/other-tab.ts';
import { syncWithOtherTabs } from './other-tabs.ts';

vi.mock('#web/browser/load-document.ts');

syncWithOtherTabs();

const auth = buildAuth(['NUK']);
beforeEach(() => {
  history.replaceState(null, '', '/DE/nuk/repairs/submitted?search=4711');
  sessionStore.signIn('nuk', auth);
  vi.mocked(loadDocument).mockClear();
});

test('signs out with a message when another tab signs out', async () => {
  sessionStorage.setItem('wantedPage.nuk', '/DE/nuk/repairs/submitted?search=4711');
  openOtherTab().signOut('nuk');
  await vi.waitFor(() =>
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/DE/nuk/auth/login?alert=signedOutElsewhere'),
  );
  expect(sessionStorage.getItem('wantedPage.nuk')).toBeNull();
});

test('reloads without the search when another user signs in', async () => {
  openOtherTab().signIn('nuk', { ...auth, email: 'kim@example.com' });
  await vi.waitFor(() =>
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/DE/nuk/repairs/submitted?alert=otherUser'),
  );
});

test('ignores a sign-out in another region', async () => {
  history.replaceState(null, '', '/DE/ndach');
  openOtherTab().signOut('nuk');
  await vi.waitFor(() => expect(sessionStore.get('nuk')).toBeUndefined());
  expect(loadDocument).not.toHaveBeenCalled();
});
