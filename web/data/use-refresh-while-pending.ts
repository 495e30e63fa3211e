import { useEffect, useEffectEvent } from 'react';
import { limits } from '#shared/config/limits.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';

/** Time after the last activity during which the user counts as present. */
const presenceMs = 5 * 60_000;
const activityEvents = [
  'pointerdown',
  'pointermove',
  'keydown',
  'wheel',
  'touchstart',
  'focus',
  'visibilitychange',
] as const;

/** Upper bound of the back-off after failures, as a multiple of the usual pause. */
const maximumPauseFactor = 16;

type Options = {
  readonly isPending: boolean;
  /** Refreshes through `backgroundCall`; resolves to whether the data changed, and rejects without a response. */
  readonly refreshInBackground: () => Promise<boolean>;
  readonly pauseSeconds?: number;
  /** Maximum factor of the pause while nothing changes. */
  readonly maxBackoff?: number;
  /**
   * For results that the user waits for: polls without user activity, too. After the session has expired it polls
   * through `call`, which renews the session, if there was recent activity.
   */
  readonly refreshOnDemand?: () => Promise<boolean>;
};

/**
 * Polls while something is pending and the user is present: the page is visible and was used within the last minutes.
 * Polling must never keep a session alive.
 */
export const useRefreshWhilePending = (options: Options) => {
  const {
    isPending,
    refreshInBackground,
    pauseSeconds = limits.pendingRefreshSeconds,
    maxBackoff = limits.maxPollingBackoff,
    refreshOnDemand,
  } = options;
  const region = useSession()?.region;
  const requestRefresh = useEffectEvent(refreshInBackground);
  const requestRenewal = useEffectEvent(() => refreshOnDemand?.() ?? refreshInBackground());
  const isAwaited = refreshOnDemand !== undefined;

  useEffect(() => {
    if (!isPending || region === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isPolling = false;
    let lastActivity = Date.now();
    const stopController = new AbortController();
    /** Failures in a row; activity of the user does not reset them. */
    let failures = 0;
    /** Responses in a row without changes. */
    let unchangedResponses = 0;
    /** True after the user has come back, so that the next response counts as the first one. */
    let isRestart = false;

    const isPresent = () => Date.now() - lastActivity < presenceMs;
    const isVisible = () => document.visibilityState === 'visible';
    /** Returns the request to make now, if any. */
    const chooseRequest = () => {
      const session = sessionStore.get(region);
      if (!isVisible() || session === undefined) return undefined;
      if (sessionStore.isAccessTokenExpired(session)) return isAwaited && isPresent() ? requestRenewal : undefined;
      return isAwaited || isPresent() ? requestRefresh : undefined;
    };
    const schedule = () => {
      clearTimeout(timer);
      const pauseFactor =
        failures > 0 ? Math.min(2 ** failures, maximumPauseFactor) : Math.min(2 ** unchangedResponses, maxBackoff);
      if (!stopController.signal.aborted) timer = setTimeout(() => void poll(), pauseSeconds * 1000 * pauseFactor);
    };
    const handleResponse = (isNew: boolean) => {
      unchangedResponses = isNew || isRestart || failures > 0 ? 0 : unchangedResponses + 1;
      failures = 0;
      isRestart = false;
    };
    const poll = async () => {
      if (isPolling) return;
      isPolling = true;
      await chooseRequest()?.().then(handleResponse, () => (failures += 1));
      isPolling = false;
      schedule();
    };
    const handleActivity = ({ type }: Event) => {
      const isBack = type === 'visibilitychange' ? isVisible() : !isPresent();
      lastActivity = Date.now();
      if (!isBack) return;
      unchangedResponses = 0;
      isRestart = true;
      void poll();
    };

    schedule();
    for (const eventName of activityEvents)
      document.addEventListener(eventName, handleActivity, {
        capture: true,
        passive: true,
        signal: stopController.signal,
      });
    return () => {
      stopController.abort();
      clearTimeout(timer);
    };
  }, [isPending, region, pauseSeconds, maxBackoff, isAwaited]);
};
