import * as z from 'zod/mini';
import { AppError } from '#shared/api/errors.ts';
import { webConfigPath } from '#shared/api/headers.ts';
import { isInAudience } from '#shared/api/policies.ts';
import type { Input, Output, Route } from '#shared/api/route.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { isRegionId } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { tabMemory } from '#web/browser/memory.ts';
import { createStore } from '#web/browser/store.ts';
import { withCrossTabLock, toCookieLockName } from '#web/session/cookie-lock.ts';
import { endSession } from '#web/session/end-session.ts';
import { createLoadSession, createRefresh, isSessionOver } from '#web/session/refresh.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { toAppError, isAccessDenied, isMaintenance, isSignedOut } from './api-errors.ts';
import {
  apiHeaders,
  createTimeoutSignal,
  discardPreloadedResponse,
  findPreloadedBody,
  takePreloadedResponse,
} from './preloaded-requests.ts';
import { fillRoutePath, toGetPath } from './request-path.ts';

/** Number of calls in progress, for the loading bar. */
export const activeCallCount = createStore(0);

export const trackCall = async <T>(work: Promise<T>): Promise<T> => {
  activeCallCount.set(activeCallCount.get() + 1);
  try {
    return await work;
  } finally {
    activeCallCount.set(activeCallCount.get() - 1);
  }
};

const challengeTimeKey = 'challengedAt';

/**
 * Reloads the document if the firewall challenges the browser, because only a document load can pass the challenge.
 * Reloads at most once a minute, in case the browser fails the challenge.
 */
const passChallenge = (response: Response): Response | Promise<never> => {
  if (response.headers.get('x-amzn-waf-action') !== 'challenge') return response;
  const now = String(Date.now());
  if (Number(now) - Number(tabMemory.get(challengeTimeKey) ?? 0) < 60_000) throw new AppError('ServiceUnavailable');
  tabMemory.set(challengeTimeKey, now);
  // Without storage, the document would reload forever.
  if (tabMemory.get(challengeTimeKey) !== now) throw new AppError('ServiceUnavailable');
  loadDocument(location.href);
  return new Promise<never>(() => undefined);
};

/**
 * Returns the response of a path of this site: that of its preload, if there is one, or that of a new request. Throws
 * Offline without a network, and NoAnswer if no response arrives for any other reason.
 */
const fetchResponse = (path: string, init: RequestInit = {}, signal = createTimeoutSignal()): Promise<Response> => {
  const request = () => fetch(path, { credentials: 'same-origin', signal, ...init });
  const preloaded = takePreloadedResponse(init.method ?? 'GET', path);
  return (preloaded ? preloaded.then((response) => response ?? request()) : request())
    .catch((cause: unknown) => {
      throw new AppError(navigator.onLine ? 'NoAnswer' : 'Offline', { cause });
    })
    .then(passChallenge);
};

const readBody = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

export const readJson = async (path: string): Promise<unknown> => {
  const response = await fetchResponse(path, { cache: 'no-cache' });
  if (!response.ok) throw await toAppError(response, undefined);
  return readBody(response);
};

/**
 * Requests a file of this site. Throws Offline or NoAnswer without a response, ServiceUnavailable if CloudFront
 * responds with an outage.
 */
export const pingSite = async () => {
  const response = await fetchResponse(webConfigPath, { cache: 'no-store' });
  if (response.status >= 502) throw await toAppError(response, undefined);
};

type Fields = Readonly<Record<string, unknown>>;

const buildRequest = (route: Route, input: Fields): { path: string; init: RequestInit } => {
  const { method } = route;
  const init = { method, headers: apiHeaders };
  if (method === 'GET') return { path: toGetPath(route.path, input), init };
  const { path, remainingFields } = fillRoutePath(route.path, input);
  if (remainingFields.length === 0) return { path, init };
  const headers = { ...apiHeaders, 'content-type': 'application/json' };
  return { path, init: { method, headers, body: JSON.stringify(Object.fromEntries(remainingFields)) } };
};

const send = async <R extends Route>(route: R, input: Input<R>, signal?: AbortSignal): Promise<Output<R>> => {
  const { path, init } = buildRequest(route, input as Fields);
  const response = await fetchResponse(path, init, signal);
  const body = await readBody(response);
  if (!response.ok) throw await toAppError(response, body);
  const output = z.safeParse(route.output, body);
  if (!output.success) {
    const requestId = response.headers.get('apigw-requestid') ?? undefined;
    throw new AppError('InternalServerError', { cause: output.error, requestId });
  }
  return output.data as Output<R>;
};

/** Refreshes the session; throws the error of the server. */
export const refreshSession = createRefresh({
  requestSession: (region) => trackCall(send(auth.refreshToken, { region })),
  store: sessionStore,
  withLock: withCrossTabLock,
});

export const loadSession = createLoadSession({
  requestSession: (region) => trackCall(send(auth.session, { region })),
  refresh: refreshSession,
  store: sessionStore,
});

const endSessionOnRejection = (
  region: RegionId,
  alert: 'sessionEnded' | 'sessionExpired',
  work: Promise<void>,
): Promise<void> =>
  work.catch((error: unknown) => {
    if (isSessionOver(error)) endSession(region, alert);
    throw error;
  });

/**
 * Asks the server whether the session is still valid, and ends it if it is not. Also rejects if the server cannot be
 * reached.
 */
export const checkSession = (region: RegionId): Promise<void> =>
  endSessionOnRejection(region, 'sessionEnded', loadSession(region));

/** Throws if another user has signed in since the input was typed, because the input must not be sent as the other user. */
const requireSameUser = (region: RegionId) => {
  if (sessionStore.hasOtherUser(region)) throw new AppError('ExpiredToken');
};

const retryWithRenewedSession = async <T>(region: RegionId, attempt: () => Promise<T>): Promise<T> => {
  await endSessionOnRejection(region, 'sessionExpired', refreshSession(region));
  requireSameUser(region);
  const previousSessions = sessionStore.getKnownSessions(region);
  return attempt().catch((error: unknown) => {
    if (isSignedOut(error) && !sessionStore.hasNewSessionSince(region, previousSessions)) {
      sessionStore.clear(region);
      endSession(region, 'sessionExpired');
    }
    throw error;
  });
};

const routesThatChangeCookies: ReadonlySet<Route> = new Set<Route>([
  auth.login,
  auth.answerCode,
  auth.setPassword,
  auth.changePassword,
  auth.logout,
]);

const callSignedIn = async <R extends Route>(
  route: R,
  region: RegionId,
  attempt: () => Promise<Output<R>>,
): Promise<Output<R>> => {
  // The session may be over or may have been replaced in another tab, so the server is asked first who is signed in.
  const hasSessionEnded = sessionStore.findLastUser(region) !== undefined && !sessionStore.get(region);
  if (hasSessionEnded || sessionStore.isUncertain(region))
    await endSessionOnRejection(region, 'sessionExpired', loadSession(region));
  requireSameUser(region);
  return attempt().catch((error: unknown) => {
    if (isSignedOut(error)) return retryWithRenewedSession(region, attempt);
    const session = sessionStore.get(region);
    // A role was revoked or a maintenance has begun. The page is updated when the session has been refreshed.
    if ((isAccessDenied(error) && session && isInAudience(session, route.audience)) || isMaintenance(error))
      void refreshSession(region).catch(() => undefined);
    throw error;
  });
};

/**
 * Calls a route; `signal` aborts the call. If the session has expired, refreshes it and repeats the call once; if the
 * server still rejects the session, ends it and opens the sign-in page. Throws AppError.
 */
export const call = async <R extends Route>(route: R, input: Input<R>, signal?: AbortSignal): Promise<Output<R>> => {
  const { region } = input as Fields;
  const request = () => send(route, input, signal);
  if (typeof region !== 'string' || !isRegionId(region)) return trackCall(request());
  const attempt = () =>
    routesThatChangeCookies.has(route) ? withCrossTabLock(toCookieLockName(region), request) : request();
  return trackCall(route.audience === 'anyone' ? attempt() : callSignedIn(route, region, attempt));
};

export type Call = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>;

/**
 * Calls a route in the background: without the loading bar, and without refreshing or ending an expired session. Throws
 * AppError.
 */
export const backgroundCall: Call = send;

type PreloadedData<R extends Route> = {
  readonly data: Output<R>;
  /** Marks the data as used, so that a later call of the route sends a request. */
  readonly discard: () => void;
};

/**
 * Finds the data of a GET route that the document's first script has loaded, so that the first render shows them.
 * Undefined if they have not arrived or are invalid: then the route has to be called.
 */
export const findPreloadedData = <R extends Route>(route: R, input: Input<R>): PreloadedData<R> | undefined => {
  const path = toGetPath(route.path, input as Fields);
  const body = findPreloadedBody(path);
  if (body === undefined) return undefined;
  const output = z.safeParse(route.output, body);
  return output.success ? { data: output.data as Output<R>, discard: () => discardPreloadedResponse(path) } : undefined;
};

/** Returns preloaded data once, if they are wanted. */
export const readPreloadedData = <R extends Route>(
  route: R,
  input: Input<R>,
  isWanted: (data: Output<R>) => boolean = () => true,
): Output<R> | undefined => {
  const found = findPreloadedData(route, input);
  if (!found || !isWanted(found.data)) return undefined;
  found.discard();
  return found.data;
};
