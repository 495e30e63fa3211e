import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { isCaptchaPage } from '#shared/api/paths.ts';
import { lastRegion } from '#web/browser/last-region.ts';
import { createStore } from '#web/browser/store.ts';
import { isNarrow, useIsWide } from '#web/browser/window-width.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Footer } from './footer.tsx';
import { loadWithCloudscape } from './load-with-cloudscape.ts';
import { LoadingBar } from './loading-bar.tsx';
import { PageAlerts } from './page-alerts.tsx';
import type { Layout } from './pages.ts';
import { mainId, SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

const { Lazy: Drawer } = createLazyComponent(loadWithCloudscape(async () => (await import('./drawer.tsx')).Drawer));

/** True if the user has opened the drawer, false if they have closed it; undefined until then. */
const drawerChoice = createStore<boolean | undefined>(undefined);

// In narrow windows the drawer overlays the page, so following a link closes it.
const closeDrawerIfNarrow = () => {
  if (isNarrow()) drawerChoice.set(false);
};

/** Minimum window width in pixels at which the drawer is open initially. */
const openDrawerMinimumPixels = 1280;

type Props = { readonly layout: Layout; readonly children?: ReactNode };

export const PageLayout = ({ layout, children = <Outlet /> }: Props) => {
  const { t } = useTexts();
  const session = useSession();
  const region = session?.region;
  useEffect(() => {
    if (region) lastRegion.set(region);
  }, [region]);
  const isWide = useIsWide(openDrawerMinimumPixels);
  const isOpen = useSyncExternalStore(drawerChoice.subscribe, drawerChoice.get) ?? isWide;
  const loadsDocuments = isCaptchaPage(useLocation().pathname);
  const hasDrawer = session !== undefined && (layout === 'default' || layout === 'wide');
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !isNarrow() || !nav.current?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>('[aria-controls=drawer]')?.focus();
      drawerChoice.set(false);
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);
  const setOpen = (shouldOpen: boolean) => {
    flushSync(() => drawerChoice.set(shouldOpen));
    if (shouldOpen && isNarrow()) nav.current?.focus();
  };

  return (
    <div className={`shell layout-${layout}`}>
      <SkipLink />
      <LoadingBar isNavigating={useNavigation().state !== 'idle'} />
      <TopBar
        loadsDocuments={loadsDocuments}
        hidesSession={layout === 'basic'}
        {...(hasDrawer && { drawer: { isOpen, setOpen } })}
      />
      <div className="body">
        {hasDrawer && (
          <nav
            ref={nav}
            id="drawer"
            className="drawer"
            aria-label={t('shell.nav.label')}
            hidden={!isOpen}
            tabIndex={-1}
          >
            <Drawer session={session} onFollowed={closeDrawerIfNarrow} />
          </nav>
        )}
        <main id={mainId} tabIndex={-1}>
          <div className="content">
            <PageAlerts />
            {children}
          </div>
        </main>
      </div>
      <Footer loadsDocuments={loadsDocuments} />
    </div>
  );
};
