import { data, redirect } from 'react-router';
import type { MiddlewareFunction } from 'react-router';
import { AppError } from '#shared/errors.ts';
import { isOfCaptcha, paths } from '#shared/paths.ts';
import type { Place } from '#shared/paths.ts';
import { isInAudience, repairsAudience } from '#shared/policies.ts';
import { isPrefix, isRegionId } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { keepsCookies } from '#web/browser/keeps-cookies.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { loadSession, refreshSession } from '#web/data/api.ts';
import { config } from '#web/data/config.ts';
import { goToLogin } from '#web/session/end-session.ts';
import { isRefusal } from '#web/session/refresh.ts';
import { sessionStore } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';
import { withAlert } from '#web/ui/alerts.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { guard } from './guard.ts';
import type { Verdict } from './guard.ts';
import type { ExistingPage } from './pages.ts';
import { unknownRoute } from './route-error.tsx';
import { finishSignOut } from './sign-out.ts';

/** Does nothing more in this document. */
const leaveTo = (path: string) => {
  loadDocument(path);
  return untilItLoads();
};
const untilItLoads = () => new Promise<never>(() => undefined);

/** The address that this document was asked for under: by it CloudFront chose the content policy, wherever the router has led since. */
const requestedPath = () => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return navigation && URL.parse(navigation.name)?.pathname;
};

let isCaptchaDocument: boolean | undefined;

/** The path of the page that was shown last; the browser's own address is another one already when somebody goes back. */
let shownPath: string | undefined;

/** Tells how a session has ended by itself. Throws what kept the server from answering: that signs nobody out. */
const ensureSession = async (
  region: RegionId,
  { audience }: ExistingPage,
  isShown: boolean,
): Promise<RouteAlert | undefined> => {
  // An earlier sign-out never reached the server: it comes first.
  if (sessionStore.isSigningOut(region)) {
    await finishSignOut(region);
    return undefined;
  }
  const session = sessionStore.get(region);
  const isDoubtful = sessionStore.isDoubtful(region);
  const isLeft = !session && !sessionStore.mayExist(region) && !sessionStore.hasRunOut(region);
  if (isLeft || (session && !sessionStore.hasExpired(session) && !isDoubtful)) return undefined;
  const isNew = sessionStore.isNew(region);
  try {
    await (session && !isDoubtful ? refreshSession(region) : loadSession(region));
    return undefined;
  } catch (error) {
    const hasEnded = isRefusal(error);
    // Only the search of the page that shows changes, as when a draft gets its name: what it asks for tells of the failure.
    if (!hasEnded && session && isShown) return undefined;
    if (!hasEnded && audience !== 'anyone') throw error;
    if (!hasEnded) {
      sessionStore.forget(region);
      return undefined;
    }
    return isNew && error instanceof AppError && error.code === 'MissingCookie' ? 'cookiesRefused' : 'sessionEnded';
  }
};

const elsewhere = (verdict: Exclude<Verdict, 'allow' | 'signedOut'>, at: Place, session: Session | undefined) => {
  const home = paths.home(at);
  if (verdict === 'otherRegion') return withAlert(paths.root(), verdict);
  // Home itself tells those who may do nothing at all.
  const hasWork = session && (isInAudience(session, repairsAudience) || session.isRegisterReturnsAllowed);
  return verdict === 'signedIn' || !hasWork ? home : withAlert(home, verdict);
};

export const pageMiddleware =
  (page: ExistingPage): MiddlewareFunction =>
  async ({ url, params: { prefix = '', region = '' } }, next) => {
    const wanted = url.pathname + url.search;
    isCaptchaDocument ??= isOfCaptcha(requestedPath() ?? page.pattern);
    if (isCaptchaDocument !== isOfCaptcha(page.pattern)) return leaveTo(wanted);
    // What stands in a region's place may also be the legal information's, which has pages of its own.
    if (region !== '' && !isRegionId(region)) throw data(unknownRoute, { status: 404 });
    const show = () => {
      shownPath = url.pathname;
      return next();
    };
    if (!isPrefix(prefix) || !isRegionId(region)) return show();
    const at = { prefix, region };
    // While the session is asked for, the page of whoever may have one is on its way.
    if (sessionStore.mayExist(region)) void page.load().catch(() => undefined);
    const ended = await ensureSession(region, page, url.pathname === shownPath);
    const session = sessionStore.get(region);
    const verdict = guard({ page, region, session, returnsAvailable: config().regions[region].returnsAvailable });
    if (verdict === 'allow') return show();
    if (verdict === 'signedOut') {
      // A browser that keeps no cookies at all is told so by the sign-in page itself.
      goToLogin(region, { wanted, ...(ended && keepsCookies() && { alert: ended }) });
      return untilItLoads();
    }
    const target = elsewhere(verdict, at, session);
    if (!isCaptchaDocument) throw redirect(target);
    return leaveTo(target);
  };
