import { requestHeader } from '#shared/api/headers.ts';

export const apiHeaders = { accept: 'application/json', [requestHeader.name]: requestHeader.value };

/**
 * Creates a signal that aborts after a minute. API Gateway gives up 30 seconds after it has received the whole request,
 * so no response can arrive later.
 */
export const createTimeoutSignal = () => AbortSignal.timeout(60_000);

type Method = 'GET' | 'POST';

type PreloadedResponse = {
  /** Resolves to undefined if the request has to be repeated. */
  readonly response: Promise<Response | undefined>;
  /** Returns whether the response may still be used; by default it may. */
  readonly isUsable?: () => boolean;
  /** True for the page's data, which are needed when the page is shown; all others are needed before. */
  readonly isPageData?: boolean;
};

type StoredResponse = PreloadedResponse & {
  /** Parsed body of the page's data, once it has arrived. */
  body?: unknown;
};

const responses = new Map<string, StoredResponse>();

/** The order of the query's parameters does not matter. */
const toKey = (method: string, path: string) => {
  const [pathname, query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.sort();
  return `${method} ${pathname}?${params}`;
};

const readBody = async (stored: StoredResponse) => {
  const response = await stored.response;
  if (stored.isPageData) stored.body = await response?.clone().json();
};

/** Stores the response to a request until `api.ts` needs it. */
export const storePreloadedResponse = (method: Method, path: string, preloaded: PreloadedResponse) => {
  const stored: StoredResponse = { ...preloaded };
  // The caller of `takePreloadedResponse` handles the failure; this only avoids an unhandled rejection.
  readBody(stored).catch(() => undefined);
  responses.set(toKey(method, path), stored);
};

export const preloadFile = (path: string) =>
  storePreloadedResponse('GET', path, {
    response: fetch(path, { credentials: 'same-origin', cache: 'no-cache', signal: createTimeoutSignal() }),
  });

/** Requests the API without storing the response. `path` starts with `/api` and includes the query. */
export const fetchEarly = (method: Method, path: string): Promise<Response> =>
  fetch(path, { credentials: 'same-origin', method, headers: apiHeaders, signal: createTimeoutSignal() });

/** Returns a preloaded response once; undefined if there is none that may be used. */
export const takePreloadedResponse = (method: string, path: string): Promise<Response | undefined> | undefined => {
  const key = toKey(method, path);
  const preloaded = responses.get(key);
  responses.delete(key);
  return preloaded?.isUsable?.() === false ? undefined : preloaded?.response;
};

/** Returns the body of the page's data that a GET request has loaded, if it has arrived and may be used. */
export const findPreloadedBody = (path: string): unknown => {
  const stored = responses.get(toKey('GET', path));
  return stored?.isUsable?.() === false ? undefined : stored?.body;
};

/** Discards a preloaded response that has been used. */
export const discardPreloadedResponse = (path: string) => responses.delete(toKey('GET', path));

/** Discards all preloaded responses except the page's data once the first page is shown: they would be stale if used later. */
export const discardAllButPageData = () => {
  for (const [key, { isPageData }] of responses) if (!isPageData) responses.delete(key);
};

/** Discards all preloaded responses, once another page is shown. */
export const discardPreloadedResponses = () => responses.clear();
