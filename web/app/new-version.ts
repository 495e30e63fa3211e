import { limits } from '#shared/config/limits.ts';
import { createTimeoutSignal } from '#web/data/preloaded-requests.ts';

/** Beginning of the path of the application's first script, in every version. */
const scriptFolder = '/assets/start-';

let firstScript: string | undefined;
let checkedAt = Date.now();
let hasNewVersion = false;

/** Stores the path of the application's first script, whose file name differs in each version. */
export const rememberFirstScript = (url: string) => {
  firstScript = new URL(url).pathname;
};

const checkVersion = async (script: string) => {
  const response = await fetch('/index.html', { cache: 'no-cache', signal: createTimeoutSignal() });
  if (!response.ok) return;
  const document = await response.text();
  // A response without a script of the portal is another page, such as the sign-in page of a public network.
  if (document.includes(scriptFolder)) hasNewVersion = !document.includes(script);
};

/**
 * Returns whether the site has a newer version than this document, as of the last check. Starts the next check if one is
 * due, without waiting for its result.
 */
export const isOutdated = (): boolean => {
  if (firstScript !== undefined && Date.now() - checkedAt > limits.web.versionCheckMinutes * 60_000) {
    checkedAt = Date.now();
    void checkVersion(firstScript).catch(() => undefined);
  }
  return hasNewVersion;
};
