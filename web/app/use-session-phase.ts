import { useEffect, useEffectEvent, useState } from 'react';
import { phaseAt } from '#web/session/session-end.ts';
import type { Phase } from '#web/session/session-end.ts';
import { sessionStore } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';

const quiet: Phase = { type: 'quiet' };

/** Another tab may renew the session, and a sleeping computer's timers stand still: so one looks again and again. */
const lookAgainMs = 5_000;

/** In this time the news of another tab arrive, also in one that was frozen. */
const newsMs = 1_000;

type Options = {
  readonly session: Session | undefined;
  readonly onOver: (session: Session) => void;
};

/** Where a session stands on its way to its end. Each renewal is a new session object and begins anew. */
export const useSessionPhase = ({ session, onOver }: Options): Phase => {
  const [seen, setSeen] = useState<{ readonly session: Session | undefined; readonly phase: Phase }>({
    session,
    phase: quiet,
  });
  const over = useEffectEvent(onOver);

  useEffect(() => {
    if (!session) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const phase = phaseAt(Date.now(), sessionStore.endsOf(session.region));
      if (phase.type === 'over') return over(session);
      if (!sessionStore.mayExist(session.region)) {
        // Another tab has taken the marks away. One in which the user signed out tells so: then this session goes without more ado.
        timer = setTimeout(() => over(session), newsMs);
        return undefined;
      }
      setSeen((before) => (before.session === session && isSame(before.phase, phase) ? before : { session, phase }));
      timer = setTimeout(look, lookAgainMs);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session]);

  return seen.session === session ? seen.phase : quiet;
};

const endOf = (phase: Phase) => ('endsAt' in phase ? phase.endsAt : undefined);
const isSame = (one: Phase, other: Phase) => one.type === other.type && endOf(one) === endOf(other);
