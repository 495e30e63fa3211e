import { redirect } from 'react-router';
import type { MiddlewareFunction } from 'react-router';
import { paths } from '#shared/paths.ts';
import { isPrefix, isRegionId } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { loadSession, refreshSession } from '#web/data/api.ts';
import { config } from '#web/data/config.ts';
import { goToLogin } from '#web/session/end-session.ts';
import { isRefusal } from '#web/session/refresh.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { guard } from './guard.ts';
import type { ExistingPage } from './pages.ts';
import { finishSignOut } from './sign-out.ts';

/** Another document is on its way; this one does nothing more. */
const untilItLoads = () => new Promise<never>(() => undefined);

/** The address that this document was asked for under: by it CloudFront chose the content policy, wherever the router has led since. */
const requestedPath = () => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return navigation && URL.parse(navigation.name)?.pathname;
};

/** Whether this document has the sign-in page's content policy. */
let isLoginDocument: boolean | undefined;

/**
 * Loads the session that may exist on a first load, and renews one that ran out. Throws what kept the server from answering: that
 * signs nobody out. Only a page that is open to anyone does without.
 */
const ensureSession = async (region: RegionId, { audience }: ExistingPage) => {
  // An earlier sign-out never reached the server: it comes first.
  if (sessionStore.isSigningOut(region)) return finishSignOut(region);
  const session = sessionStore.get(region);
  if (session ? !sessionStore.hasExpired(session) : !sessionStore.mayExist(region)) return;
  await (session ? refreshSession(region) : loadSession(region)).catch((error: unknown) => {
    if (!isRefusal(error) && audience !== 'anyone') throw error;
    sessionStore.forget(region);
  });
};

/** Runs before a page is shown: the border between documents, the session, and the guard. */
export const pageMiddleware =
  (page: ExistingPage): MiddlewareFunction =>
  async ({ url, params: { prefix = '', region = '' } }, next) => {
    const wanted = url.pathname + url.search;
    isLoginDocument ??= requestedPath()?.endsWith('/auth/login') ?? page.isLogin === true;
    if (isLoginDocument !== (page.isLogin === true)) {
      loadDocument(wanted);
      return untilItLoads();
    }
    if (!isPrefix(prefix) || !isRegionId(region)) return next();
    const at = { prefix, region };
    // While the session is asked for, the page of whoever may have one is on its way.
    if (sessionStore.mayExist(region)) void page.load().catch(() => undefined);
    await ensureSession(region, page);
    const session = sessionStore.get(region);
    const verdict = guard({ page, region, session, returnsAvailable: config().regions[region].returnsAvailable });
    if (verdict === 'allow') return next();
    if (verdict === 'login') {
      goToLogin(region, { wanted });
      return untilItLoads();
    }
    const elsewhere = verdict === 'home' ? paths.home(at) : paths.root();
    if (!isLoginDocument) throw redirect(elsewhere);
    loadDocument(elsewhere);
    return untilItLoads();
  };
