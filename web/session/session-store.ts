import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { authObject } from '#shared/routes/auth.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { useAddress } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import type { Ends } from './session-end.ts';

/** All that the page knows of a signed-in user, in memory only. Each region has its own. */
export type Session = AuthObject & { readonly region: RegionId };

type Sessions = { readonly [Region in RegionId]?: Session };

/** Tells the other tabs. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

const news = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signedIn'), region: field.region, auth: authObject }),
  z.object({ type: z.literal('signedOut'), region: field.region }),
]);

/** The instants at which a session ends are all that is kept beside memory: they spare signed-out visitors a call, and all tabs know them. */
const markNames = {
  absolute: (region: RegionId) => `session.${region}.until`,
  idle: (region: RegionId) => `session.${region}.idleUntil`,
} as const;
const leavingMark = (region: RegionId) => `session.${region}.leaving`;
type End = keyof typeof markNames;
const lifeMs: Readonly<Record<End, number>> = {
  absolute: limits.session.absoluteHours * 3_600_000,
  idle: limits.session.idleMinutes * 60_000,
};

type Collaborators = {
  readonly marks: () => Storage;
  readonly channel: Channel | undefined;
  readonly now: () => number;
};

export const createSessionStore = ({ marks, channel, now }: Collaborators) => {
  const store = createStore<Sessions>({});
  const leftElsewhere = new Set<(region: RegionId) => void>();
  const otherUserCame = new Set<(region: RegionId) => void>();
  /** Whose data this document may hold. */
  const users = new Map<RegionId, string>();

  // A browser may refuse storage; then every first load asks the server.
  const withMarks = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(marks());
    } catch {
      return otherwise;
    }
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  const tell = (message: z.input<typeof news>) => channel?.postMessage(message);
  const put = (region: RegionId, auth: AuthObject) => {
    const before = users.get(region);
    users.set(region, auth.email);
    store.set({ ...store.get(), [region]: { ...auth, region } });
    if (before !== undefined && before !== auth.email) for (const listener of otherUserCame) listener(region);
  };
  const drop = (region: RegionId) => {
    const { [region]: _, ...others } = store.get();
    store.set(others);
  };
  const mark = (region: RegionId, end: End) =>
    withMarks((storage) => storage.setItem(markNames[end](region), String(now() + lifeMs[end])), undefined);
  const unmark = (region: RegionId) =>
    withMarks((storage) => {
      for (const nameOf of Object.values(markNames)) storage.removeItem(nameOf(region));
    }, undefined);
  /** Milliseconds since the epoch; infinite where nothing is known. */
  const endOf = (region: RegionId, end: End) =>
    withMarks(
      (storage) => Number(storage.getItem(markNames[end](region)) ?? Number.POSITIVE_INFINITY),
      Number.POSITIVE_INFINITY,
    );

  channel?.addEventListener('message', ({ data }) => {
    const message = news.safeParse(data);
    if (!message.success) return;
    if (message.data.type === 'signedIn') return put(message.data.region, message.data.auth);
    drop(message.data.region);
    for (const listener of leftElsewhere) listener(message.data.region);
  });

  const refreshed = (region: RegionId, auth: AuthObject) => {
    mark(region, 'idle');
    put(region, auth);
    tell({ type: 'signedIn', region, auth });
  };

  return {
    get: (region: RegionId): Session | undefined => store.get()[region],
    subscribe: store.subscribe,
    /** Whether asking the server for a session can be worth a call. */
    mayExist: (region: RegionId) =>
      withMarks((storage) => Number(storage.getItem(markNames.absolute(region)) ?? 0) > now(), true) &&
      endOf(region, 'idle') > now(),
    /** When the session of all tabs ends. */
    endsOf: (region: RegionId): Ends => ({ idle: endOf(region, 'idle'), absolute: endOf(region, 'absolute') }),
    /** The address of whoever was signed in here last, as long as the document lives. */
    lastUser: (region: RegionId) => users.get(region),
    hasExpired: (session: Session) => Date.parse(session.jwt_expired) <= now(),
    /** The user wants to leave; until the server knows, this browser remembers. */
    leave: (region: RegionId) => withMarks((storage) => storage.setItem(leavingMark(region), 'true'), undefined),
    isLeaving: (region: RegionId) => withMarks((storage) => storage.getItem(leavingMark(region)) !== null, false),
    left: (region: RegionId) => withMarks((storage) => storage.removeItem(leavingMark(region)), undefined),
    signIn: (region: RegionId, auth: AuthObject) => {
      withMarks((storage) => storage.removeItem(leavingMark(region)), undefined);
      mark(region, 'absolute');
      refreshed(region, auth);
    },
    /** The same session with a new expiry. */
    refreshed,
    /** Empties memory only: the server could not be asked, the next load asks again. */
    forget: drop,
    /** The session is over; other tabs find out by themselves and keep their work until then. */
    clear: (region: RegionId) => {
      unmark(region);
      drop(region);
    },
    /** The user left: so do all tabs. */
    signOut: (region: RegionId) => {
      unmark(region);
      drop(region);
      tell({ type: 'signedOut', region });
    },
    onSignedOutElsewhere: (listener: (region: RegionId) => void) => leftElsewhere.add(listener),
    /** Somebody else signed in, in whichever tab, while this document still shows what was the former user's. */
    onOtherUser: (listener: (region: RegionId) => void) => otherUserCame.add(listener),
  };
};

export type SessionStore = ReturnType<typeof createSessionStore>;

export const sessionStore = createSessionStore({
  marks: () => localStorage,
  channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session'),
  now: () => Date.now(),
});

/** The session of the region that the reader is in. */
export const useSession = (): Session | undefined => {
  const { region } = useAddress();
  return useSyncExternalStore(sessionStore.subscribe, () => region && sessionStore.get(region));
};
