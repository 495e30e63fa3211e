import './session-watch.css';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { endedInPlace, endSession } from '#web/session/end-session.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { IdleDialog } from './idle-dialog.tsx';
import { SessionEnding, SessionOver } from './session-notice.tsx';
import { useSessionPhase } from './use-session-phase.ts';

/** Says that a session is about to end, ends it in time, and says how to go on (limits: `session`). */
export const SessionWatch = () => {
  const { t } = useTexts();
  const session = useSession();
  const ended = useSyncExternalStore(endedInPlace.subscribe, endedInPlace.get);
  const phase = useSessionPhase({ session, onOver: ({ region }) => endSession(region, 'sessionEnded') });

  const wasEnded = useRef(false);
  useEffect(() => {
    if (wasEnded.current && session) announce(t('session.back'));
    wasEnded.current = ended !== undefined;
  }, [ended, session, t]);

  if (ended) return <SessionOver region={ended} />;
  if (session && phase.type === 'idleSoon') return <IdleDialog region={session.region} endsAt={phase.endsAt} />;
  if (session && phase.type === 'endsSoon') return <SessionEnding key={phase.endsAt} endsAt={phase.endsAt} />;
  return null;
};
