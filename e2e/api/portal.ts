import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { Portal, PortalOptions } from '#scripts/demo/portal.ts';
import { startPortal } from '#scripts/demo/portal.ts';
import type { RegionId } from '#shared/regions.ts';
import { openBrowser } from './browser.ts';

/** Brings up a portal of its own for a test file: the synthesized app with the demo accounts, gone afterwards. */
export const portalForTests = (options: Pick<PortalOptions, 'backOffice' | 'longestPauseMs'> = {}) => {
  const lines: string[] = [];
  const held: { cloud?: Portal; folder?: string } = {};

  beforeAll(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'portal-'));
    held.cloud = await startPortal({
      ...options,
      stateFolder: held.folder,
      port: 0,
      onLine: (_, line) => lines.push(line),
    });
  }, 120_000);
  afterAll(async () => {
    await held.cloud?.stop();
    if (held.folder) await rm(held.folder, { recursive: true, force: true });
  }, 30_000);

  const cloud = (): Portal => {
    if (!held.cloud) throw new Error('The portal has not been started.');
    return held.cloud;
  };
  return {
    cloud,
    /** What the functions have logged. */
    lines,
    browser: () => openBrowser(cloud()),
    /** A browser in which somebody has signed in. */
    signedIn: async (region: RegionId, name: string) => {
      const browser = openBrowser(cloud());
      const { status } = await browser.login(region, `${name}@${region}.example`);
      if (status !== 200) throw new Error(`${name}@${region}.example could not sign in: ${status}`);
      return browser;
    },
  };
};
