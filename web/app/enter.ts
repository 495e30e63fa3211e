import { redirect } from 'react-router';
import type { MiddlewareFunction } from 'react-router';
import { paths } from '#shared/paths.ts';
import { isPrefix, isRegionId } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { leaveFor } from '#web/browser/leave.ts';
import { refreshSession } from '#web/data/api.ts';
import { config } from '#web/data/config.ts';
import { leaveForLogin } from '#web/session/leave-for-login.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { guard } from './guard.ts';
import type { ExistingPage } from './pages.ts';
import { finishSignOut } from './sign-out.ts';

/** Another document is on its way; this one does nothing more. */
const leaving = () => new Promise<never>(() => undefined);

/** The address that this document was asked for under: by it CloudFront chose the content policy, wherever the router has led since. */
const requestedPath = () => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return navigation && URL.parse(navigation.name)?.pathname;
};

/** Whether this document has the sign-in page's content policy. */
let isLoginDocument: boolean | undefined;

/** Finds the session that may exist on a first load, and renews one that ran out; whatever fails, no session is left in memory. */
const settleSession = async (region: RegionId) => {
  // An earlier sign-out never reached the server: it comes first.
  if (sessionStore.isLeaving(region)) return finishSignOut(region);
  const session = sessionStore.get(region);
  if (session ? !sessionStore.hasExpired(session) : !sessionStore.mayExist(region)) return;
  await refreshSession(region).catch(() => sessionStore.forget(region));
};

/** What happens before a page is shown: session, guard, and the border between documents. */
export const enter =
  (page: ExistingPage): MiddlewareFunction =>
  async ({ url, params: { prefix = '', region = '' } }, next) => {
    const wanted = url.pathname + url.search;
    isLoginDocument ??= requestedPath()?.endsWith('/auth/login') ?? page.isLogin === true;
    if (isLoginDocument !== (page.isLogin === true)) {
      leaveFor(wanted);
      return leaving();
    }
    if (!isPrefix(prefix) || !isRegionId(region)) return next();
    const at = { prefix, region };
    // While the session is asked for, the page of whoever may have one is on its way.
    if (sessionStore.mayExist(region)) void page.load().catch(() => undefined);
    await settleSession(region);
    const session = sessionStore.get(region);
    const verdict = guard({ page, region, session, returnsAvailable: config().regions[region].returnsAvailable });
    if (verdict === 'allow') return next();
    if (verdict === 'login') {
      leaveForLogin(region, { wanted });
      return leaving();
    }
    const elsewhere = verdict === 'home' ? paths.home(at) : paths.root();
    if (!isLoginDocument) throw redirect(elsewhere);
    leaveFor(elsewhere);
    return leaving();
  };
