import './session-watch.css';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { usePathPlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { checkSession, refreshSession } from '#web/data/api.ts';
import { useAction } from '#web/data/use-action.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { regionOfEndedSession, endSession } from '#web/session/end-session.ts';
import { isSessionOver } from '#web/session/refresh.ts';
import { findSessionPhase } from '#web/session/session-end.ts';
import type { Phase } from '#web/session/session-end.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';
import { addEmailToPath } from '#web/session/sign-in-details.ts';
import { announce } from '#web/ui/announce.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { createModalRef } from '#web/ui/modal-ref.ts';
import { focusHeading } from '#web/ui/page.tsx';
import { PlainButton, PlainButtonLink } from '#web/ui/plain-button.tsx';
import { signOut } from './sign-out.ts';

/** Interval of the checks: another tab can renew the session, and timers pause while the computer sleeps. */
const checkIntervalMs = 5_000;

/** Time within which another tab's message arrives, even in a tab that was frozen. */
const messageDelayMs = 1_000;

/** Retry delay after the server could not be reached to check the session. */
const serverRetryMs = 30_000;

/** Returns the phase of a session before its end; the server decides whether it is over. Each renewal creates a new session object, which restarts the effect. */
const useSessionPhase = (session: Session | undefined): Phase => {
  const [observation, setObservation] = useState<{ readonly session: Session; readonly phase: Phase }>();

  useEffect(() => {
    if (!session) return undefined;
    const { region } = session;
    let timer: ReturnType<typeof setTimeout>;
    let isCurrent = true;
    let isChecking = false;
    const schedule = (milliseconds: number, callback: () => void) => {
      clearTimeout(timer);
      if (isCurrent) timer = setTimeout(callback, milliseconds);
    };
    const checkWithServer = () => {
      isChecking = true;
      const resumeAfter = (milliseconds: number) => () => {
        isChecking = false;
        schedule(milliseconds, checkEndTimes);
      };
      checkSession(region).then(resumeAfter(checkIntervalMs), resumeAfter(serverRetryMs));
    };
    const checkAfterMessages = () => (sessionStore.isUncertain(region) ? checkWithServer() : checkEndTimes());
    const checkEndTimes = () => {
      if (isChecking) return;
      const phase = findSessionPhase(Date.now(), sessionStore.findEnds(region));
      if (phase.type === 'over') return checkWithServer();
      setObservation({ session, phase });
      // Another tab may have signed out while its message is still under way, or signed in while its end times are not
      // visible yet.
      if (sessionStore.isUncertain(region)) return schedule(messageDelayMs, checkAfterMessages);
      return schedule(checkIntervalMs, checkEndTimes);
    };
    checkEndTimes();
    document.addEventListener('visibilitychange', checkEndTimes);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', checkEndTimes);
    };
  }, [session]);

  return observation && observation.session === session ? observation.phase : { type: 'quiet' };
};

const idleDialogRef = createModalRef('.is-primary');

const IdleDialog = ({ region, endsAt }: { readonly region: RegionId; readonly endsAt: number }) => {
  const { t, formatTime } = useTexts();
  const [failure, setFailure] = useState<Failure>();
  const titleId = useId();
  const textId = useId();

  const { isBusy, run: extendSession } = useAction(() => refreshSession(region), {
    onFailed: (error) => (isSessionOver(error) ? endSession(region, 'sessionEnded') : setFailure(toFailure(error))),
  });

  return (
    <dialog
      ref={idleDialogRef}
      className="session-dialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        // Escape extends the session instead of closing the dialog, because it shows that the user is present.
        event.preventDefault();
        void extendSession();
      }}
    >
      <h2 id={titleId}>{t('session.idle.title')}</h2>
      <p id={textId}>{t('session.idle.text', { time: formatTime(endsAt) })}</p>
      {failure && (
        <p role="alert">
          <FailureText failure={failure} />
        </p>
      )}
      <div className="session-actions">
        <PlainButton disabled={isBusy} onClick={() => void signOut(region)}>
          {t('shell.signOut')}
        </PlainButton>
        <PlainButton isPrimary aria-disabled={isBusy} onClick={() => void extendSession()}>
          {t(isBusy ? 'session.idle.busy' : 'session.idle.stay')}
        </PlainButton>
      </div>
    </dialog>
  );
};

const Notice = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => {
  const { t } = useTexts();
  return (
    <aside className="session-notice" aria-label={t('shell.alerts.label')}>
      <p role="alert">{text}</p>
      {children}
    </aside>
  );
};

const DismissibleNotice = ({ text }: { readonly text: string }) => {
  const { t } = useTexts();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Notice text={text}>
      <PlainButton
        onClick={() => {
          // The focus moves first, because dismissing removes the focused button.
          focusHeading();
          setDismissed(true);
        }}
      >
        {t('shell.alerts.dismiss')}
      </PlainButton>
    </Notice>
  );
};

/** Links to the sign-in page in a new tab, so that unsaved input stays here. The new tab's session message then restores this tab. */
const SessionOver = ({ region }: { readonly region: RegionId }) => {
  const { t } = useTexts();
  const { prefix = regions[region].prefix } = usePathPlace();
  const login = paths.login({ prefix, region });
  const email = sessionStore.findLastUser(region);
  return (
    <Notice text={t('session.over')}>
      <PlainButtonLink
        href={email === undefined ? login : addEmailToPath(login, email)}
        target="_blank"
        rel="noopener"
        reloadDocument
      >
        {t('session.signIn')} <span className="visually-hidden">({t('shell.opensInNewTab')})</span>
      </PlainButtonLink>
    </Notice>
  );
};

export const SessionWatch = () => {
  const { t, formatTime } = useTexts();
  const { region } = usePathPlace();
  const session = useSession();
  const endedRegion = useSyncExternalStore(regionOfEndedSession.subscribe, regionOfEndedSession.get);
  const phase = useSessionPhase(session);

  const previousEndedRegion = useRef<RegionId>(undefined);
  useEffect(() => {
    if (session && previousEndedRegion.current === session.region) announce(t('session.back'));
    previousEndedRegion.current = endedRegion;
  }, [endedRegion, session, t]);

  if (endedRegion && endedRegion === region) return <SessionOver region={endedRegion} />;
  if (session && phase.type === 'idleSoon') return <IdleDialog region={session.region} endsAt={phase.endsAt} />;
  if (session && phase.type === 'endsSoon')
    return <DismissibleNotice key={phase.endsAt} text={t('session.ending', { time: formatTime(phase.endsAt) })} />;
  const maintenanceEnd = session?.maintenanceUntil;
  if (maintenanceEnd === undefined) return null;
  return (
    <DismissibleNotice
      key={maintenanceEnd}
      text={t('session.maintenance', { time: formatTime(Date.parse(maintenanceEnd)) })}
    />
  );
};
