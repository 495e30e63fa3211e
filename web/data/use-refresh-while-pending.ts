import { useEffect, useEffectEvent } from 'react';
import { limits } from '#shared/limits.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';

const presenceMs = 5 * 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus', 'visibilitychange'] as const;

/** Back-off: a server that doesn't answer is asked less and less often, up to this many times the usual pause. */
const longestPause = 16;

type Options = {
  readonly isPending: boolean;
  /** Asks through `backgroundCall`, tells whether anything was new, and rejects if there is no answer. */
  readonly refresh: () => Promise<boolean>;
  readonly pauseSeconds?: number;
  /** For what somebody waits for: asked for untouched, too, and after the session ran out through `call`, if lately touched. */
  readonly renew?: () => Promise<boolean>;
};

/** Polls while something is pending and somebody is there to see it: the page is visible and was used in the last minutes. Asking must never keep a session alive. */
export const useRefreshWhilePending = (options: Options) => {
  const { isPending, refresh, pauseSeconds = limits.pendingRefreshSeconds, renew } = options;
  const region = useSession()?.region;
  const ask = useEffectEvent(refresh);
  const askRenewing = useEffectEvent(() => renew?.() ?? refresh());
  const isAwaited = renew !== undefined;

  useEffect(() => {
    if (!isPending || region === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isAsking = false;
    let lastSign = Date.now();
    const left = new AbortController();
    /** Calls in a row without an answer: whoever comes back does not end them. */
    let failures = 0;
    /** Answers in a row that brought nothing new. */
    let quiet = 0;
    /** Somebody came back: whatever the next answer brings, it is the first. */
    let isAnew = false;

    const isThere = () => Date.now() - lastSign < presenceMs;
    const isVisible = () => document.visibilityState === 'visible';
    /** How to ask now, if at all. */
    const question = () => {
      const session = sessionStore.get(region);
      if (!isVisible() || session === undefined) return undefined;
      if (sessionStore.hasExpired(session)) return isAwaited && isThere() ? askRenewing : undefined;
      return isAwaited || isThere() ? ask : undefined;
    };
    const plan = () => {
      clearTimeout(timer);
      const pause =
        failures > 0 ? Math.min(2 ** failures, longestPause) : Math.min(2 ** quiet, limits.longestQuietPause);
      if (!left.signal.aborted) timer = setTimeout(() => void look(), pauseSeconds * 1000 * pause);
    };
    const answered = (isNew: boolean) => {
      quiet = isNew || isAnew || failures > 0 ? 0 : quiet + 1;
      failures = 0;
      isAnew = false;
    };
    const look = async () => {
      if (isAsking) return;
      isAsking = true;
      await question()?.().then(answered, () => (failures += 1));
      isAsking = false;
      plan();
    };
    const note = ({ type }: Event) => {
      const isBack = type === 'visibilitychange' ? isVisible() : !isThere();
      lastSign = Date.now();
      if (!isBack) return;
      quiet = 0;
      isAnew = true;
      void look();
    };

    plan();
    for (const sign of signs)
      document.addEventListener(sign, note, { capture: true, passive: true, signal: left.signal });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isPending, region, pauseSeconds, isAwaited]);
};
