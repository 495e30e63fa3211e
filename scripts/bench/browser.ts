import type { Browser, CDPSession, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../chromium.ts';
import { sessionMarks } from './faked-portal.ts';

/** Works in a browser of the machine's. */
export const withBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  return work(browser).finally(() => browser.close());
};

/** An eight-year-old till. */
export const slowProcessor = (session: CDPSession, rate = 4) =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

/** A bad line: 1.6 Mbit a second down, 0.75 up, and 150 ms there and back for each request. */
export const slowLine = async (session: CDPSession) => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
};

type Visit = {
  readonly isSignedIn: boolean;
  /** Runs in the page before anything of it does. */
  readonly watch?: () => void;
};

/** Works in a page of a browser that has never been here; the pages behind its links, which are fetched when it is idle, are left out. */
export const withPage = async <T>(
  browser: Browser,
  { isSignedIn, watch }: Visit,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      (marks) => {
        window.requestIdleCallback = () => 0;
        for (const [name, value] of marks) localStorage.setItem(name, value);
      },
      isSignedIn ? sessionMarks() : [],
    );
    if (watch) await page.addInitScript(watch);
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
};
