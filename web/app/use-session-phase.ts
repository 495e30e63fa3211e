import { useEffect, useEffectEvent, useState } from 'react';
import type { Clock } from '#web/browser/clock.ts';
import { phaseAt, timeToNextPhase } from '#web/session/session-end.ts';
import type { Phase } from '#web/session/session-end.ts';
import { sessionStore } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';

const quiet: Phase = { type: 'quiet' };

/** Another tab may have renewed the session, and a sleeping computer's timers stand still: so one looks again now and then. */
const lookAgainMs = 30_000;

/** In this time the news of another tab arrive, also in one that was frozen. */
const newsMs = 1_000;

type Options = {
  readonly session: Session | undefined;
  readonly clock: Clock;
  readonly onOver: (session: Session) => void;
};

/** Where a session stands on its way to its end. Each renewal is a new session object and begins anew. */
export const useSessionPhase = ({ session, clock, onOver }: Options): Phase => {
  const [seen, setSeen] = useState<{ readonly session: Session | undefined; readonly phase: Phase }>({
    session,
    phase: quiet,
  });
  const over = useEffectEvent(onOver);

  useEffect(() => {
    if (!session) return undefined;
    let callOff = () => {};
    const look = () => {
      callOff();
      const now = clock.now();
      const ends = sessionStore.endsOf(session.region);
      const phase = phaseAt(now, ends);
      if (phase.type === 'over') return over(session);
      if (!sessionStore.mayExist(session.region)) {
        // Another tab has taken the marks away. One in which the user signed out tells so: then this session goes without more ado.
        callOff = clock.after(newsMs, () => over(session));
        return undefined;
      }
      setSeen((before) => (before.session === session && isSame(before.phase, phase) ? before : { session, phase }));
      callOff = clock.after(Math.min(timeToNextPhase(now, ends), lookAgainMs), look);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      callOff();
      document.removeEventListener('visibilitychange', look);
    };
  }, [session, clock]);

  return seen.session === session ? seen.phase : quiet;
};

const endOf = (phase: Phase) => ('endsAt' in phase ? phase.endsAt : undefined);
const isSame = (one: Phase, other: Phase) => one.type === other.type && endOf(one) === endOf(other);
