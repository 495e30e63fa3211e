import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { drafts } from '#web/components/drafts/drafts.ts';
import type { DraftUser } from '#web/components/drafts/drafts.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { openOtherTab } from '#web/testing/other-tab.ts';
import { signOut } from './sign-out.ts';

vi.mock('#web/browser/load-document.ts');

const openDraft = (user: DraftUser) =>
  drafts.getDrafts({ ...user, form: 'bookRepair' }).slot('3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11');

const auth = buildAuth(['NUK'], Date.now() + 600_000);
const openUserDraft = () => openDraft({ region: 'nuk', email: auth.email });
const listDraftKeys = () => Object.keys({ ...localStorage }).filter((key) => key.startsWith('draft.'));

beforeEach(() => {
  sessionStore.signIn('nuk', auth);
});

test('removes drafts before the logout request', async () => {
  const draft = openUserDraft();
  draft.write({ storeRefNo: 'REF-1' });
  const draftKeysAtRequest: string[][] = [];
  vi.stubGlobal('fetch', () => {
    draftKeysAtRequest.push(listDraftKeys());
    draft.write({ storeRefNo: 'REF-12' });
    return Promise.reject(new TypeError('offline'));
  });
  await signOut('nuk');
  draft.write({ storeRefNo: 'REF-123' });
  expect(draftKeysAtRequest).toEqual([[]]);
  expect(listDraftKeys()).toEqual([]);
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=signedOut');
});

test('ends the session after three seconds without a response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const signingOut = signOut('nuk');
  await vi.advanceTimersByTimeAsync(2999);
  expect(loadDocument).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await signingOut;
  expect(sessionStore.get('nuk')).toBeUndefined();
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=signedOut');
});

test('removes drafts when another tab signs out', async () => {
  const draft = openUserDraft();
  draft.write({ storeRefNo: 'REF-1' });
  openOtherTab().signOut('nuk');
  await vi.waitFor(() => expect(listDraftKeys()).toEqual([]));
  draft.write({ storeRefNo: 'REF-12' });
  expect(listDraftKeys()).toEqual([]);
});
