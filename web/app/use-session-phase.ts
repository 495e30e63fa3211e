import { useEffect, useEffectEvent, useState } from 'react';
import type { Clock } from '#web/browser/clock.ts';
import { phaseAt, timeToNextPhase } from '#web/session/session-end.ts';
import type { Phase } from '#web/session/session-end.ts';
import { sessionStore } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';

const quiet: Phase = { type: 'quiet' };

/** Another tab may have renewed the session, and a sleeping computer's timers stand still: so one looks again now and then. */
const lookAgainMs = 30_000;

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
      // Another tab that found it over has taken the marks away.
      if (phase.type === 'over' || !sessionStore.mayExist(session.region)) return over(session);
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
