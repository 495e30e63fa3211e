import { AppError, errorStatus } from '#shared/api/errors.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { toCookieLockName } from './cookie-lock.ts';
import type { RunWithLock } from './cookie-lock.ts';
import type { SessionStore } from './session-store.ts';

/**
 * Returns whether an error of a refresh means that the session is over: only a 401 does. After any other error the user
 * stays signed in.
 */
export const isSessionOver = (error: unknown) => error instanceof AppError && errorStatus[error.code] === 401;

/**
 * Returns whether an error is the server's decision about the session: it has checked the session before any error
 * below 500, except a rate limit.
 */
const isSessionDecision = (error: unknown) =>
  error instanceof AppError && errorStatus[error.code] < 500 && error.code !== 'LimitExceededException';

type Collaborators = {
  readonly requestSession: (region: RegionId) => Promise<AuthObject>;
  readonly store: SessionStore;
};

/**
 * Creates the function that refreshes a region's session, one at a time across callers and tabs. Only a 401 ends the
 * session; stored end times and messages of other tabs only lead to a request. Throws the server's error.
 */
export const createRefresh = ({
  requestSession,
  store,
  withLock,
}: Collaborators & { readonly withLock: RunWithLock }) => {
  const runningByRegion = new Map<RegionId, Promise<void>>();

  const renew = async (region: RegionId): Promise<void> => {
    const previousSessions = store.getKnownSessions(region);
    const hasNewSession = () => store.get(region) !== undefined && store.get(region) !== previousSessions.session;
    try {
      const auth = await requestSession(region);
      if (hasNewSession()) return;
      if (store.hasEndedSince(region, previousSessions)) throw new AppError('MissingCookie');
      store.applyRefresh(region, auth);
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      // A new session has started in the meantime, so the 401 may be about the previous one.
      if (store.hasNewSessionSince(region, previousSessions)) return renew(region);
      store.clear(region);
      throw error;
    }
  };

  const refresh = async (region: RegionId) => {
    const previous = store.get(region);
    await withLock(toCookieLockName(region), async () => {
      // Another tab may have refreshed the session while this one waited for the lock.
      if (store.get(region) !== previous && store.get(region)) return;
      await renew(region);
    });
  };

  return (region: RegionId): Promise<void> => {
    const runningRefresh = runningByRegion.get(region) ?? refresh(region).finally(() => runningByRegion.delete(region));
    runningByRegion.set(region, runningRefresh);
    return runningRefresh;
  };
};

type LoadCollaborators = Collaborators & { readonly refresh: (region: RegionId) => Promise<void> };

/**
 * Creates the function that loads the session of a new document; it refreshes only if the access token must have
 * expired or the request is rejected. Throws the server's error.
 */
export const createLoadSession =
  ({ requestSession, refresh, store }: LoadCollaborators) =>
  async (region: RegionId): Promise<void> => {
    const previousSessions = store.getKnownSessions(region);
    const auth = store.mayHaveAccess(region)
      ? await requestSession(region).catch((error: unknown) => {
          if (!isSessionDecision(error)) throw error;
          return undefined;
        })
      : undefined;
    if (auth) store.confirmSession(region, auth, previousSessions);
    else await refresh(region);
  };
