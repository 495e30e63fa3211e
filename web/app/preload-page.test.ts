import { afterEach, expect, test, vi } from 'vitest';
import { discardPreloadedResponses, takePreloadedResponse } from '#web/data/preloaded-requests.ts';
import { rememberUser } from '#web/session/known-user.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { applicationPages } from './pages.ts';
import { preloadPage } from './preload-page.ts';

afterEach(() => discardPreloadedResponses());

const sessionPath = '/api/auth/nuk/session';
const refreshPath = '/api/auth/nuk/refresh-token';
const listPath = '/api/repairs/nuk?limit=25';
const staffAuth = buildAuth(['NUK', 'register-repairs']);

type Answers = Readonly<Record<string, () => Response | Promise<Response>>>;

/** Preloads as a document at this path does. Returns the requests and page chunks. Requests without an answer succeed with an empty object. */
const preloadAt = (path: string, answers: Answers = {}) => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(method === 'GET' ? url : `${method} ${url}`);
    return answers[url]?.() ?? Response.json({});
  });
  const pages: string[] = [];
  for (const page of applicationPages)
    vi.spyOn(page, 'load').mockImplementation(() => {
      pages.push(page.name);
      return new Promise(() => {});
    });
  const { pathname, search } = new URL(path, location.origin);
  preloadPage(pathname, search);
  return { requests, pages };
};

const signIn = () =>
  sessionMarks.write('nuk', {
    absolute: sessionMarks.endFromNow('absolute'),
    idle: sessionMarks.endFromNow('idle'),
  });

/** Stores the end times of a session whose access token has expired. */
const signInWithExpiredToken = () => {
  signIn();
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60_000));
};

const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

test('preloads public pages only, and no session, when signed out', async () => {
  const legal = preloadAt('/UK/nuk/legal-information/privacy-policy');
  const list = preloadAt('/UK/nuk/repairs/submitted');
  signIn();
  const otherRegion = preloadAt('/FR/nfr/repairs/submitted');
  await waitForNextTask();
  expect(legal).toEqual({ requests: ['/config.json'], pages: ['privacyPolicyInRegion'] });
  expect(list).toEqual({ requests: ['/config.json'], pages: [] });
  expect(otherRegion).toEqual({ requests: ['/config.json'], pages: [] });
});

test('preloads session, page and data when a session may exist', async () => {
  signIn();
  const { requests, pages } = preloadAt('/UK/nuk/repairs/submitted', { [sessionPath]: () => Response.json(staffAuth) });
  expect(requests).toEqual(['/config.json', sessionPath]);
  expect(pages).toEqual(['submittedRepairs']);
  await vi.waitFor(() => expect(requests).toEqual(['/config.json', sessionPath, listPath]));
  expect(preloadAt('/UK/nuk').pages).toEqual(['home']);
});

test('requests the data together with the session if the user is known', async () => {
  signIn();
  rememberUser('nuk', staffAuth, sessionMarks.readEnds('nuk').absolute);
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', { [sessionPath]: () => new Promise(() => {}) });
  expect(requests).toEqual(['/config.json', sessionPath, listPath]);
  expect(await (await takePreloadedResponse('GET', listPath))?.json()).toEqual({});
});

test('requests what new roles allow after the session, nothing twice', async () => {
  signIn();
  rememberUser('nuk', staffAuth, sessionMarks.readEnds('nuk').absolute);
  const newAuth = { ...buildAuth(['NUK', 'register-repairs', 'register-returns']), isRegisterReturnsAllowed: true };
  const { requests } = preloadAt('/UK/nuk', { [sessionPath]: () => Response.json(newAuth) });
  expect(requests.filter((path) => path.startsWith('/api/returns'))).toEqual([]);
  await vi.waitFor(() => expect(requests.filter((path) => path.startsWith('/api/returns'))).toHaveLength(2));
  expect(requests).toHaveLength(new Set(requests).size);
});

test('requests no data of a page that is not allowed', () => {
  signIn();
  rememberUser('nuk', staffAuth, sessionMarks.readEnds('nuk').absolute);
  const { requests } = preloadAt('/UK/nuk/admin/manage-users', { [sessionPath]: () => new Promise(() => {}) });
  expect(requests).toEqual(['/config.json', sessionPath]);
});

test('refreshes an expired token before requesting a known user’s data', async () => {
  signInWithExpiredToken();
  rememberUser('nuk', staffAuth, sessionMarks.readEnds('nuk').absolute);
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', { [refreshPath]: () => Response.json(staffAuth) });
  expect(requests).not.toContain(listPath);
  await vi.waitFor(() => expect(requests).toEqual(['/config.json', `POST ${refreshPath}`, listPath]));
});

test('shows the layout of a page that the user may open', () => {
  document.body.innerHTML = '<div class="shell is-loading"></div>';
  const shell = document.querySelector('.shell');
  preloadAt('/UK/nuk/repairs/submitted');
  expect(shell?.className).toBe('shell is-loading');
  signIn();
  preloadAt('/UK/nuk/repairs/submitted');
  expect(shell?.className).toBe('shell is-loading layout-wide');
  document.body.replaceChildren();
});

test.each([
  ['/UK/nuk/repairs/submitted', 'Submitted repairs'],
  ['/DE/nuk/repairs/submitted?state=received', 'Gebuchte Reparaturen'],
  ['/FR/nuk/repairs/book', 'Enregistrer une réparation'],
  ['/UK/nuk/repairs/submitted?storeId=1&ref=2&id=3', ''],
  ['/UK/nuk', ''],
])('shows the title of %s: "%s"', (path, title) => {
  document.body.innerHTML = '<div class="shell is-loading"><div class="skeleton-title"></div></div>';
  signIn();
  preloadAt(path);
  expect(document.querySelector('.skeleton-title')).toHaveTextContent(new RegExp(`^${title}$`));
  expect(document.querySelectorAll('.has-text')).toHaveLength(title === '' ? 0 : 1);
  document.body.replaceChildren();
});

test.each([
  ['a user without the role', '/UK/nuk/admin/manage-users', () => Response.json(staffAuth)],
  [
    'a user of another region',
    '/UK/nuk/repairs/submitted',
    () => Response.json(buildAuth(['NFR', 'register-repairs'])),
  ],
  ['a page without data', '/UK/nuk/repairs/track', () => Response.json(staffAuth)],
  ['a session that is over', '/UK/nuk/repairs/submitted', () => Response.json({ error: {} }, { status: 401 })],
  ['an unreadable response', '/UK/nuk/repairs/submitted', () => new Response('<html>')],
])('requests no data for %s', async (_, path, answer) => {
  signIn();
  const { requests } = preloadAt(path, { [sessionPath]: answer });
  await waitForNextTask();
  await waitForNextTask();
  expect(requests).toEqual(['/config.json', sessionPath]);
});

test('discards the responses of a session that another one has replaced', async () => {
  signIn();
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', { [sessionPath]: () => Response.json(staffAuth) });
  await vi.waitFor(() => expect(requests).toContain(listPath));
  sessionMarks.write('nuk', { absolute: sessionMarks.endFromNow('absolute') + 1000, idle: Infinity });
  expect(takePreloadedResponse('GET', sessionPath)).toBeUndefined();
  expect(takePreloadedResponse('GET', listPath)).toBeUndefined();
});

test('requests no data if another session has started since the session was requested', async () => {
  signIn();
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', {
    [sessionPath]: () => {
      sessionMarks.write('nuk', { absolute: sessionMarks.endFromNow('absolute') + 1000, idle: Infinity });
      return Response.json(staffAuth);
    },
  });
  await waitForNextTask();
  await waitForNextTask();
  expect(requests).toEqual(['/config.json', sessionPath]);
});

test.each([
  ['answered', () => Response.json({ items: [] }), true],
  ['rejected', () => Response.json({ error: {} }, { status: 403 }), false],
  ['failed', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('hands over the list response, once, only if the request succeeded: %s', async (_, answer, isUsed) => {
  signIn();
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', {
    [sessionPath]: () => Response.json(staffAuth),
    [listPath]: answer,
  });
  await vi.waitFor(() => expect(requests).toContain(listPath));
  expect((await takePreloadedResponse('GET', listPath)) !== undefined).toBe(isUsed);
  expect(takePreloadedResponse('GET', listPath)).toBeUndefined();
});

test('requests no session during sign-out', async () => {
  signIn();
  sessionMarks.beginSignOut('nuk');
  const { requests } = preloadAt('/UK/nuk');
  await waitForNextTask();
  expect(requests).toEqual(['/config.json']);
  sessionMarks.endSignOut('nuk');
});

test('refreshes a session whose access token has expired, then requests the data', async () => {
  signInWithExpiredToken();
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', { [refreshPath]: () => Response.json(staffAuth) });
  await vi.waitFor(() => expect(requests).toEqual(['/config.json', `POST ${refreshPath}`, listPath]));
  expect(sessionMarks.mayHaveAccess('nuk')).toBe(true);
  // The application asks for either, depending on whether the refresh is finished when it starts.
  for (const [method, path] of [
    ['GET', sessionPath],
    ['POST', refreshPath],
  ] as const)
    expect(await (await takePreloadedResponse(method, path))?.json()).toEqual(staffAuth);
});

test('leaves a failed refresh to the application', async () => {
  signInWithExpiredToken();
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', {
    [refreshPath]: () => Response.json({ error: {} }, { status: 401 }),
  });
  await waitForNextTask();
  await waitForNextTask();
  expect(requests).toEqual(['/config.json', `POST ${refreshPath}`]);
  expect(sessionMarks.mayHaveAccess('nuk')).toBe(false);
  expect((await takePreloadedResponse('POST', refreshPath))?.status).toBe(401);
});

test('does not refresh a session that another tab has refreshed while this one waited', async () => {
  signInWithExpiredToken();
  const locks = {
    request: async (_name: string, _options: object, work: () => Promise<unknown>) => {
      sessionMarks.write('nuk', { absolute: Infinity, idle: sessionMarks.endFromNow('idle') });
      return work();
    },
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  const { requests } = preloadAt('/UK/nuk/repairs/submitted', { [sessionPath]: () => Response.json(staffAuth) });
  await vi.waitFor(() => expect(requests).toEqual(['/config.json', sessionPath, listPath]));
  Reflect.deleteProperty(navigator, 'locks');
});

test.each(['/', '/uk/nuk', '/XX/nuk', '/UK/nowhere', '/UK/nuk/nowhere', '/UK/nuk/repairs/submitted/more'])(
  'preloads only the configuration for %s',
  async (pathname) => {
    signIn();
    const preloaded = preloadAt(pathname);
    await waitForNextTask();
    expect(preloaded).toEqual({ requests: ['/config.json'], pages: [] });
  },
);
