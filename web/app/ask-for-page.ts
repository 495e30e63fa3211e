import { sessionPath, webConfigPath } from '#shared/http.ts';
import { isPrefix, isRegionId, prefixes } from '#shared/regions.ts';
import { askApiEarly, askFileEarly } from '#web/data/asked-early.ts';
import { textSources } from '#web/language/sources.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { setCloudscapeLanguage } from './cloudscape-texts.ts';
import { existingPages } from './pages.ts';

const pageAt = (pathname: string) =>
  existingPages.find(({ pattern }) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname));

/** Whoever wants it later hears of its failure. */
const early = (work: Promise<unknown>) => void work.catch(() => undefined);

/** Its chunk and the session are only asked for where the guard may let somebody in; everything else is left to the router. */
export const askForPage = (pathname: string) => {
  const [, prefix = '', region = ''] = pathname.split('/');
  askFileEarly(webConfigPath);
  if (!isPrefix(prefix)) return;
  early(textSources[prefixes[prefix].language]());
  const page = pageAt(pathname);
  const maySignIn = isRegionId(region) && sessionMarks.mayExist(region);
  if (!page || !(maySignIn || page.audience === 'anyone')) return;
  early(setCloudscapeLanguage(prefix));
  early(page.load());
  if (maySignIn && sessionMarks.mayHaveAccess(region) && !sessionMarks.isSigningOut(region))
    askApiEarly(sessionPath.replace('{region}', region));
};
