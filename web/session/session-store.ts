import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { authObject } from '#shared/api/routes/auth.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { usePathPlace } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import type { SessionMarks } from './marks.ts';
import { sessionMarks } from './marks.ts';
import type { SessionEnds } from './session-end.ts';

/** All that the page knows about a signed-in user of a region; kept in memory only. */
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
 * Sessions that a tab knows at one moment: its own, and the one in storage. Storage changes and messages reach a tab at
 * different times.
 */
type KnownSessions = { readonly session: Session | undefined; readonly absoluteEnds: readonly number[] };

/** Sessions of this tab, one for each region, and the changes to them that all tabs make. */
export type SessionStore = Omit<SessionMarks, 'readEnds' | 'endFromNow' | 'write' | 'remove' | 'belongTo'> & {
  readonly get: (region: RegionId) => Session | undefined;
  /** Calls the listener when a session changes. Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;

  /** Returns the ends of this tab's session if the stored ones belong to another session, else the stored ones. */
  readonly findEnds: (region: RegionId) => SessionEnds;

  readonly knownSessions: (region: RegionId) => KnownSessions;

  /** Returns whether a session has started that this tab did not know at an earlier moment. */
  readonly hasNewSessionSince: (region: RegionId, knownBefore: KnownSessions) => boolean;

  /** Returns whether a session has ended that this tab knew at an earlier moment. */
  readonly hasEndedSince: (region: RegionId, knownBefore: KnownSessions) => boolean;

  /**
   * Returns whether the stored end times are missing or belong to another session. Only the server knows which
   * session is valid.
   */
  readonly isUncertain: (region: RegionId) => boolean;

  /** Returns the user whose pages this document shows, even after the session has ended. */
  readonly lastUser: (region: RegionId) => string | undefined;

  /** Resets the users as a new document would; for tests, which share one document. */
  readonly resetUsers: () => void;

  /**
   * Returns whether another user has signed in than the one whose pages this document shows; the document is about to
   * reload.
   */
  readonly hasOtherUser: (region: RegionId) => boolean;

  /** Returns whether the access token of the session has expired. */
  readonly hasExpired: (session: Session) => boolean;

  /** Starts a session in all tabs. */
  readonly signIn: (region: RegionId, auth: AuthObject) => void;

  /** Stores the refreshed session in all tabs, and moves its idle end. */
  readonly applyRefresh: (region: RegionId, auth: AuthObject) => void;

  /**
   * Stores the session from the server, unless it has changed since the request. Extends nothing; restores lost end
   * times.
   */
  readonly confirmSession: (region: RegionId, auth: AuthObject, knownBefore: KnownSessions) => void;

  /** Clears memory only: the server could not be asked, so the next page load asks again. */
  readonly forget: (region: RegionId) => void;

  /**
   * Ends the session as the server reports. Other tabs find its end times gone, ask the server too, and keep their
   * input.
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
  const { readEnds: markedEndsOf, endFromNow, write, remove, belongTo, ...marks } = sessionMarks;
  const store = createStore<{ readonly [Region in RegionId]?: Session }>({});
  const ownEnds = new Map<RegionId, SessionEnds>();
  /** Absolute ends of sessions that this tab knows to be over, so that late messages do not restore them. */
  const endedSessions = new Map<RegionId, Set<number>>();
  const signedOutElsewhere = new Set<(region: RegionId) => void>();
  const otherUserCame = new Set<(region: RegionId) => boolean>();
  /** User whose pages this document shows, by region. */
  const users = new Map<RegionId, string>();

  const hasEnded = (region: RegionId, absolute: number) => endedSessions.get(region)?.has(absolute) ?? false;
  const noteEnded = (region: RegionId, absolute: number) => {
    if (Number.isFinite(absolute)) endedSessions.set(region, (endedSessions.get(region) ?? new Set()).add(absolute));
  };
  const findEnds = (region: RegionId): SessionEnds => {
    const tabEnds = ownEnds.get(region);
    const marked = markedEndsOf(region);
    return tabEnds && Number.isFinite(tabEnds.absolute) && tabEnds.absolute !== marked.absolute ? tabEnds : marked;
  };
  /**
   * Returns the stored ends, which all tabs share, unless they belong to a session that is over; then those of this
   * tab.
   */
  const currentEnds = (region: RegionId): SessionEnds => {
    const marked = markedEndsOf(region);
    return Number.isFinite(marked.absolute) && !hasEnded(region, marked.absolute) ? marked : findEnds(region);
  };
  const knownSessions = (region: RegionId): KnownSessions => ({
    session: store.get()[region],
    absoluteEnds: [ownEnds.get(region), markedEndsOf(region)]
      .map((ends) => ends?.absolute ?? Number.POSITIVE_INFINITY)
      .filter((end) => Number.isFinite(end) && !hasEnded(region, end)),
  });

  const hasEndedSince = (region: RegionId, { absoluteEnds }: KnownSessions) =>
    absoluteEnds.some((end) => hasEnded(region, end));

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  const post = (message: z.input<typeof sessionMessage>) => channel?.postMessage(message);
  const setSession = (region: RegionId, auth: AuthObject, ends: SessionEnds) => {
    const previous = ownEnds.get(region);
    if (previous && previous.absolute !== ends.absolute) noteEnded(region, previous.absolute);
    endedSessions.get(region)?.delete(ends.absolute);
    ownEnds.set(region, ends);
    const user = users.get(region);
    if (user === undefined) users.set(region, auth.email);
    store.set({ ...store.get(), [region]: { ...auth, region } });
    if (user === undefined || user === auth.email) return;
    const isReloading = [...otherUserCame].map((listener) => listener(region)).includes(true);
    if (!isReloading) users.set(region, auth.email);
  };
  const drop = (region: RegionId) => {
    const { [region]: _, ...rest } = store.get();
    ownEnds.delete(region);
    store.set(rest);
  };

  channel?.addEventListener('message', ({ data }) => {
    const message = sessionMessage.safeParse(data);
    if (!message.success) return;
    const { region } = message.data;
    if (message.data.type === 'signedIn') {
      const ends = message.data.ends ?? currentEnds(region);
      if (!hasEnded(region, ends.absolute)) setSession(region, message.data.auth, ends);
      return;
    }
    const { absolute = Number.POSITIVE_INFINITY } = message.data;
    const currentEnd = findEnds(region).absolute;
    noteEnded(region, absolute);
    // A new session has started since.
    if (Number.isFinite(absolute) && Number.isFinite(currentEnd) && currentEnd !== absolute) return;
    drop(region);
    for (const listener of signedOutElsewhere) listener(region);
  });

  const startSession = (region: RegionId, auth: AuthObject, ends: SessionEnds) => {
    write(region, ends);
    setSession(region, auth, ends);
    post({ type: 'signedIn', region, auth, ...(Number.isFinite(ends.absolute) && { ends }) });
  };

  return {
    get: (region: RegionId): Session | undefined => store.get()[region],
    subscribe: store.subscribe,
    ...marks,
    findEnds,
    knownSessions,
    hasNewSessionSince: (region: RegionId, { absoluteEnds }: KnownSessions) =>
      knownSessions(region).absoluteEnds.some((end) => !absoluteEnds.includes(end)),
    hasEndedSince,
    isUncertain: (region: RegionId) => {
      const tabEnds = ownEnds.get(region);
      return tabEnds !== undefined && Number.isFinite(tabEnds.absolute) && !belongTo(region, tabEnds.absolute);
    },
    lastUser: (region: RegionId) => users.get(region),
    resetUsers: () => users.clear(),
    hasOtherUser: (region: RegionId) => {
      const session = store.get()[region];
      return session !== undefined && session.email !== users.get(region);
    },
    hasExpired: (session: Session) => Date.parse(session.jwt_expired) <= Date.now(),
    signIn: (region: RegionId, auth: AuthObject) => {
      marks.endSignOut(region);
      startSession(region, auth, { absolute: endFromNow('absolute'), idle: endFromNow('idle') });
    },
    applyRefresh: (region: RegionId, auth: AuthObject) =>
      startSession(region, auth, { absolute: currentEnds(region).absolute, idle: endFromNow('idle') }),
    confirmSession: (region: RegionId, auth: AuthObject, knownBefore: KnownSessions) => {
      if (store.get()[region] !== knownBefore.session || hasEndedSince(region, knownBefore)) return;
      const ends = currentEnds(region);
      if (!belongTo(region, ends.absolute)) write(region, ends);
      setSession(region, auth, ends);
    },
    forget: drop,
    clear: (region: RegionId) => {
      for (const end of knownSessions(region).absoluteEnds) noteEnded(region, end);
      remove(region, Number.POSITIVE_INFINITY);
      drop(region);
    },
    signOut: (region: RegionId, absolute = findEnds(region).absolute) => {
      noteEnded(region, absolute);
      remove(region, absolute);
      drop(region);
      post({ type: 'signedOut', region, ...(Number.isFinite(absolute) && { absolute }) });
    },
    onSignedOutElsewhere: (listener: (region: RegionId) => void) => signedOutElsewhere.add(listener),
    onOtherUser: (listener: (region: RegionId) => boolean) => otherUserCame.add(listener),
  };
};

// An open channel would keep the build, which renders the sign-in pages, from ending.
export const sessionStore = createSessionStore(import.meta.env.SSR ? undefined : new BroadcastChannel('session'));

export const useSession = (): Session | undefined => {
  const { region } = usePathPlace();
  const readSession = () => region && sessionStore.get(region);
  return useSyncExternalStore(sessionStore.subscribe, readSession, readSession);
};
