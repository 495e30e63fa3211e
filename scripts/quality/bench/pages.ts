import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { runWithChromium } from '#scripts/browsers.ts';
import { build } from '#scripts/build/build.ts';
import { createCertificate } from '#scripts/local-cloud/certificate.ts';
import type { Certificate } from '#scripts/local-cloud/certificate.ts';
import { benchRegion } from '#scripts/testing/signed-in-user.ts';
import { paths } from '#shared/api/paths.ts';
import type { Group } from '#shared/users/groups.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { settle, throttleNetwork, throttleProcessor, runWithPage } from './browser.ts';
import type { Bench, Figure } from './figure.ts';
import { median } from './interleaved.ts';
import { pageFolder, runWithSite } from './site.ts';

const params = { prefix: 'UK', region: benchRegion } as const;

/** Largest contentful paint in milliseconds, and the sum of unexpected layout shifts. */
type PageMetrics = { lcp: number; shift: number };

/** Init script that records the metrics of a page in `window.pageMetrics`. */
const watchMetrics = () => {
  const metrics: PageMetrics = { lcp: 0, shift: 0 };
  Object.assign(window, { pageMetrics: metrics });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) metrics.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const layoutShift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!layoutShift.hadRecentInput) metrics.shift += layoutShift.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

type Visit = {
  readonly path: string;
  /** Groups of the signed-in user; undefined for a visit without a session. */
  readonly groups?: readonly Group[];
  /** Maximum time until the largest contentful paint. Without this and the other limits, only the layout shift is measured. */
  readonly maxSeconds?: number;
  /** Maximum kilobytes of JavaScript. */
  readonly maxScriptKilobytes?: number;
  /** Maximum kilobytes of scripts, styles and fonts. */
  readonly maxTotalKilobytes?: number;
  readonly maxRequests?: number;
};

const repairsGroups = ['register-repairs'] as const;
/** Limits of the sign-in page. */
const signInLimits = { maxScriptKilobytes: 110, maxTotalKilobytes: 140, maxRequests: 24, maxSeconds: 0.9 };

const visits: readonly Visit[] = [
  { path: paths.landing(params.prefix), maxScriptKilobytes: 40 },
  { path: paths.legalInRegion(params, 'terms-of-service'), maxScriptKilobytes: 40 },
  { path: paths.login(params), ...signInLimits },
  { path: addAlertToPath(paths.login(params), 'sessionExpired'), ...signInLimits },
  { path: paths.home(params), groups: repairsGroups, maxSeconds: 1.9 },
  { path: paths.submittedRepairs(params), groups: repairsGroups, maxScriptKilobytes: 300, maxSeconds: 2.3 },
  { path: paths.bookRepair(params), groups: repairsGroups, maxSeconds: 2.3 },
  { path: paths.bookReturn(params), groups: ['register-returns'], maxSeconds: 2.3 },
  { path: paths.requestCode(params) },
  ...[
    paths.overview(params),
    paths.changePassword(params),
    paths.trackRepair(params),
    paths.submittedReturns(params),
    paths.manageUsers(params),
    paths.register(params),
    paths.registerUsersBulk(params),
  ].map((path): Visit => ({ path, groups: ['admin'] })),
];

/** Time without network traffic after which a page counts as loaded; requests may be delayed by the slow processor. */
const quietMs = 1000;

const measureVisit = (browser: Browser, url: string, isSignedIn: boolean) =>
  runWithPage(browser, { isSignedIn, initScript: watchMetrics }, async (page, session) => {
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
    await throttleProcessor(session);
    await throttleNetwork(session);
    await page.goto(url);
    const currentUrl = new URL(page.url());
    if (currentUrl.pathname !== new URL(url).pathname) throw new Error(`${url} led to ${currentUrl.href}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    while (traffic.pendingCount > 0 || Date.now() - traffic.changedAt < quietMs) await page.waitForTimeout(quietMs / 5);
    await settle(page);
    const metrics = await page.evaluate(() => (window as unknown as { pageMetrics: PageMetrics }).pageMetrics);
    return { ...metrics, files, requestCount: traffic.count };
  });

/** Returns the kilobytes of files as they are sent: compressed with gzip, except fonts, which are compressed already. */
const sumSentKilobytes = (files: readonly string[]) =>
  files.reduce((sum, path) => {
    const content = readFileSync(join(pageFolder, path));
    return sum + (path.endsWith('.woff2') ? content : gzipSync(content)).length / 1000;
  }, 0);

/** Visits of a page whose paint time is measured, as the median of them. */
const visitsForPaintTime = 5;

/** Visits a page as often as its figures need, by HTTP/2 with a certificate, else by HTTP/1.1. */
const measureVisits = (browser: Browser, { path, groups, maxSeconds }: Visit, certificate?: Certificate) =>
  runWithSite({ ...(groups && { groups }), recordCount: 25, certificate }, async (origin) => {
    const measurements: Awaited<ReturnType<typeof measureVisit>>[] = [];
    for (let round = 0; round < (maxSeconds === undefined ? 1 : visitsForPaintTime); round += 1)
      measurements.push(await measureVisit(browser, origin + path, groups !== undefined));
    return measurements;
  });

const measurePage = async (browser: Browser, visit: Visit, certificate: Certificate): Promise<Figure[]> => {
  const { path, maxSeconds, maxScriptKilobytes, maxTotalKilobytes, maxRequests } = visit;
  const measurements = await measureVisits(browser, visit, certificate);
  const files = [...new Set(measurements.flatMap((measurement) => [...measurement.files]))];
  const scripts = files.filter((file) => file.endsWith('.js'));
  const requestCount = median(measurements.map((measurement) => measurement.requestCount));
  const toPaintSeconds = (results: typeof measurements) => median(results.map(({ lcp }) => lcp)) / 1000;
  return [
    ...(maxScriptKilobytes === undefined
      ? []
      : [{ label: `${path}: JavaScript`, value: sumSentKilobytes(scripts), unit: 'KB', atMost: maxScriptKilobytes }]),
    ...(maxTotalKilobytes === undefined
      ? []
      : [
          {
            label: `${path}: scripts, styles, fonts`,
            value: sumSentKilobytes(files),
            unit: 'KB',
            atMost: maxTotalKilobytes,
          },
        ]),
    ...(maxRequests === undefined ? [] : [{ label: `${path}: requests`, value: requestCount, atMost: maxRequests }]),
    ...(maxSeconds === undefined
      ? []
      : [
          {
            label: `${path}: largest contentful paint, HTTP/2`,
            value: toPaintSeconds(measurements),
            unit: 's',
            atMost: maxSeconds,
          },
          {
            label: `${path}: largest contentful paint, HTTP/1.1`,
            value: toPaintSeconds(await measureVisits(browser, visit)),
            unit: 's',
          },
        ]),
    { label: `${path}: layout shift`, value: Math.max(...measurements.map(({ shift }) => shift)), atMost: 0.02 },
  ];
};

export const pages: Bench = {
  description: 'first visits on a slow processor and a slow connection; sizes with gzip',
  run: async ({ say }) => {
    await build(say);
    // CloudFront uses HTTP/2, so the bounds apply to it.
    const certificate = createCertificate();
    return runWithChromium(async (browser) => {
      const figures: Figure[] = [];
      for (const visit of visits) {
        say(`${visit.path} …`);
        figures.push(...(await measurePage(browser, visit, certificate)));
      }
      return figures;
    });
  },
};
