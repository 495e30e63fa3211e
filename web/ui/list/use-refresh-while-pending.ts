import { useEffect, useEffectEvent } from 'react';
import { limits } from '#shared/limits.ts';
import type { Clock } from '#web/clock.ts';
import { browserClock } from '#web/clock.ts';
import { sessionStore, useSession } from '#web/session.ts';
import { watchPresence } from './presence.ts';

/** Whoever has done nothing for so long is taken to be elsewhere. */
const presenceMs = 5 * 60_000;

/** A server that doesn't answer is asked less and less often, up to this many times the usual pause. */
const longestPause = 16;

type Options = {
  /** Whether something shown still waits for news. */
  readonly isPending: boolean;
  /** Asks through `callQuietly`, and rejects if there is no answer. */
  readonly refresh: () => Promise<void>;
  readonly clock?: Clock;
};

/**
 * Asks again while something is pending and somebody is there to see it: the page is visible, was used in the last
 * minutes, and the session needs no renewal, since asking must never keep one alive (acceptance, D8).
 */
export const useRefreshWhilePending = ({ isPending, refresh, clock = browserClock }: Options) => {
  const region = useSession()?.region;
  const ask = useEffectEvent(refresh);

  useEffect(() => {
    if (!isPending || region === undefined) return undefined;
    const presence = watchPresence(clock.now);
    let callOff = () => {};
    let pause = 1;
    let isAsking = false;
    let isOver = false;

    const isWatched = () => {
      const session = sessionStore.get(region);
      const isThere = document.visibilityState === 'visible' && clock.now() - presence.lastSign() < presenceMs;
      return isThere && session !== undefined && !sessionStore.hasExpired(session);
    };
    const plan = () => {
      callOff();
      if (!isOver) callOff = clock.after(limits.pendingRefreshSeconds * 1000 * pause, () => void look());
    };
    const look = async () => {
      if (isAsking) return;
      isAsking = true;
      if (isWatched()) {
        const isAnswered = await ask().then(
          () => true,
          () => false,
        );
        pause = isAnswered ? 1 : Math.min(pause * 2, longestPause);
      }
      isAsking = false;
      plan();
    };
    const lookWhenVisible = () => {
      if (document.visibilityState === 'visible') void look();
    };

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
