import { useSyncExternalStore } from 'react';
import './top-bar.css';
import { paths, toPathSuffix } from '#shared/api/paths.ts';
import { isInAudience, repairsAudience } from '#shared/api/policies.ts';
import { usePathPlace } from '#web/browser/place.ts';
import { useRouting } from '#web/browser/routing.ts';
import { setTopBarSlot } from '#web/browser/top-bar-slot.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { regionOfEndedSession } from '#web/session/end-session.ts';
import { useSession } from '#web/session/session-store.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { FindButton } from './find-button.tsx';
import { MenuIcon } from './icons.tsx';
import { detectPrefix } from './language.ts';

// The bell is loaded lazily, because the prerendered sign-in pages do not show it.
const { Lazy: NewsBell } = createLazyComponent(async () => (await import('./news-bell.tsx')).NewsBell);

type Props = {
  /** Makes links reload the document, because captcha pages have a different content security policy. */
  readonly loadsDocuments: boolean;
  /** Shows neither the session nor the link to sign in, on pages with the basic layout. */
  readonly hidesSession: boolean;
  readonly drawer?: { readonly isOpen: boolean; readonly setOpen: (isOpen: boolean) => void };
};

export const TopBar = ({ loadsDocuments, hidesSession, drawer }: Props) => {
  const { t } = useTexts();
  const { prefix = detectPrefix(), region } = usePathPlace();
  const anySession = useSession();
  const session = hidesSession ? undefined : anySession;
  const endedRegion = useSyncExternalStore(
    regionOfEndedSession.subscribe,
    regionOfEndedSession.get,
    regionOfEndedSession.get,
  );
  const isLogin = useRouting().pathname.endsWith(toPathSuffix('login'));
  const place = region && { prefix, region };
  // Records can be searched by users who may book repairs or returns.
  const canFind = session !== undefined && (session.isRegisterReturnsAllowed || isInAudience(session, repairsAudience));

  return (
    <header className="top-bar">
      {drawer && (
        <button
          type="button"
          className="bar-button"
          aria-label={t('shell.menu')}
          aria-expanded={drawer.isOpen}
          aria-controls="drawer"
          onClick={() => drawer.setOpen(!drawer.isOpen)}
        >
          <MenuIcon />
        </button>
      )}
      <Link
        className="wordmark"
        href={place ? paths.home(place) : paths.landing(prefix)}
        reloadDocument={loadsDocuments}
      >
        <Logo />
        <span>{t('shell.siteName')}</span>
      </Link>
      {canFind && <FindButton />}
      {/* The home page renders its search field here, in place of the button. */}
      <div className="bar-find" ref={setTopBarSlot} />
      <div className="bar-end">
        {/* Hidden while unsaved input waits for its session, because this link would discard it. */}
        {!hidesSession && !session && place && !isLogin && endedRegion !== region && (
          <PlainButtonLink href={paths.login(place)} reloadDocument>
            {t('shell.signIn')}
          </PlainButtonLink>
        )}
        {/* Admins get no news, because news are about the store of the user. */}
        {session && canFind && !session.isAdminUser && (
          <div className="bar-news">
            <NewsBell session={session} />
          </div>
        )}
        <AccountMenu session={session} loadsDocument={loadsDocuments} canFind={canFind} />
      </div>
    </header>
  );
};
