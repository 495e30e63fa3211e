import { useEffect, useEffectEvent } from 'react';
import { limits } from '#shared/limits.ts';
import type { Clock } from '#web/browser/clock.ts';
import { browserClock } from '#web/browser/clock.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';
import { watchPresence } from './presence.ts';

/** Whoever has done nothing for so long is taken to be elsewhere. */
const presenceMs = 5 * 60_000;

/** Back-off: a server that doesn't answer is asked less and less often, up to this many times the usual pause. */
const longestPause = 16;

/** While nothing changes it is asked for less and less often as well, up to this many times the usual pause: a minute. */
const longestQuietPause = 6;

type Options = {
  /** Whether something shown still waits for news. */
  readonly isPending: boolean;
  /** Asks through `callQuietly`, tells whether anything was new, and rejects if there is no answer. */
  readonly refresh: () => Promise<boolean>;
  readonly clock?: Clock;
};

/**
 * Polls while something is pending and somebody is there to see it: the page is visible, was used in the last
 * minutes, and the session needs no renewal, since asking must never keep one alive. The longer nothing
 * changes, the longer it waits; whoever comes back to the page is answered at once.
 */
export const useRefreshWhilePending = ({ isPending, refresh, clock = browserClock }: Options) => {
  const region = useSession()?.region;
  const ask = useEffectEvent(refresh);

  useEffect(() => {
    if (!isPending || region === undefined) return undefined;
    let callOff = () => {};
    let isAsking = false;
    let isOver = false;
    /** Calls in a row without an answer. */
    let failures = 0;
    /** Answers in a row that brought nothing new. */
    let quiet = 0;
    /** Somebody came back: whatever the next answer brings, it is the first. */
    let isAnew = false;

    const isWatched = () => {
      const session = sessionStore.get(region);
      const isThere = document.visibilityState === 'visible' && presence.isThere();
      return isThere && session !== undefined && !sessionStore.hasExpired(session);
    };
    const plan = () => {
      callOff();
      const pause = failures > 0 ? Math.min(2 ** failures, longestPause) : Math.min(2 ** quiet, longestQuietPause);
      if (!isOver) callOff = clock.after(limits.pendingRefreshSeconds * 1000 * pause, () => void look());
    };
    const answered = (isNew: boolean) => {
      quiet = isNew || isAnew || failures > 0 ? 0 : quiet + 1;
      failures = 0;
      isAnew = false;
    };
    const look = async () => {
      if (isAsking) return;
      isAsking = true;
      if (isWatched()) await ask().then(answered, () => (failures += 1));
      isAsking = false;
      plan();
    };
    const lookAnew = () => {
      quiet = 0;
      isAnew = true;
      void look();
    };
    const lookWhenVisible = () => {
      if (document.visibilityState === 'visible') lookAnew();
    };
    const presence = watchPresence({ now: clock.now, awayMs: presenceMs, onReturn: lookAnew });

    plan();
    document.addEventListener('visibilitychange', lookWhenVisible);
    return () => {
      isOver = true;
      callOff();
      presence.stop();
      document.removeEventListener('visibilitychange', lookWhenVisible);
    };
  }, [isPending, region, clock]);
};
