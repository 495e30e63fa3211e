import { afterEach, expect, test, vi } from 'vitest';
import { forgetEarly } from '#web/data/asked-early.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { askForPage } from './ask-for-page.ts';
import { existingPages } from './pages.ts';

afterEach(() => forgetEarly());

/** What a document at an address asks for before its own code is there: of the server, and of the pages' chunks. */
const askedAt = (pathname: string) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({});
  });
  const pages: string[] = [];
  for (const page of existingPages)
    vi.spyOn(page, 'load').mockImplementation(() => {
      pages.push(page.name);
      return new Promise(() => {});
    });
  askForPage(pathname);
  return { asked, pages };
};

const signIn = () =>
  sessionMarks.write('nuk', {
    absolute: sessionMarks.endFromNow('absolute'),
    idle: sessionMarks.endFromNow('idle'),
  });

test('a stranger on the sign-in page: the configuration and its chunk, and no session; nothing that the guard would refuse', () => {
  expect(askedAt('/UK/nuk/auth/login')).toEqual({ asked: ['/config.json'], pages: ['login'] });
  expect(askedAt('/UK/nuk/repairs/submitted')).toEqual({ asked: ['/config.json'], pages: [] });
  signIn();
  expect(askedAt('/FR/nfr/repairs/submitted')).toEqual({ asked: ['/config.json'], pages: [] });
});

test('where a session may exist: it, and the page', () => {
  signIn();
  expect(askedAt('/UK/nuk/repairs/submitted')).toEqual({
    asked: ['/config.json', '/api/auth/nuk/session'],
    pages: ['submittedRepairs'],
  });
  expect(askedAt('/UK/nuk').pages).toEqual(['home']);
});

test('no session where one is being ended, or its token has run out', () => {
  signIn();
  sessionMarks.beginSignOut('nuk');
  expect(askedAt('/UK/nuk').asked).toEqual(['/config.json']);
  sessionMarks.endSignOut('nuk');
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60_000));
  expect(askedAt('/UK/nuk').asked).toEqual(['/config.json']);
});

test.each(['/', '/uk/nuk', '/XX/nuk', '/UK/nowhere', '/UK/nuk/nowhere', '/UK/nuk/repairs/submitted/more'])(
  '%s is left to the router',
  (pathname) => {
    signIn();
    expect(askedAt(pathname)).toEqual({ asked: ['/config.json'], pages: [] });
  },
);
