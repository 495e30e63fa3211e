import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Portal, PortalOptions } from '#scripts/demo/portal.ts';
import { startPortal } from '#scripts/demo/portal.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import type { RegionId } from '#shared/regions.ts';

/** A portal that is there already, of which tests know nothing but its site (scripts/wire.ts). */
const { WIRE_SITE: siteUrl, WIRE_PASSWORD: password, WIRE_CAPTCHA: captchaUrl = '' } = process.env;

const secrets = /canary|@[\w.-]+\.example|XTW7|Portal-Demo|(Wrong|Chosen)-|eyJ[A-Za-z0-9_-]{20}/i;

type Mail = { readonly to: string; readonly subject: string; readonly html: string };

/** Brings up a portal of its own for a test file: the synthesized app on a copy of the data that `seed-portal.mts` made, gone afterwards. */
export const portalForTests = (
  options: Pick<PortalOptions, 'backOffice' | 'longestPauseMs' | 'conditions' | 'before'> = {},
) => {
  const lines: string[] = [];
  const held: { cloud?: Portal; folder?: string } = {};

  beforeAll(async () => {
    if (siteUrl) return;
    held.folder = await mkdtemp(join(tmpdir(), 'portal-'));
    await cp(process.env['SEEDED_PORTAL'] ?? '', held.folder, { recursive: true });
    held.cloud = await startPortal({
      ...options,
      stateFolder: held.folder,
      port: 0,
      warm: false,
      onLine: (_, line) => lines.push(line),
    });
  }, 120_000);
  afterAll(async () => {
    await held.cloud?.stop();
    if (held.folder) await rm(held.folder, { recursive: true, force: true });
    // Whatever a file has asked for, the functions' logs hold nothing of it: of nobody, no record, file, password or token.
    expect(lines.length > 0).toBe(held.cloud !== undefined);
    expect(lines.filter((line) => secrets.test(line))).toEqual([]);
  }, 30_000);

  const cloud = (): Portal => {
    if (!held.cloud) throw new Error('The portal has not been started.');
    return held.cloud;
  };
  const browser = () => openBrowser(siteUrl ? { siteUrl, captchaUrl } : cloud());
  const signIn = async (region: RegionId, name: string) => {
    const own = browser();
    let status = 503;
    // A busy machine answers as a busy service does: try again.
    for (let tries = 0; status === 503 && tries < 5; tries += 1)
      ({ status } = await own.login(region, `${name}@${region}.example`, password));
    if (status !== 200) throw new Error(`${name}@${region}.example could not sign in: ${status}`);
    return own;
  };
  const staff = new Map<string, Promise<Browser>>();
  return {
    cloud,
    /** Where its data is: what scripts are told. */
    stateFolder: () => held.folder ?? '',
    /** What the functions have logged. */
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
