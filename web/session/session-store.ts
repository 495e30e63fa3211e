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
  z.object({ type: z.literal('signedIn'), region: field.region, auth: authObject }),
  z.object({ type: z.literal('signedOut'), region: field.region }),
]);

export const createSessionStore = (channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>) => {
  const { begin, remove, endOf, ...marks } = sessionMarks;
  const store = createStore<{ readonly [Region in RegionId]?: Session }>({});
  const signedOutElsewhere = new Set<(region: RegionId) => void>();
  const otherUserCame = new Set<(region: RegionId) => void>();
  const users = new Map<RegionId, string>();

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

  channel?.addEventListener('message', ({ data }) => {
    const message = news.safeParse(data);
    if (!message.success) return;
    if (message.data.type === 'signedIn') return put(message.data.region, message.data.auth);
    drop(message.data.region);
    for (const listener of signedOutElsewhere) listener(message.data.region);
  });

  const refreshed = (region: RegionId, auth: AuthObject) => {
    begin(region, 'idle');
    put(region, auth);
    tell({ type: 'signedIn', region, auth });
  };

  return {
    get: (region: RegionId): Session | undefined => store.get()[region],
    subscribe: store.subscribe,
    ...marks,
    endsOf: (region: RegionId): Ends => ({ idle: endOf(region, 'idle'), absolute: endOf(region, 'absolute') }),
    /** The address of whoever was signed in here last, as long as the document lives. */
    lastUser: (region: RegionId) => users.get(region),
    hasExpired: (session: Session) => Date.parse(session.jwt_expired) <= Date.now(),
    signIn: (region: RegionId, auth: AuthObject) => {
      marks.endSignOut(region);
      begin(region, 'absolute');
      refreshed(region, auth);
    },
    refreshed,
    /** The session that a document finds when it loads. It prolongs nothing, and replaces nothing that has come in meanwhile. */
    found: (region: RegionId, auth: AuthObject) => {
      if (marks.mayExist(region) && store.get()[region] === undefined) put(region, auth);
    },
    /** Empties memory only: the server could not be asked, the next load asks again. */
    forget: drop,
    /** The session is over; other tabs find the marks gone when they look next, and keep what was typed there. */
    clear: (region: RegionId) => {
      remove(region);
      drop(region);
    },
    signOut: (region: RegionId) => {
      remove(region);
      drop(region);
      tell({ type: 'signedOut', region });
    },
    onSignedOutElsewhere: (listener: (region: RegionId) => void) => signedOutElsewhere.add(listener),
    /** Somebody else signed in, in whichever tab, while this document still shows what was the former user's. */
    onOtherUser: (listener: (region: RegionId) => void) => otherUserCame.add(listener),
  };
};

export type SessionStore = ReturnType<typeof createSessionStore>;

export const sessionStore = createSessionStore(new BroadcastChannel('session'));

export const useSession = (): Session | undefined => {
  const { region } = useAddress();
  return useSyncExternalStore(sessionStore.subscribe, () => region && sessionStore.get(region));
};
