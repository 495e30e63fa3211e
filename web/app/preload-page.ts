import { pageTitles } from 'virtual:page-titles';
import { webConfigPath } from '#shared/api/headers.ts';
import { matchesPattern } from '#shared/api/paths.ts';
import { preloadedPaths } from '#shared/api/preloaded-paths.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import { isPrefix, isRegionId, prefixes } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { fetchEarly, preloadFile, storePreloadedResponse } from '#web/data/preloaded-requests.ts';
import { toGetPath } from '#web/data/request-path.ts';
import { textLoaders } from '#web/i18n/text-loaders.ts';
import { toCookieLockName, withCrossTabLock } from '#web/session/cookie-lock.ts';
import type { KnownUser } from '#web/session/known-user.ts';
import { toKnownUser } from '#web/session/known-user.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { readKnownUser } from '#web/session/read-known-user.ts';
import { setCloudscapeLanguage } from './cloudscape-texts.ts';
import { findDataRequests } from './find-data-requests.ts';
import { applicationPages } from './pages.ts';
import type { ApplicationPage } from './pages.ts';

const findPage = (pathname: string) => applicationPages.find(({ pattern }) => matchesPattern(pattern, pathname));

/** Suppresses the unhandled rejection, because a later load reports the failure. */
const ignoreRejection = (work: Promise<unknown>) => void work.catch(() => undefined);

/** Refreshes a session whose access token has expired, unless another tab does. Resolves to the session's response. */
const refreshSession = (region: RegionId, sessionPath: string, refreshPath: string): Promise<Response> =>
  withCrossTabLock(toCookieLockName(region), async () => {
    if (sessionMarks.mayHaveAccess(region)) return fetchEarly('GET', sessionPath);
    const response = await fetchEarly('POST', refreshPath);
    // Other tabs, which wait for the lock, must not refresh the session again.
    if (response.ok)
      sessionMarks.write(region, { ...sessionMarks.readEnds(region), idle: sessionMarks.endFromNow('idle') });
    return response;
  });

/**
 * Requests the session and the data of the page, as far as its user may call their routes: at once if the user is known
 * from an earlier page, else after the session.
 */
const preloadSessionAndData = async (region: RegionId, page: ApplicationPage, search: string) => {
  const { absolute } = sessionMarks.readEnds(region);
  // Another user may sign in, in another tab, before the responses are used.
  const isUsable = () => sessionMarks.readEnds(region).absolute === absolute;
  const sessionPath = toGetPath(preloadedPaths.session, { region });
  const refreshPath = toGetPath(preloadedPaths.refreshToken, { region });
  const hasAccess = sessionMarks.mayHaveAccess(region);
  const sessionResponse = hasAccess ? fetchEarly('GET', sessionPath) : refreshSession(region, sessionPath, refreshPath);
  const cloneResponse = () => sessionResponse.then((response) => response.clone());
  storePreloadedResponse('GET', sessionPath, { response: cloneResponse(), isUsable });
  // The application asks for a refresh if it starts before this one is finished.
  if (!hasAccess) storePreloadedResponse('POST', refreshPath, { response: cloneResponse(), isUsable });

  const requestedPaths = new Set<string>();
  const requestData = (user: KnownUser) => {
    const paths = findDataRequests(page, search, user).map(({ path, input }) => toGetPath(path, input));
    for (const path of paths) {
      if (requestedPaths.has(path)) continue;
      requestedPaths.add(path);
      const data = fetchEarly('GET', path).then(
        (dataResponse) => (dataResponse.ok ? dataResponse : undefined),
        () => undefined,
      );
      storePreloadedResponse('GET', path, { response: data, isUsable, isPageData: true });
    }
  };
  // Without a valid access token the requests would fail.
  const knownUser = hasAccess ? readKnownUser(region, absolute) : undefined;
  if (knownUser) requestData(knownUser);

  const response = await sessionResponse;
  if (!response.ok) return;
  const auth = (await response.json()) as AuthObject;
  // Requests the rest if the user was unknown or the roles have changed.
  if (isUsable()) requestData(toKnownUser(region, auth));
};

/**
 * Shows the page's layout, and its title if only the path decides it: a list or a form whose address names a record shows
 * that record instead.
 */
const showShell = ({ layout }: ApplicationPage, title: string | undefined, search: string) => {
  document.querySelector('.shell.is-loading')?.classList.add(`layout-${layout}`);
  const placeOfTitle = document.querySelector('.skeleton-title');
  if (!placeOfTitle || title === undefined || new URLSearchParams(search).has('id')) return;
  placeOfTitle.classList.add('has-text');
  placeOfTitle.textContent = title;
};

/**
 * Preloads config, texts, page chunk, session and the page's first data before the app starts, and shows its layout, but
 * only for pages that the guard may allow.
 */
export const preloadPage = (pathname: string, search: string) => {
  const [, prefix = '', region = ''] = pathname.split('/');
  preloadFile(webConfigPath);
  if (!isPrefix(prefix)) return;
  const page = findPage(pathname);
  const mayBeSignedIn = isRegionId(region) && sessionMarks.mayExist(region);
  // First, because a browser may send only a few requests at a time, and all else waits for the session or its data.
  if (page && mayBeSignedIn && !sessionMarks.isSigningOut(region))
    ignoreRejection(preloadSessionAndData(region, page, search));
  ignoreRejection(textLoaders[prefixes[prefix].language]());
  if (!page || !(mayBeSignedIn || page.audience === 'anyone')) return;
  showShell(page, pageTitles[prefixes[prefix].language][page.name], search);
  ignoreRejection(setCloudscapeLanguage(prefix));
  ignoreRejection(page.load());
};
