import { limits } from '#shared/config/limits.ts';
import { createTimeoutSignal } from '#web/data/preloaded-requests.ts';

/** Start of the paths of all first scripts. */
const scriptFolder = '/assets/start-';

let firstScript: string | undefined;
let checkedAt = Date.now();
let hasNewVersion = false;

/** Notes the address of the application's first script, which has another name in each version. */
export const noteFirstScript = (url: string) => {
  firstScript = new URL(url).pathname;
};

const checkVersion = async (script: string) => {
  const response = await fetch('/index.html', { cache: 'no-cache', signal: createTimeoutSignal() });
  if (!response.ok) return;
  const document = await response.text();
  // Another page, such as that of a public network, has no script of the portal.
  if (document.includes(scriptFolder)) hasNewVersion = !document.includes(script);
};

/**
 * Returns whether the site has a newer version than this document, as of the last check. Starts the next check if one is
 * due; a failed one is repeated when the next is due.
 */
export const isOutdated = (): boolean => {
  if (firstScript !== undefined && Date.now() - checkedAt > limits.web.versionCheckMinutes * 60_000) {
    checkedAt = Date.now();
    void checkVersion(firstScript).catch(() => undefined);
  }
  return hasNewVersion;
};
