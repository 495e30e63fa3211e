import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Portal, PortalOptions } from '#scripts/demo/portal.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import type { RegionId } from '#shared/regions.ts';
import type { StartedPortal } from './shared-portal.ts';
import { startSharedPortal, startTestPortal } from './shared-portal.ts';

/** A portal that is there already, of which tests know nothing but its site (scripts/wire.ts). */
const { WIRE_SITE: siteUrl, WIRE_PASSWORD: password, WIRE_CAPTCHA: captchaUrl = '' } = process.env;

const secrets = /canary|@[\w.-]+\.example|XTW7|Portal-Demo|(Wrong|Chosen)-|eyJ[A-Za-z0-9_-]{20}/i;

type Mail = { readonly to: string; readonly subject: string; readonly html: string };

type Options = Pick<PortalOptions, 'backOffice' | 'longestPauseMs' | 'conditions' | 'before'>;

type Access = {
  readonly start: () => Promise<StartedPortal>;
  readonly isShared?: boolean;
  /** Sends calls again that the portal answers with 503: a busy machine answers as a busy service does. */
  readonly isPatient?: boolean;
};

const accessPortal = ({ start, isShared = false, isPatient = true }: Access) => {
  let started: StartedPortal | undefined;
  let firstLine = 0;
  const lines = () => started?.lines.slice(firstLine) ?? [];

  beforeAll(async () => {
    if (siteUrl) return;
    started = await start();
    firstLine = started.lines.length;
  });
  afterAll(async () => {
    if (!isShared) await started?.stop();
    // The functions' logs hold no personal data, record, file, password or token, whatever a file has asked for.
    expect(lines().length > 0).toBe(started !== undefined);
    expect(lines().filter((line) => secrets.test(line))).toEqual([]);
  });

  const cloud = (): Portal => {
    if (!started) throw new Error('The portal has not been started.');
    return started.cloud;
  };
  const browser = () => openBrowser(siteUrl ? { siteUrl, captchaUrl } : cloud(), { triesWhenBusy: isPatient ? 6 : 1 });
  const signIn = async (region: RegionId, name: string) => {
    const own = browser();
    const { status } = await own.login(region, `${name}@${region}.example`, password);
    if (status !== 200) throw new Error(`${name}@${region}.example could not sign in: ${status}`);
    return own;
  };
  const staff = new Map<string, Promise<Browser>>();
  return {
    cloud,
    /** Where its data is: what scripts are told. */
    stateFolder: () => started?.folder ?? '',
    /** Returns what the functions have logged since the file began. */
    lines,
    /** What has been written to an address, or to all that end so, the newest first. */
    mailsTo: async (address: string): Promise<Mail[]> => {
      const messages = (await (await fetch(`${cloud().inboxUrl}/messages.json`)).json()) as Mail[];
      return messages.filter(({ to }) => (address.startsWith('@') ? to.endsWith(address) : to === address));
    },
    browser,
    /** Opens a browser in which somebody signs in: for tests of the session, or of two at once. */
    signIn,
    /** The browser of somebody who signed in once and stays so for the whole file. */
    signedIn: (region: RegionId, name: string): Promise<Browser> => {
      const who = `${name}@${region}`;
      const signedIn = staff.get(who) ?? signIn(region, name);
      staff.set(who, signedIn);
      return signedIn;
    },
  };
};

/** Gives a test file a portal of its own: for files that change demo accounts for good, or need a portal with other options. */
export const portalForTests = (options: Options = {}) =>
  // Faults that `before` makes are what such a file looks at.
  accessPortal({ start: () => startTestPortal(options), isPatient: options.before === undefined });

/**
 * Gives a test file the portal that it shares with others: starting one takes longer than most files. Such a file leaves the demo
 * accounts as they are, and expects records, users and jobs of other files.
 */
export const sharedPortalForTests = () => accessPortal({ start: startSharedPortal, isShared: true });
