import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { chromiumArguments, findChromium } from '#scripts/chromium.ts';
import { startPortal } from '#scripts/demo/portal.ts';

type Site = { readonly browser: Browser; readonly site: string };

const withBrowser = async <T>(site: string, work: (site: Site) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    return await work({ browser, site });
  } finally {
    await browser.close();
  }
};

/** A Chromium before a portal whose pages and content policy count: that of an origin, or one that ends with the work. */
export const withSite = async <T>(origin: string | undefined, work: (site: Site) => Promise<T>): Promise<T> => {
  if (origin !== undefined) return withBrowser(origin, work);
  const folder = await mkdtemp(join(tmpdir(), 'portal-walk-'));
  // Nobody's data is asked for: the walk answers every call itself.
  const portal = await startPortal({
    stateFolder: folder,
    port: 0,
    seed: false,
    backOffice: 'silent',
    say: (message) => console.log(message),
  });
  try {
    return await withBrowser(portal.siteUrl, work);
  } finally {
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
