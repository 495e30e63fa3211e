import './session-watch.css';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { useAddress } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { checkSession, refreshSession } from '#web/data/api.ts';
import { useAction } from '#web/data/use-action.ts';
import { useTexts } from '#web/language/i18n.ts';
import { endedInPlace, endSession } from '#web/session/end-session.ts';
import { isRefusal } from '#web/session/refresh.ts';
import { phaseAt } from '#web/session/session-end.ts';
import type { Phase } from '#web/session/session-end.ts';
import { sessionStore, useSession } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';
import { withEmail } from '#web/session/signing-in.ts';
import { announce } from '#web/ui/announce.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { PlainButton, PlainButtonLink } from '#web/ui/plain-button.tsx';
import { openModal } from './open-modal.ts';
import { signOut } from './sign-out.ts';

/** Another tab may renew the session, and a sleeping computer's timers stand still: so one looks again and again. */
const lookAgainMs = 5_000;

/** In this time the news of another tab arrive, also in one that was frozen. */
const newsMs = 1_000;

/** A server that could not be asked whether a session is over is asked again after this time. */
const askAgainMs = 30_000;

/** Where a session stands on its way to its end, which the server decides. Each renewal is a new session object and begins anew. */
const useSessionPhase = (session: Session | undefined): Phase => {
  const [seen, setSeen] = useState<{ readonly session: Session; readonly phase: Phase }>();

  useEffect(() => {
    if (!session) return undefined;
    const { region } = session;
    let timer: ReturnType<typeof setTimeout>;
    let isCurrent = true;
    let isAsking = false;
    const continueAfter = (milliseconds: number, work: () => void) => {
      clearTimeout(timer);
      if (isCurrent) timer = setTimeout(work, milliseconds);
    };
    const ask = () => {
      isAsking = true;
      const nextLook = (milliseconds: number) => () => {
        isAsking = false;
        continueAfter(milliseconds, look);
      };
      checkSession(region).then(nextLook(lookAgainMs), nextLook(askAgainMs));
    };
    const lookOnceMore = () => (sessionStore.isDoubtful(region) ? ask() : look());
    const look = () => {
      if (isAsking) return;
      const phase = phaseAt(Date.now(), sessionStore.endsOf(region));
      if (phase.type === 'over') return ask();
      setSeen({ session, phase });
      // Another tab may have signed out, and its news say so in a moment; or signed in, and its marks have not arrived yet.
      if (sessionStore.isDoubtful(region)) return continueAfter(newsMs, lookOnceMore);
      return continueAfter(lookAgainMs, look);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session]);

  return seen && seen.session === session ? seen.phase : { type: 'quiet' };
};

const openIdle = openModal('.is-primary');

const IdleDialog = ({ region, endsAt }: { readonly region: RegionId; readonly endsAt: number }) => {
  const { t, formatTime } = useTexts();
  const [failure, setFailure] = useState<Failure>();
  const titleId = useId();
  const textId = useId();

  const { isBusy, run: stay } = useAction(() => refreshSession(region), {
    onFailed: (error) => (isRefusal(error) ? endSession(region, 'sessionEnded') : setFailure(failureOf(error))),
  });

  return (
    <dialog
      ref={openIdle}
      className="session-dialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        // Whoever presses Escape is there.
        event.preventDefault();
        void stay();
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
        <PlainButton isPrimary aria-disabled={isBusy} onClick={() => void stay()}>
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

const SessionEnding = ({ endsAt }: { readonly endsAt: number }) => {
  const { t, formatTime } = useTexts();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Notice text={t('session.ending', { time: formatTime(endsAt) })}>
      <PlainButton
        onClick={() => {
          // The button goes with the notice.
          focusHeading();
          setDismissed(true);
        }}
      >
        {t('shell.alerts.dismiss')}
      </PlainButton>
    </Notice>
  );
};

/** Leads to the sign-in page in another tab, so that what was typed here stays. Its news then reach this tab. */
const SessionOver = ({ region }: { readonly region: RegionId }) => {
  const { t } = useTexts();
  const { prefix = regions[region].prefix } = useAddress();
  const login = paths.login({ prefix, region });
  const email = sessionStore.lastUser(region);
  return (
    <Notice text={t('session.over')}>
      <PlainButtonLink
        href={email === undefined ? login : withEmail(login, email)}
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
  const { t } = useTexts();
  const { region } = useAddress();
  const session = useSession();
  const ended = useSyncExternalStore(endedInPlace.subscribe, endedInPlace.get);
  const phase = useSessionPhase(session);

  const wasEnded = useRef<RegionId>(undefined);
  useEffect(() => {
    if (session && wasEnded.current === session.region) announce(t('session.back'));
    wasEnded.current = ended;
  }, [ended, session, t]);

  if (ended && ended === region) return <SessionOver region={ended} />;
  if (session && phase.type === 'idleSoon') return <IdleDialog region={session.region} endsAt={phase.endsAt} />;
  if (session && phase.type === 'endsSoon') return <SessionEnding key={phase.endsAt} endsAt={phase.endsAt} />;
  return null;
};
