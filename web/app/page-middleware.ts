import { data, redirect } from 'react-router';
import type { MiddlewareFunction } from 'react-router';
import { AppError } from '#shared/api/errors.ts';
import { isCameraPage, isCaptchaPage, paths } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import { isInAudience, repairsAudience } from '#shared/api/policies.ts';
import { isPrefix, isRegionId } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { areCookiesEnabled } from '#web/browser/are-cookies-enabled.ts';
import { needsCameraDocument } from '#web/browser/camera.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { readRequestedPath } from '#web/browser/requested-path.ts';
import { loadSession, pingSite, refreshSession } from '#web/data/api.ts';
import { getConfig } from '#web/data/config.ts';
import { goToLogin } from '#web/session/end-session.ts';
import { isSessionOver } from '#web/session/refresh.ts';
import { sessionStore } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { guard } from './guard.ts';
import type { Verdict } from './guard.ts';
import { isOutdated } from './new-version.ts';
import type { ApplicationPage } from './pages.ts';
import { unknownRoute } from './route-error.tsx';
import { finishSignOut } from './sign-out.ts';

/** Loads another document and never resolves, so that this document stops routing. */
const loadAndWait = (path: string) => {
  loadDocument(path);
  return waitForDocumentLoad();
};
const waitForDocumentLoad = () => new Promise<never>(() => undefined);

let isCaptchaDocument: boolean | undefined;

// Path of the page shown last. On back navigation, `location` has already changed.
let shownPath: string | undefined;

/** Refreshes or loads the session if needed and returns the alert for a session that has ended. Throws if the server cannot be reached for a page that requires a session, so that an outage signs no user out. */
const ensureSession = async (
  region: RegionId,
  { audience }: ApplicationPage,
  isCurrentPage: boolean,
): Promise<RouteAlert | undefined> => {
  // A sign-out that never reached the server is completed first.
  if (sessionStore.isSigningOut(region)) {
    await finishSignOut(region);
    return undefined;
  }
  const session = sessionStore.get(region);
  const isUncertain = sessionStore.isUncertain(region);
  const isSignedOut = !session && !sessionStore.mayExist(region) && !sessionStore.hasRunOut(region);
  if (isSignedOut || (session && !sessionStore.isAccessTokenExpired(session) && !isUncertain)) return undefined;
  const isNew = sessionStore.isNew(region);
  try {
    await (session && !isUncertain ? refreshSession(region) : loadSession(region));
    return undefined;
  } catch (error) {
    const hasEnded = isSessionOver(error);
    // If only the query string changes, for example because a draft gets its id, the page's own requests report the failure.
    if (!hasEnded && session && isCurrentPage) return undefined;
    if (!hasEnded && audience !== 'anyone') throw error;
    if (!hasEnded) {
      sessionStore.forget(region);
      return undefined;
    }
    return isNew && error instanceof AppError && error.code === 'MissingCookie' ? 'cookiesRefused' : 'sessionEnded';
  }
};

const toRedirectPath = (
  verdict: Exclude<Verdict, 'allow' | 'signedOut'>,
  place: Place,
  session: Session | undefined,
) => {
  const home = paths.home(place);
  if (verdict === 'otherRegion') return addAlertToPath(paths.root(), verdict);
  // Users without permissions get no alert, because Home explains that itself.
  const hasWork = session && (isInAudience(session, repairsAudience) || session.isRegisterReturnsAllowed);
  return !hasWork ? home : addAlertToPath(home, verdict);
};

/** Returns whether another document can be loaded: without a connection, the browser would show its error page. */
const canReachSite = () =>
  pingSite().then(
    () => true,
    () => false,
  );

export const pageMiddleware =
  (page: ApplicationPage): MiddlewareFunction =>
  async ({ url, params: { prefix = '', region = '' } }, next) => {
    const requestedUrl = url.pathname + url.search;
    // A document that was requested under the path of a captcha page has that page's content security policy, so that
    // every other page needs a new document.
    isCaptchaDocument ??= isCaptchaPage(readRequestedPath() ?? page.pattern);
    if (isCaptchaDocument) return loadAndWait(requestedUrl);
    // If only the query string changes, the open page stays, because it may hold unsaved input.
    if (url.pathname !== shownPath && isOutdated() && (await canReachSite())) {
      // After back navigation, the browser already shows the requested URL, and only `location` has its fragment.
      return loadAndWait(url.pathname === location.pathname ? requestedUrl + location.hash : requestedUrl);
    }
    // Patterns without a region, such as those of the legal pages, leave the parameter empty.
    if (region !== '' && !isRegionId(region)) throw data(unknownRoute, { status: 404 });
    const showPage = () => {
      shownPath = url.pathname;
      return next();
    };
    if (!isPrefix(prefix) || !isRegionId(region)) return showPage();
    const place = { prefix, region };
    // The page's chunk is loaded in parallel with the session.
    if (sessionStore.mayExist(region)) void page.load().catch(() => undefined);
    const endAlert = await ensureSession(region, page, url.pathname === shownPath);
    const session = sessionStore.get(region);
    const verdict = guard({ page, region, session, returnsAvailable: getConfig().regions[region].returnsAvailable });
    if (verdict === 'allow')
      return isCameraPage(url.pathname) && needsCameraDocument() ? loadAndWait(requestedUrl) : showPage();
    if (verdict === 'signedOut') {
      // Without cookie support there is no alert, because the sign-in page reports the missing cookies itself.
      goToLogin(region, { requestedPath: requestedUrl, ...(endAlert && areCookiesEnabled() && { alert: endAlert }) });
      return waitForDocumentLoad();
    }
    throw redirect(toRedirectPath(verdict, place, session));
  };
