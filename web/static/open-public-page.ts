import { webConfigPath } from '#shared/api/headers.ts';
import { paths } from '#shared/api/paths.ts';
import { defaultPrefix, isPrefix, isRegionId } from '#shared/config/regions.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { detectPrefix } from '#web/app/language.ts';
import { setConfig } from '#web/data/config.ts';
import { createTimeoutSignal } from '#web/data/preloaded-requests.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { enableAlerts } from './enable-alerts.ts';
import { fillFooter } from './fill-footer.ts';
import { fillProvider } from './fill-provider.ts';
import { prepareDocument, showLoadFailure, showParts } from './prepare-document.ts';
import { showLanding } from './show-landing.ts';

/** Fills in the links of the footer and the details of the provider, which depend on the stage. */
const fillInStageContent = async (prefix: Prefix, region: RegionId | undefined) => {
  const response = await fetch(webConfigPath, { cache: 'no-cache', signal: createTimeoutSignal() });
  if (!response.ok) throw new Error(`${webConfigPath}: ${response.status}`);
  setConfig(await response.json());
  fillFooter(prefix, region);
  fillProvider();
};

/** Returns whether a user may be signed in. If so, the application renders the page instead, with the user's menu. */
const mayBeSignedIn = (region: RegionId) =>
  sessionMarks.mayExist(region) || sessionMarks.hasRunOut(region) || sessionMarks.isSigningOut(region);

const openPage = () => {
  const [, prefix = '', second = ''] = location.pathname.split('/');
  if (!isPrefix(prefix)) throw new Error(`${location.pathname} is no prerendered page.`);
  const region = isRegionId(second) ? second : undefined;
  prepareDocument(prefix);
  if (second === '') showLanding(prefix);
  // A legal page has no parts of its own, only the alerts.
  else showParts([]);
  if (region && mayBeSignedIn(region)) {
    import('#web/start.ts').then(({ application }) => application).catch(showLoadFailure);
    return;
  }
  enableAlerts();
  fillInStageContent(prefix, region).catch(showLoadFailure);
};

/** Opens the landing page in the visitor's language. The root serves the one in the default language. */
const openRoot = () => {
  const prefix = detectPrefix();
  const url = paths.landing(prefix) + location.search + location.hash;
  if (prefix === defaultPrefix) {
    history.replaceState(history.state, '', url);
    openPage();
  } else {
    document.documentElement.hidden = true;
    location.replace(url);
  }
};

/** Opens a public page: the landing page or a legal page. */
export const openPublicPage = () => {
  if (location.pathname === paths.root()) openRoot();
  else openPage();
};
