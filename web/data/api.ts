import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import { apiStage, webConfigPath } from '#shared/http.ts';
import { isInAudience } from '#shared/policies.ts';
import { isRegionId } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Input, Output, Route } from '#shared/route.ts';
import { auth } from '#shared/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { tabMemory } from '#web/browser/memory.ts';
import { createStore } from '#web/browser/store.ts';
import { endSession } from '#web/session/end-session.ts';
import { aloneOfAllTabs, cookieLock, createLoadSession, createRefresh, isRefusal } from '#web/session/refresh.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { errorOfAnswer, isRefused, isSignedOut } from './api-errors.ts';
import { apiHeaders, takeEarly, whileAnswersCome } from './asked-early.ts';

/** How many calls are under way: what the loading bar follows. */
export const activity = createStore(0);

export const tracked = async <T>(work: Promise<T>): Promise<T> => {
  activity.set(activity.get() + 1);
  try {
    return await work;
  } finally {
    activity.set(activity.get() - 1);
  }
};

const challengedAt = 'challengedAt';

/** The firewall wants to see that a browser asks: to load a document shows it. Not twice in a minute, where the browser cannot. */
const passingChallenge = (response: Response): Response | Promise<never> => {
  if (response.headers.get('x-amzn-waf-action') !== 'challenge') return response;
  const now = String(Date.now());
  if (Number(now) - Number(tabMemory.get(challengedAt) ?? 0) < 60_000) throw new AppError('ServiceUnavailable');
  tabMemory.set(challengedAt, now);
  // Where nothing is kept one load would follow another.
  if (tabMemory.get(challengedAt) !== now) throw new AppError('ServiceUnavailable');
  loadDocument(location.href);
  return new Promise<never>(() => undefined);
};

/** The only fetch, but for what was asked early. Throws Offline without a network, NoAnswer where anything else keeps an answer from arriving. */
const ask = (path: string, init: RequestInit = {}, signal = whileAnswersCome()): Promise<Response> =>
  (takeEarly(path) ?? fetch(path, { credentials: 'same-origin', signal, ...init }))
    .catch((cause: unknown) => {
      throw new AppError(navigator.onLine ? 'NoAnswer' : 'Offline', { cause });
    })
    .then(passingChallenge);

const readable = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

export const readJson = async (path: string): Promise<unknown> => {
  const response = await ask(path, { cache: 'no-cache' });
  if (!response.ok) throw await errorOfAnswer(response, undefined);
  return readable(response);
};

/** Asks our own site for anything at all. Throws Offline or NoAnswer where nothing comes, ServiceUnavailable where only the edge is there to answer. */
export const reachSite = async () => {
  const response = await ask(webConfigPath, { cache: 'no-store' });
  if (response.status >= 502) throw await errorOfAnswer(response, undefined);
};

type Fields = Readonly<Record<string, unknown>>;

const requestOf = (route: Route, input: Fields): { path: string; init: RequestInit } => {
  const inPath: string[] = [];
  const filled = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.push(name);
    return encodeURIComponent(String(input[name]));
  });
  const rest = Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  const path = `/${apiStage}${filled}`;
  const { method } = route;
  const init = { method, headers: apiHeaders };
  if (method === 'GET') {
    const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
    return { path: query.size > 0 ? `${path}?${query}` : path, init };
  }
  if (rest.length === 0) return { path, init };
  const headers = { ...apiHeaders, 'content-type': 'application/json' };
  return { path, init: { method, headers, body: JSON.stringify(Object.fromEntries(rest)) } };
};

const send = async <R extends Route>(route: R, input: Input<R>, signal?: AbortSignal): Promise<Output<R>> => {
  const { path, init } = requestOf(route, input as Fields);
  const response = await ask(path, init, signal);
  const body = await readable(response);
  if (!response.ok) throw await errorOfAnswer(response, body);
  const output = z.safeParse(route.output, body);
  if (!output.success) {
    const requestId = response.headers.get('apigw-requestid') ?? undefined;
    throw new AppError('InternalServerError', { cause: output.error, requestId });
  }
  return output.data as Output<R>;
};

/** Throws what the server said. */
export const refreshSession = createRefresh({
  ask: (region) => tracked(send(auth.refreshToken, { region })),
  store: sessionStore,
  alone: aloneOfAllTabs,
});

export const loadSession = createLoadSession({
  ask: (region) => tracked(send(auth.session, { region })),
  refresh: refreshSession,
  store: sessionStore,
});

const endedBy = (region: RegionId, alert: 'sessionEnded' | 'sessionExpired', work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (isRefusal(error)) endSession(region, alert);
    throw error;
  });

/** Asks the server about a session that may be over, and shows it if it is. Rejects where the server cannot be asked, too. */
export const checkSession = (region: RegionId): Promise<void> => endedBy(region, 'sessionEnded', loadSession(region));

/** Nothing is sent under the name of somebody who has signed in since it was typed. */
const requireSameUser = (region: RegionId) => {
  if (sessionStore.hasOtherUser(region)) throw new AppError('ExpiredToken');
};

const renewed = async <T>(region: RegionId, once: () => Promise<T>): Promise<T> => {
  await endedBy(region, 'sessionExpired', refreshSession(region));
  requireSameUser(region);
  const known = sessionStore.knownSessions(region);
  return once().catch((error: unknown) => {
    if (isSignedOut(error) && !sessionStore.hasBegunSince(region, known)) {
      sessionStore.clear(region);
      endSession(region, 'sessionExpired');
    }
    throw error;
  });
};

const changesCookies: ReadonlySet<Route> = new Set<Route>([
  auth.login,
  auth.answerCode,
  auth.setPassword,
  auth.changePassword,
  auth.logout,
]);

const callSignedIn = async <R extends Route>(
  route: R,
  region: RegionId,
  once: () => Promise<Output<R>>,
): Promise<Output<R>> => {
  // A document whose user's session is over, or was perhaps replaced, finds out first who is signed in.
  const isOver = sessionStore.lastUser(region) !== undefined && !sessionStore.get(region);
  if (isOver || sessionStore.isDoubtful(region)) await endedBy(region, 'sessionExpired', loadSession(region));
  requireSameUser(region);
  return once().catch((error: unknown) => {
    if (isSignedOut(error)) return renewed(region, once);
    const session = sessionStore.get(region);
    // Somebody has taken a role away: pages and navigation follow as soon as the session is asked for anew.
    if (isRefused(error) && session && isInAudience(session, route.audience))
      void refreshSession(region).catch(() => undefined);
    throw error;
  });
};

/** Calls a route of the table, until its signal says that nobody waits any more. A session that ran out is renewed once and the call repeated once; then it ends at the sign-in page. Throws AppError. */
export const call = async <R extends Route>(route: R, input: Input<R>, signal?: AbortSignal): Promise<Output<R>> => {
  const { region } = input as Fields;
  const request = () => send(route, input, signal);
  if (typeof region !== 'string' || !isRegionId(region)) return tracked(request());
  const once = () => (changesCookies.has(route) ? aloneOfAllTabs(cookieLock(region), request) : request());
  return tracked(route.audience === 'anyone' ? once() : callSignedIn(route, region, once));
};

export type Call = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>;

/** Calls a route in the background: nothing shows, and a session that ran out is neither renewed nor ended by it. Throws AppError. */
export const backgroundCall: Call = send;
