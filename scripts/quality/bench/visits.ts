import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { settle, throttleNetwork, throttleProcessor, runWithPage } from './browser.ts';

/** Times of a page in milliseconds since the navigation began, and the sum of its unexpected layout shifts. */
type PageMetrics = {
  /** Largest contentful paint. */
  lcp: number;
  /** The first frame with the page's content; 0 until then. */
  content: number;
  shift: number;
};

/** Key in sessionStorage of the time in milliseconds since 1970 at which a form was submitted. */
const submittedAtKey = 'submittedAt';

/** Init script that records the metrics of a page in `window.pageMetrics`. Elements with the selector are its content. */
const watchMetrics = ([contentSelector, submitKey]: readonly [string, string]) => {
  const metrics: PageMetrics = { lcp: 0, content: 0, shift: 0 };
  Object.assign(window, { pageMetrics: metrics });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) metrics.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const layoutShift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!layoutShift.hadRecentInput) metrics.shift += layoutShift.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const watchContent = () => {
    if (document.querySelector(contentSelector)) metrics.content = performance.now();
    else requestAnimationFrame(watchContent);
  };
  requestAnimationFrame(watchContent);
  const rememberSubmit = () => sessionStorage.setItem(submitKey, String(performance.timeOrigin + performance.now()));
  document.addEventListener('submit', rememberSubmit, { capture: true });
};

const readMetrics = (page: Page) =>
  page.evaluate(() => (window as unknown as { pageMetrics: PageMetrics }).pageMetrics);

/** Time without network traffic after which a page counts as loaded; requests may be delayed by the slow processor. */
const quietMs = 1000;

/** Counts a page's requests, and collects the paths of the files that the build has named. */
const watchTraffic = (page: Page) => {
  const files = new Set<string>();
  const traffic = { pendingCount: 0, count: 0, changedAt: Date.now() };
  const change = (delta: number) => {
    traffic.pendingCount += delta;
    traffic.changedAt = Date.now();
  };
  page.on('request', () => {
    traffic.count += 1;
    change(1);
  });
  page.on('requestfailed', () => change(-1));
  page.on('requestfinished', (request) => {
    change(-1);
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) files.add(pathname);
  });
  const waitUntilQuiet = async () => {
    while (traffic.pendingCount > 0 || Date.now() - traffic.changedAt < quietMs) await page.waitForTimeout(quietMs / 5);
  };
  return { files, traffic, waitUntilQuiet };
};

type VisitOptions = {
  readonly isSignedIn: boolean;
  /** Selector of the element with which the page is usable. */
  readonly contentSelector: string;
  /** Measures the second visit of the same browser. */
  readonly isRepeated?: boolean;
};

export type VisitResult = Readonly<PageMetrics> & {
  /** Paths of the scripts, styles and fonts that were requested. */
  readonly files: ReadonlySet<string>;
  readonly requestCount: number;
};

/** Visits a page with an empty cache, on a slow processor and a slow connection. Throws if the page led elsewhere. */
export const measureVisit = (
  browser: Browser,
  url: string,
  { isSignedIn, contentSelector, isRepeated = false }: VisitOptions,
): Promise<VisitResult> =>
  runWithPage(browser, isSignedIn, async (page, session) => {
    await page.addInitScript(watchMetrics, [contentSelector, submittedAtKey] as const);
    const { files, traffic, waitUntilQuiet } = watchTraffic(page);
    await throttleProcessor(session);
    await throttleNetwork(session);
    const visit = async () => {
      await page.goto(url);
      const currentUrl = new URL(page.url());
      if (currentUrl.pathname !== new URL(url).pathname) throw new Error(`${url} led to ${currentUrl.href}`);
      await page.locator(contentSelector).first().waitFor({ state: 'attached' });
      await waitUntilQuiet();
      await settle(page);
    };
    await visit();
    if (isRepeated) {
      await page.goto('about:blank');
      await visit();
    }
    return { ...(await readMetrics(page)), files, requestCount: traffic.count };
  });

/** Milliseconds between the keys of a password. */
const passwordKeyMs = 150;

/** Signs in on a slow connection. Returns the milliseconds from submitting to the content of the next page. */
export const measureSignIn = (browser: Browser, loginUrl: string, contentSelector: string): Promise<number> =>
  runWithPage(browser, false, async (page, session) => {
    await page.addInitScript(watchMetrics, [contentSelector, submittedAtKey] as const);
    const { waitUntilQuiet } = watchTraffic(page);
    await throttleProcessor(session);
    await throttleNetwork(session);
    await page.goto(loginUrl);
    await waitUntilQuiet();
    await page.locator('input[name=email]').fill('repairs@nuk.example');
    await page.locator('input[name=password]').pressSequentially(demoPassword, { delay: passwordKeyMs });
    await page.locator('button[type=submit]').click();
    await page.locator(contentSelector).first().waitFor({ state: 'attached' });
    await settle(page);
    return page.evaluate((submitKey) => {
      const { content } = (window as unknown as { pageMetrics: PageMetrics }).pageMetrics;
      return performance.timeOrigin + content - Number(sessionStorage.getItem(submitKey));
    }, submittedAtKey);
  });

/** Returns the kilobytes of a site's files as they are sent: compressed with gzip, except fonts, which are compressed already. */
export const sumSentKilobytes = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, path) => {
    const content = readFileSync(join(folder, path));
    return sum + (path.endsWith('.woff2') ? content : gzipSync(content)).length / 1000;
  }, 0);
