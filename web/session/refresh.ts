import { AppError, errorStatus } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import type { SessionStore } from './session-store.ts';

/** Whether an answer to a refresh means that the session is over: only a 401 does. Whatever else went wrong, nobody has been signed out. */
export const isRefusal = (error: unknown) => error instanceof AppError && errorStatus[error.code] === 401;

/** Whether an answer about a session is one: below 500 the server has looked, and not too often. */
const isVerdict = (error: unknown) =>
  error instanceof AppError && errorStatus[error.code] < 500 && error.code !== 'LimitExceededException';

export type Alone = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** A suspended tab may hold the lock for as long as it sleeps. */
const longestQueueMs = 10_000;

export const aloneOfAllTabs: Alone = async (name, work) => {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(longestQueueMs) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    // Only secure contexts have locks, and none is given where cookies are refused; the server's grace time covers the rest.
    return await work();
  }
};

/** What makes or clears a region's cookies runs alone under this name: a late answer would replace the cookies of a newer session. */
export const cookieLock = (region: RegionId) => `session.${region}`;

type Asking = { readonly ask: (region: RegionId) => Promise<AuthObject>; readonly store: SessionStore };

/** Renews a region's session. Single flight: one refresh at a time however many ask, over all tabs. A refusal clears the session, and nothing else does: marks and news of other tabs only give reason to ask. Throws what the server said. */
export const createRefresh = ({ ask, store, alone }: Asking & { readonly alone: Alone }) => {
  const underWay = new Map<RegionId, Promise<void>>();

  const renew = async (region: RegionId): Promise<void> => {
    const asked = store.knownSessions(region);
    const hasNews = () => store.get(region) !== undefined && store.get(region) !== asked.session;
    try {
      const auth = await ask(region);
      if (hasNews()) return;
      if (store.hasEndedSince(region, asked)) throw new AppError('MissingCookie');
      store.refreshed(region, auth);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Another session has begun meanwhile: the refusal may be of the one before it.
      if (store.hasBegunSince(region, asked)) return renew(region);
      store.clear(region);
      throw error;
    }
  };

  const refresh = async (region: RegionId) => {
    const before = store.get(region);
    await alone(cookieLock(region), async () => {
      // Another tab may have renewed it while this one queued.
      if (store.get(region) !== before && store.get(region)) return;
      await renew(region);
    });
  };

  return (region: RegionId): Promise<void> => {
    const running = underWay.get(region) ?? refresh(region).finally(() => underWay.delete(region));
    underWay.set(region, running);
    return running;
  };
};

type Loading = Asking & { readonly refresh: (region: RegionId) => Promise<void> };

/** A document that has just loaded only renews its session if it must, or asking is refused. Throws what the server said. */
export const createLoadSession =
  ({ ask, refresh, store }: Loading) =>
  async (region: RegionId): Promise<void> => {
    const asked = store.knownSessions(region);
    const found = store.mayHaveAccess(region)
      ? await ask(region).catch((error: unknown) => {
          if (!isVerdict(error)) throw error;
          return undefined;
        })
      : undefined;
    if (found) store.found(region, found, asked);
    else await refresh(region);
  };
