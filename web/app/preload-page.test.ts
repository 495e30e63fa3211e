import { afterEach, expect, test, vi } from 'vitest';
import { discardPreloadedResponses } from '#web/data/preloaded-requests.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { existingPages } from './pages.ts';
import { preloadPage } from './preload-page.ts';

afterEach(() => discardPreloadedResponses());

/** Requests and page chunks that a document preloads for a path. */
const preloadAt = (pathname: string) => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return Response.json({});
  });
  const pages: string[] = [];
  for (const page of existingPages)
    vi.spyOn(page, 'load').mockImplementation(() => {
      pages.push(page.name);
      return new Promise(() => {});
    });
  preloadPage(pathname);
  return { requests, pages };
};

const signIn = () =>
  sessionMarks.write('nuk', {
    absolute: sessionMarks.endFromNow('absolute'),
    idle: sessionMarks.endFromNow('idle'),
  });

test('preloads only allowed pages and no session when signed out', () => {
  expect(preloadAt('/UK/nuk/legal-information/privacy-policy')).toEqual({
    requests: ['/config.json'],
    pages: ['privacyPolicyInRegion'],
  });
  expect(preloadAt('/UK/nuk/repairs/submitted')).toEqual({ requests: ['/config.json'], pages: [] });
  signIn();
  expect(preloadAt('/FR/nfr/repairs/submitted')).toEqual({ requests: ['/config.json'], pages: [] });
});

test('preloads session and page when a session may exist', () => {
  signIn();
  expect(preloadAt('/UK/nuk/repairs/submitted')).toEqual({
    requests: ['/config.json', '/api/auth/nuk/session'],
    pages: ['submittedRepairs'],
  });
  expect(preloadAt('/UK/nuk').pages).toEqual(['home']);
});

test('skips the session during sign-out or after token expiry', () => {
  signIn();
  sessionMarks.beginSignOut('nuk');
  expect(preloadAt('/UK/nuk').requests).toEqual(['/config.json']);
  sessionMarks.endSignOut('nuk');
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60_000));
  expect(preloadAt('/UK/nuk').requests).toEqual(['/config.json']);
});

test.each(['/', '/uk/nuk', '/XX/nuk', '/UK/nowhere', '/UK/nuk/nowhere', '/UK/nuk/repairs/submitted/more'])(
  'preloads only the configuration for %s',
  (pathname) => {
    signIn();
    expect(preloadAt(pathname)).toEqual({ requests: ['/config.json'], pages: [] });
  },
);
