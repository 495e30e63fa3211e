import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { authObject } from '#shared/api/routes/auth.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { usePathPlace } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import { rememberUser } from './known-user.ts';
import type { SessionMarks } from './marks.ts';
import { sessionMarks } from './marks.ts';
import type { SessionEnds } from './session-end.ts';

/** All that the page knows about a signed-in user of a region; in memory only, except for the known user. */
export type Session = AuthObject & { readonly region: RegionId };

const sessionMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('signedIn'),
    region: field.region,
    auth: authObject,
    /** Milliseconds since the epoch; absent if the sender does not know them. */
    ends: z.optional(z.object({ idle: z.number(), absolute: z.number() })),
  }),
  z.object({ type: z.literal('signedOut'), region: field.region, absolute: z.optional(z.number()) }),
]);

/**
 * Sessions that a tab knows at one moment: the one in memory, and the one in storage. They can differ, because storage
 * changes and messages reach a tab at different times.
 */
type KnownSessions = { readonly session: Session | undefined; readonly absoluteEnds: readonly number[] };

/** Sessions of this tab, one for each region, and the changes to them that all tabs make. */
export type SessionStore = Omit<SessionMarks, 'readEnds' | 'endFromNow' | 'write' | 'remove' | 'matchesSession'> & {
  readonly get: (region: RegionId) => Session | undefined;
  /** Calls the listener when a session changes. Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;

  /** Returns the ends of this tab's session if the stored ones belong to another session, else the stored ones. */
  readonly findEnds: (region: RegionId) => SessionEnds;

  readonly getKnownSessions: (region: RegionId) => KnownSessions;

  /** Returns whether a session has started that this tab did not know at an earlier moment. */
  readonly hasNewSessionSince: (region: RegionId, previousSessions: KnownSessions) => boolean;

  /** Returns whether a session has ended that this tab knew at an earlier moment. */
  readonly hasEndedSince: (region: RegionId, previousSessions: KnownSessions) => boolean;

  /**
   * Returns whether the stored end times are missing or belong to another session. Only the server knows which
   * session is valid.
   */
  readonly isUncertain: (region: RegionId) => boolean;

  /** Returns the user whose pages this document shows, even after the session has ended. */
  readonly findLastUser: (region: RegionId) => string | undefined;

  /** Resets the users as a new document would; for tests, which share one document. */
  readonly resetUsers: () => void;

  /**
   * Returns whether a user has signed in other than the one whose pages this document shows; the document is about to
   * reload.
   */
  readonly hasOtherUser: (region: RegionId) => boolean;

  /** Returns whether the access token of the session has expired. */
  readonly isAccessTokenExpired: (session: Session) => boolean;

  /** Starts a session in all tabs. */
  readonly signIn: (region: RegionId, auth: AuthObject) => void;

  /** Stores the refreshed session in all tabs, and moves its idle end. */
  readonly applyRefresh: (region: RegionId, auth: AuthObject) => void;

  /**
   * Stores the session from the server, unless it has changed since the request. Restores lost end times, but does not
   * extend the session.
   */
  readonly confirmSession: (region: RegionId, auth: AuthObject, previousSessions: KnownSessions) => void;

  /** Removes the session from memory only, so that the next page load asks the server, which cannot be reached now. */
  readonly forget: (region: RegionId) => void;

  /**
   * Ends the session, because the server has reported its end. Other tabs notice that its end times are missing, also ask
   * the server, and keep their input.
   */
  readonly clear: (region: RegionId) => void;

  /**
   * Ends the session with this absolute end (milliseconds since the epoch; by default the current one) in all tabs; a
   * newer one continues.
   */
  readonly signOut: (region: RegionId, absolute?: number) => void;

  /** Calls the listener when the session is signed out in another tab. */
  readonly onSignedOutElsewhere: (listener: (region: RegionId) => void) => void;

  /**
   * Calls the listener when another user signs in, in any tab, while this document shows the previous user's pages. The
   * listener returns whether it reloads the document.
   */
  readonly onOtherUser: (listener: (region: RegionId) => boolean) => void;
};

export const createSessionStore = (
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
): SessionStore => {
  const { readEnds: readStoredEnds, endFromNow, write, remove, matchesSession, ...marks } = sessionMarks;
  const store = createStore<{ readonly [Region in RegionId]?: Session }>({});
  const endsByRegion = new Map<RegionId, SessionEnds>();
  /** Absolute ends of sessions that this tab knows to be over, so that late messages do not restore them. */
  const endedSessions = new Map<RegionId, Set<number>>();
  const signedOutListeners = new Set<(region: RegionId) => void>();
  const otherUserListeners = new Set<(region: RegionId) => boolean>();
  /** User whose pages this document shows, by region. */
  const shownUserByRegion = new Map<RegionId, string>();

  const hasEnded = (region: RegionId, absolute: number) => endedSessions.get(region)?.has(absolute) ?? false;
  const markEnded = (region: RegionId, absolute: number) => {
    if (Number.isFinite(absolute)) endedSessions.set(region, (endedSessions.get(region) ?? new Set()).add(absolute));
  };
  const findEnds = (region: RegionId): SessionEnds => {
    const tabEnds = endsByRegion.get(region);
    const storedEnds = readStoredEnds(region);
    return tabEnds && Number.isFinite(tabEnds.absolute) && tabEnds.absolute !== storedEnds.absolute
      ? tabEnds
      : storedEnds;
  };
  /**
   * Returns the stored ends, which all tabs share, unless they belong to a session that is over; then those of this
   * tab.
   */
  const findCurrentEnds = (region: RegionId): SessionEnds => {
    const storedEnds = readStoredEnds(region);
    return Number.isFinite(storedEnds.absolute) && !hasEnded(region, storedEnds.absolute)
      ? storedEnds
      : findEnds(region);
  };
  const getKnownSessions = (region: RegionId): KnownSessions => ({
    session: store.get()[region],
    absoluteEnds: [endsByRegion.get(region), readStoredEnds(region)]
      .map((ends) => ends?.absolute ?? Number.POSITIVE_INFINITY)
      .filter((end) => Number.isFinite(end) && !hasEnded(region, end)),
  });

  const hasNewSessionSince = (region: RegionId, { absoluteEnds }: KnownSessions) =>
    getKnownSessions(region).absoluteEnds.some((end) => !absoluteEnds.includes(end));

  const hasEndedSince = (region: RegionId, { absoluteEnds }: KnownSessions) =>
    absoluteEnds.some((end) => hasEnded(region, end));

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  const post = (message: z.input<typeof sessionMessage>) => channel?.postMessage(message);
  const setSession = (region: RegionId, auth: AuthObject, ends: SessionEnds) => {
    const previous = endsByRegion.get(region);
    if (previous && previous.absolute !== ends.absolute) markEnded(region, previous.absolute);
    endedSessions.get(region)?.delete(ends.absolute);
    endsByRegion.set(region, ends);
    const user = shownUserByRegion.get(region);
    if (user === undefined) shownUserByRegion.set(region, auth.email);
    store.set({ ...store.get(), [region]: { ...auth, region } });
    if (user === undefined || user === auth.email) return;
    const isReloading = [...otherUserListeners].map((listener) => listener(region)).includes(true);
    if (!isReloading) shownUserByRegion.set(region, auth.email);
  };
  const removeSession = (region: RegionId) => {
    const { [region]: _, ...remainingSessions } = store.get();
    endsByRegion.delete(region);
    store.set(remainingSessions);
  };

  channel?.addEventListener('message', ({ data }) => {
    const message = sessionMessage.safeParse(data);
    if (!message.success) return;
    const { region } = message.data;
    if (message.data.type === 'signedIn') {
      const ends = message.data.ends ?? findCurrentEnds(region);
      if (!hasEnded(region, ends.absolute)) setSession(region, message.data.auth, ends);
      return;
    }
    const { absolute = Number.POSITIVE_INFINITY } = message.data;
    const currentEnd = findEnds(region).absolute;
    markEnded(region, absolute);
    // A new session has started in the meantime.
    if (Number.isFinite(absolute) && Number.isFinite(currentEnd) && currentEnd !== absolute) return;
    removeSession(region);
    for (const listener of signedOutListeners) listener(region);
  });

  const startSession = (region: RegionId, auth: AuthObject, ends: SessionEnds) => {
    write(region, ends);
    rememberUser(region, auth, ends.absolute);
    setSession(region, auth, ends);
    post({ type: 'signedIn', region, auth, ...(Number.isFinite(ends.absolute) && { ends }) });
  };

  return {
    get: (region: RegionId): Session | undefined => store.get()[region],
    subscribe: store.subscribe,
    ...marks,
    findEnds,
    getKnownSessions,
    hasNewSessionSince,
    hasEndedSince,
    isUncertain: (region: RegionId) => {
      const tabEnds = endsByRegion.get(region);
      return tabEnds !== undefined && Number.isFinite(tabEnds.absolute) && !matchesSession(region, tabEnds.absolute);
    },
    findLastUser: (region: RegionId) => shownUserByRegion.get(region),
    resetUsers: () => shownUserByRegion.clear(),
    hasOtherUser: (region: RegionId) => {
      const session = store.get()[region];
      return session !== undefined && session.email !== shownUserByRegion.get(region);
    },
    isAccessTokenExpired: (session: Session) => Date.parse(session.jwt_expired) <= Date.now(),
    signIn: (region: RegionId, auth: AuthObject) => {
      marks.endSignOut(region);
      startSession(region, auth, { absolute: endFromNow('absolute'), idle: endFromNow('idle') });
    },
    applyRefresh: (region: RegionId, auth: AuthObject) =>
      startSession(region, auth, { absolute: findCurrentEnds(region).absolute, idle: endFromNow('idle') }),
    confirmSession: (region: RegionId, auth: AuthObject, previousSessions: KnownSessions) => {
      if (store.get()[region] !== previousSessions.session || hasEndedSince(region, previousSessions)) return;
      const ends = findCurrentEnds(region);
      // A session that has started meanwhile may be another user's.
      if (!hasNewSessionSince(region, previousSessions)) rememberUser(region, auth, ends.absolute);
      if (!matchesSession(region, ends.absolute)) write(region, ends);
      setSession(region, auth, ends);
    },
    forget: removeSession,
    clear: (region: RegionId) => {
      for (const end of getKnownSessions(region).absoluteEnds) markEnded(region, end);
      remove(region, Number.POSITIVE_INFINITY);
      removeSession(region);
    },
    signOut: (region: RegionId, absolute = findEnds(region).absolute) => {
      markEnded(region, absolute);
      remove(region, absolute);
      removeSession(region);
      post({ type: 'signedOut', region, ...(Number.isFinite(absolute) && { absolute }) });
    },
    onSignedOutElsewhere: (listener: (region: RegionId) => void) => signedOutListeners.add(listener),
    onOtherUser: (listener: (region: RegionId) => boolean) => otherUserListeners.add(listener),
  };
};

// An open channel would keep the build running, which also loads this module to render the sign-in pages.
export const sessionStore = createSessionStore(import.meta.env.SSR ? undefined : new BroadcastChannel('session'));

export const useSession = (): Session | undefined => {
  const { region } = usePathPlace();
  const readSession = () => region && sessionStore.get(region);
  return useSyncExternalStore(sessionStore.subscribe, readSession, readSession);
};
