import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import type { RegionId } from '#shared/regions.ts';
import { authObject } from '#shared/routes/auth.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { useAddress } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import { sessionMarks } from './marks.ts';
import type { Ends } from './session-end.ts';

/** All that the page knows of a signed-in user, in memory only. Each region has its own. */
export type Session = AuthObject & { readonly region: RegionId };

const news = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('signedIn'),
    region: field.region,
    auth: authObject,
    /** Milliseconds since the epoch. Absent where the sender does not know them. */
    ends: z.optional(z.object({ idle: z.number(), absolute: z.number() })),
  }),
  z.object({ type: z.literal('signedOut'), region: field.region, absolute: z.optional(z.number()) }),
]);

/** The sessions that a tab knows of at one moment: its own, and the one whose marks it sees. Storage and news reach a tab at different times. */
export type KnownSessions = { readonly session: Session | undefined; readonly absoluteEnds: readonly number[] };

export const createSessionStore = (channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>) => {
  const { endsOf: markedEndsOf, endFromNow, write, remove, areOf, ...marks } = sessionMarks;
  const store = createStore<{ readonly [Region in RegionId]?: Session }>({});
  const ownEnds = new Map<RegionId, Ends>();
  /** Absolute ends of sessions that this tab knows to be over: late news of them bring none back. */
  const endedSessions = new Map<RegionId, Set<number>>();
  const signedOutElsewhere = new Set<(region: RegionId) => void>();
  const otherUserCame = new Set<(region: RegionId) => boolean>();
  /** The user whose pages this document shows. */
  const users = new Map<RegionId, string>();

  const hasEnded = (region: RegionId, absolute: number) => endedSessions.get(region)?.has(absolute) ?? false;
  const noteEnded = (region: RegionId, absolute: number) => {
    if (Number.isFinite(absolute)) endedSessions.set(region, (endedSessions.get(region) ?? new Set()).add(absolute));
  };
  const endsOf = (region: RegionId): Ends => {
    const own = ownEnds.get(region);
    const marked = markedEndsOf(region);
    return own && Number.isFinite(own.absolute) && own.absolute !== marked.absolute ? own : marked;
  };
  /** The marks are shared by all tabs, so they count before this tab's memory, unless they are those of a session that is over. */
  const currentEnds = (region: RegionId): Ends => {
    const marked = markedEndsOf(region);
    return Number.isFinite(marked.absolute) && !hasEnded(region, marked.absolute) ? marked : endsOf(region);
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
  const tell = (message: z.input<typeof news>) => channel?.postMessage(message);
  const put = (region: RegionId, auth: AuthObject, ends: Ends) => {
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
    const { [region]: _, ...others } = store.get();
    ownEnds.delete(region);
    store.set(others);
  };

  channel?.addEventListener('message', ({ data }) => {
    const message = news.safeParse(data);
    if (!message.success) return;
    const { region } = message.data;
    if (message.data.type === 'signedIn') {
      const ends = message.data.ends ?? currentEnds(region);
      if (!hasEnded(region, ends.absolute)) put(region, message.data.auth, ends);
      return;
    }
    const { absolute = Number.POSITIVE_INFINITY } = message.data;
    const here = endsOf(region).absolute;
    noteEnded(region, absolute);
    // Another session has begun since.
    if (Number.isFinite(absolute) && Number.isFinite(here) && here !== absolute) return;
    drop(region);
    for (const listener of signedOutElsewhere) listener(region);
  });

  const begin = (region: RegionId, auth: AuthObject, ends: Ends) => {
    write(region, ends);
    put(region, auth, ends);
    tell({ type: 'signedIn', region, auth, ...(Number.isFinite(ends.absolute) && { ends }) });
  };

  return {
    get: (region: RegionId): Session | undefined => store.get()[region],
    subscribe: store.subscribe,
    ...marks,
    endsOf,
    knownSessions,
    /** Whether a session has begun that this tab did not know of at an earlier moment. */
    hasBegunSince: (region: RegionId, { absoluteEnds }: KnownSessions) =>
      knownSessions(region).absoluteEnds.some((end) => !absoluteEnds.includes(end)),
    hasEndedSince,
    /** Whether the marks are missing, or those of another session. That proves nothing: only the server knows. */
    isDoubtful: (region: RegionId) => {
      const own = ownEnds.get(region);
      return own !== undefined && Number.isFinite(own.absolute) && !areOf(region, own.absolute);
    },
    /** The user whose pages this document shows, also after the session has ended. */
    lastUser: (region: RegionId) => users.get(region),
    /** Forgets whose pages this document shows, as a new document does: for tests, which share one. */
    forgetUsers: () => users.clear(),
    /** Whether somebody else is signed in than the user whose pages this document shows: it is being loaded anew. */
    hasOtherUser: (region: RegionId) => {
      const session = store.get()[region];
      return session !== undefined && session.email !== users.get(region);
    },
    hasExpired: (session: Session) => Date.parse(session.jwt_expired) <= Date.now(),
    signIn: (region: RegionId, auth: AuthObject) => {
      marks.endSignOut(region);
      begin(region, auth, { absolute: endFromNow('absolute'), idle: endFromNow('idle') });
    },
    refreshed: (region: RegionId, auth: AuthObject) =>
      begin(region, auth, { absolute: currentEnds(region).absolute, idle: endFromNow('idle') }),
    /** The session that the server told of, unless something has happened to it since it was asked. It prolongs nothing; lost marks are restored. */
    found: (region: RegionId, auth: AuthObject, asked: KnownSessions) => {
      if (store.get()[region] !== asked.session || hasEndedSince(region, asked)) return;
      const ends = currentEnds(region);
      if (!areOf(region, ends.absolute)) write(region, ends);
      put(region, auth, ends);
    },
    /** Empties memory only: the server could not be asked, the next load asks again. */
    forget: drop,
    /** The session is over, as the server says. Other tabs find its marks gone, ask the server too, and keep what was typed there. */
    clear: (region: RegionId) => {
      for (const end of knownSessions(region).absoluteEnds) noteEnded(region, end);
      remove(region, Number.POSITIVE_INFINITY);
      drop(region);
    },
    /** Ends the session with this absolute end in all tabs; one that has begun since goes on. */
    signOut: (region: RegionId, absolute = endsOf(region).absolute) => {
      noteEnded(region, absolute);
      remove(region, absolute);
      drop(region);
      tell({ type: 'signedOut', region, ...(Number.isFinite(absolute) && { absolute }) });
    },
    onSignedOutElsewhere: (listener: (region: RegionId) => void) => signedOutElsewhere.add(listener),
    /** Somebody else signed in, in whichever tab, while this document still shows what was the former user's. The listener tells whether it loads the document anew. */
    onOtherUser: (listener: (region: RegionId) => boolean) => otherUserCame.add(listener),
  };
};

export type SessionStore = ReturnType<typeof createSessionStore>;

export const sessionStore = createSessionStore(new BroadcastChannel('session'));

export const useSession = (): Session | undefined => {
  const { region } = useAddress();
  return useSyncExternalStore(sessionStore.subscribe, () => region && sessionStore.get(region));
};
