import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Portal, PortalOptions } from '#scripts/demo/portal.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { StartedPortal } from './shared-portal.ts';
import { startSharedPortal, startTestPortal } from './shared-portal.ts';

/** Site and credentials of a deployed portal, set by `scripts/wire.ts`; otherwise the tests start a portal themselves. */
const { WIRE_SITE: siteUrl, WIRE_PASSWORD: password, WIRE_CAPTCHA: captchaUrl = '' } = process.env;

/** Test marks, email addresses, passwords and tokens. */
const secretPattern = /canary|@[\w.-]+\.example|XTW7|Portal-Demo|(Wrong|Chosen)-|eyJ[A-Za-z0-9_-]{20}/i;

type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
};

type Options = Pick<PortalOptions, 'backOffice' | 'maxRetryDelayMs' | 'conditions' | 'interceptService'>;

type Access = {
  readonly start: () => Promise<StartedPortal>;
  readonly isShared?: boolean;
  /** Retries calls that return 503, because a busy machine responds like a busy service. */
  readonly shouldRetry?: boolean;
};

/** Starts the portal before a test file and, unless it is shared, stops it afterwards. Returns the functions with which the tests use it. */
const accessPortal = ({ start, isShared = false, shouldRetry = true }: Access) => {
  let startedPortal: StartedPortal | undefined;
  let firstLineIndex = 0;
  const readLogLines = () => startedPortal?.lines.slice(firstLineIndex) ?? [];

  beforeAll(async () => {
    if (siteUrl) return;
    startedPortal = await start();
    firstLineIndex = startedPortal.lines.length;
  });
  afterAll(async () => {
    if (!isShared) await startedPortal?.stop();
    // The functions' logs must contain no personal data, record, file, password or token.
    expect(readLogLines().length > 0).toBe(startedPortal !== undefined);
    expect(readLogLines().filter((line) => secretPattern.test(line))).toEqual([]);
  });

  const getCloud = (): Portal => {
    if (!startedPortal) throw new Error('The portal has not been started.');
    return startedPortal.cloud;
  };
  const openPortalBrowser = () =>
    openBrowser(siteUrl ? { siteUrl, captchaUrl } : getCloud(), { triesWhenBusy: shouldRetry ? 6 : 1 });
  const signIn = async (region: RegionId, name: string) => {
    const userBrowser = openPortalBrowser();
    const { status } = await userBrowser.login(region, `${name}@${region}.example`, password);
    if (status !== 200) throw new Error(`${name}@${region}.example could not sign in: ${status}`);
    return userBrowser;
  };
  const browsersByAccount = new Map<string, Promise<Browser>>();
  return {
    getCloud,
    /** The local cloud's data folder, for scripts. */
    getStateFolder: () => startedPortal?.folder ?? '',
    /** Returns what the functions have logged since the test file started. */
    readLogLines,
    /** Returns the mails to an address, or to all addresses of a domain (`@…`), newest first. */
    findMails: async (emailOrDomain: string): Promise<Mail[]> => {
      const messages = (await (await fetch(`${getCloud().inboxUrl}/messages.json`)).json()) as Mail[];
      return messages.filter(({ to }) =>
        emailOrDomain.startsWith('@') ? to.endsWith(emailOrDomain) : to === emailOrDomain,
      );
    },
    openBrowser: openPortalBrowser,
    /** Signs in with a new browser, for tests that end sessions or use several of one user. */
    signIn,
    /** Signs in, but only once per test file: later calls for the same user return the same browser. */
    signInOnce: (region: RegionId, name: string): Promise<Browser> => {
      const accountName = `${name}@${region}`;
      const userBrowser = browsersByAccount.get(accountName) ?? signIn(region, name);
      browsersByAccount.set(accountName, userBrowser);
      return userBrowser;
    },
  };
};

/** Gives a test file its own portal: for files that change demo accounts permanently, or need other options. */
export const openTestPortal = (options: Options = {}) =>
  // Retries would hide the faults that `interceptService` injects.
  accessPortal({ start: () => startTestPortal(options), shouldRetry: options.interceptService === undefined });

/**
 * Gives a test file the shared portal, since starting one takes longer than most files. Such a file must not change the
 * demo accounts, and must expect records, users and jobs of other files.
 */
export const openSharedTestPortal = () => accessPortal({ start: startSharedPortal, isShared: true });
