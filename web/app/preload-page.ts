import { sessionPath, webConfigPath } from '#shared/api/headers.ts';
import { matchesPattern } from '#shared/api/paths.ts';
import { isPrefix, isRegionId, prefixes } from '#shared/config/regions.ts';
import { preloadApiRequest, preloadFile } from '#web/data/preloaded-requests.ts';
import { textSources } from '#web/i18n/sources.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { setCloudscapeLanguage } from './cloudscape-texts.ts';
import { existingPages } from './pages.ts';

const pageAt = (pathname: string) => existingPages.find(({ pattern }) => matchesPattern(pattern, pathname));

/** Suppresses the unhandled rejection, because a later load reports the failure. */
const ignoreRejection = (work: Promise<unknown>) => void work.catch(() => undefined);

/** Preloads config, texts, page chunk and session before the app starts, but only for pages that the guard may allow. */
export const preloadPage = (pathname: string) => {
  const [, prefix = '', region = ''] = pathname.split('/');
  preloadFile(webConfigPath);
  if (!isPrefix(prefix)) return;
  ignoreRejection(textSources[prefixes[prefix].language]());
  const page = pageAt(pathname);
  const maySignIn = isRegionId(region) && sessionMarks.mayExist(region);
  if (!page || !(maySignIn || page.audience === 'anyone')) return;
  ignoreRejection(setCloudscapeLanguage(prefix));
  ignoreRejection(page.load());
  if (maySignIn && sessionMarks.mayHaveAccess(region) && !sessionMarks.isSigningOut(region))
    preloadApiRequest(sessionPath.replace('{region}', region));
};
