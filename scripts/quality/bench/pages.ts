import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { runWithChromium } from '#scripts/browsers.ts';
import { build } from '#scripts/build/build.ts';
import { createCertificate } from '#scripts/local-cloud/certificate.ts';
import type { Certificate } from '#scripts/local-cloud/certificate.ts';
import { benchRegion } from '#scripts/testing/signed-in-user.ts';
import { apiStage } from '#shared/api/headers.ts';
import { paths } from '#shared/api/paths.ts';
import type { Group } from '#shared/users/groups.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { buildBarePages } from './bare-page.ts';
import type { Bench, Figure } from './figure.ts';
import { median } from './interleaved.ts';
import { pageFolder, runWithSite } from './site.ts';
import { measureSignIn, measureVisit, sumSentKilobytes } from './visits.ts';
import type { VisitResult } from './visits.ts';

const params = { prefix: 'UK', region: benchRegion } as const;

/** Page that consists of Cloudscape's components only, with which a page is compared. */
type BarePage = 'form' | 'table';

/** Element with which a page can be used, and the limits of the time until it appears. */
type Content = {
  readonly name: string;
  readonly selector: string;
  readonly maxSeconds: number;
  readonly barePage: BarePage;
  /** Maximum ratio of this time to that of the bare page. */
  readonly maxRatio: number;
};

type Visit = {
  readonly path: string;
  /** Groups of the signed-in user; undefined for a visit without a session. */
  readonly groups?: readonly Group[];
  readonly content?: Content;
  /** Maximum time until the largest contentful paint. */
  readonly maxPaintSeconds?: number;
  /** Maximum time until the content of a second visit. */
  readonly maxRepeatedSeconds?: number;
  /** Maximum kilobytes of JavaScript. */
  readonly maxScriptKilobytes?: number;
  /** Maximum kilobytes of scripts, styles and fonts. */
  readonly maxTotalKilobytes?: number;
  readonly maxRequests?: number;
};

const repairsGroups = ['register-repairs'] as const;
/** Limits of the sign-in page. */
const signInLimits = { maxScriptKilobytes: 110, maxTotalKilobytes: 140, maxRequests: 24, maxPaintSeconds: 0.9 };

/** Home's first panel, with its numbers. */
const homePanel: Content = {
  name: 'first panel',
  selector: '.tiles[aria-busy="false"]',
  maxSeconds: 1.9,
  barePage: 'table',
  maxRatio: 1.4,
};
const firstRow: Content = {
  name: 'first row',
  selector: 'tbody th[scope=row]',
  maxSeconds: 2.3,
  barePage: 'table',
  maxRatio: 1.9,
};
const toFirstField = (field: string): Content => ({
  name: 'first field',
  selector: `[data-field="${field}"] input`,
  maxSeconds: 2.3,
  barePage: 'form',
  maxRatio: 2,
});

/** Maximum seconds from submitting the sign-in form to Home's first panel. */
const maxSignInSeconds = 1;

const visits: readonly Visit[] = [
  { path: paths.landing(params.prefix), maxScriptKilobytes: 40 },
  { path: paths.legalInRegion(params, 'terms-of-service'), maxScriptKilobytes: 40 },
  { path: paths.login(params), ...signInLimits },
  { path: addAlertToPath(paths.login(params), 'sessionExpired'), ...signInLimits },
  { path: paths.home(params), groups: repairsGroups, content: homePanel, maxRepeatedSeconds: 1 },
  { path: paths.submittedRepairs(params), groups: repairsGroups, content: firstRow, maxScriptKilobytes: 300 },
  { path: paths.bookRepair(params), groups: repairsGroups, content: toFirstField('serialNumber') },
  { path: paths.bookReturn(params), groups: ['register-returns'], content: toFirstField('storeRefNo') },
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

const heading = 'h1';
/** Number of visits of which a time is the median. */
const visitsForTimes = 5;

const recordCount = 25;

/** Origins of a protocol: that of the portal, and that of the pages that consist of Cloudscape's components only. */
type Sites = { readonly origin: string; readonly bareOrigin?: string };

const barePaths: Readonly<Record<BarePage, string>> = {
  form: '/form.html',
  table: `/table.html?${new URLSearchParams({ records: `/${apiStage}/repairs/${benchRegion}?limit=${recordCount}` })}`,
};
const bareSelectors: Readonly<Record<BarePage, string>> = { form: 'input', table: 'tbody b' };

type Measurements = {
  readonly results: readonly VisitResult[];
  /** Milliseconds until the content of the compared page, one for each result. */
  readonly bareContentTimes: readonly number[];
};

/** Visits a page as often as its figures need, alternately with the page that it is compared with. */
const measureVisits = async (browser: Browser, visit: Visit, { origin, bareOrigin }: Sites): Promise<Measurements> => {
  const { path, groups, content, maxPaintSeconds } = visit;
  const results: VisitResult[] = [];
  const bareContentTimes: number[] = [];
  const isTimed = content !== undefined || maxPaintSeconds !== undefined;
  const contentSelector = content?.selector ?? heading;
  for (let round = 0; round < (isTimed ? visitsForTimes : 1); round += 1) {
    results.push(await measureVisit(browser, origin + path, { isSignedIn: groups !== undefined, contentSelector }));
    if (content === undefined || bareOrigin === undefined) continue;
    const bareOptions = { isSignedIn: false, contentSelector: bareSelectors[content.barePage] };
    const bareResult = await measureVisit(browser, bareOrigin + barePaths[content.barePage], bareOptions);
    bareContentTimes.push(bareResult.content);
  }
  return { results, bareContentTimes };
};

/** Sizes, requests and times of a page's first visits by HTTP/2, as CloudFront sends it; its times by HTTP/1.1, too. */
const measurePage = async (browser: Browser, visit: Visit, http2: Sites, http1: Sites): Promise<Figure[]> => {
  const { path, content, maxPaintSeconds, maxScriptKilobytes, maxTotalKilobytes, maxRequests } = visit;
  const figures: Figure[] = [];
  const add = (name: string, figure: Omit<Figure, 'label'>) => figures.push({ label: `${path}: ${name}`, ...figure });
  const { results, bareContentTimes } = await measureVisits(browser, visit, http2);
  const medianOf = (select: (result: VisitResult) => number, from = results) => median(from.map(select));

  const files = [...new Set(results.flatMap((result) => [...result.files]))];
  const scripts = files.filter((file) => file.endsWith('.js'));
  if (maxScriptKilobytes !== undefined)
    add('JavaScript', { value: sumSentKilobytes(pageFolder, scripts), unit: 'KB', atMost: maxScriptKilobytes });
  if (maxTotalKilobytes !== undefined)
    add('scripts, styles, fonts', {
      value: sumSentKilobytes(pageFolder, files),
      unit: 'KB',
      atMost: maxTotalKilobytes,
    });
  if (maxRequests !== undefined)
    add('requests', { value: medianOf(({ requestCount }) => requestCount), atMost: maxRequests });

  if (maxPaintSeconds !== undefined || content) {
    const { results: resultsByHttp1 } = await measureVisits(browser, visit, http1);
    const toSeconds = (select: (result: VisitResult) => number) =>
      [results, resultsByHttp1].map((from) => medianOf(select, from) / 1000) as [number, number];
    const [paint, paintByHttp1] = toSeconds(({ lcp }) => lcp);
    add('largest contentful paint, HTTP/2', {
      value: paint,
      unit: 's',
      ...(maxPaintSeconds !== undefined && { atMost: maxPaintSeconds }),
    });
    add('largest contentful paint, HTTP/1.1', { value: paintByHttp1, unit: 's' });
    if (content) {
      const [seconds, secondsByHttp1] = toSeconds((result) => result.content);
      add(`${content.name}, HTTP/2`, { value: seconds, unit: 's', atMost: content.maxSeconds });
      add(`${content.name}, HTTP/1.1`, { value: secondsByHttp1, unit: 's' });
      const bareSeconds = median(bareContentTimes) / 1000;
      add(`bare ${content.barePage}, HTTP/2`, { value: bareSeconds, unit: 's' });
      add(`${content.name}, ratio to the bare ${content.barePage}`, {
        value: seconds / bareSeconds,
        atMost: content.maxRatio,
      });
    }
  }
  add('layout shift', { value: Math.max(...results.map(({ shift }) => shift)), atMost: 0.02 });
  return figures;
};

const repeat = async (measure: () => Promise<number>): Promise<number> => {
  const values: number[] = [];
  for (let round = 0; round < visitsForTimes; round += 1) values.push(await measure());
  return median(values);
};

/**
 * Times of pages whose files the browser has: a second visit, and Home after signing in. By HTTP/1.1, because Chromium
 * does not keep files that were sent with an unsigned certificate.
 */
const measureCachedPages = async (browser: Browser, { origin }: Sites): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const { path, content, maxRepeatedSeconds } of visits) {
    if (!content || maxRepeatedSeconds === undefined) continue;
    const options = { isSignedIn: true, contentSelector: content.selector, isRepeated: true };
    const milliseconds = await repeat(async () => (await measureVisit(browser, origin + path, options)).content);
    const label = `${path}: ${content.name}, second visit`;
    figures.push({ label, value: milliseconds / 1000, unit: 's', atMost: maxRepeatedSeconds });
  }
  const milliseconds = await repeat(() => measureSignIn(browser, origin + paths.login(params), homePanel.selector));
  const label = `${paths.login(params)}: from signing in to Home’s ${homePanel.name}`;
  return [...figures, { label, value: milliseconds / 1000, unit: 's', atMost: maxSignInSeconds }];
};

/** Runs `work` with the portal's site, by HTTP/1.1, for users of some groups. */
const runWithHttp1 = <Result>(
  groups: readonly Group[] | undefined,
  work: (sites: Sites) => Promise<Result>,
): Promise<Result> => runWithSite({ ...(groups && { groups }), recordCount }, (origin) => work({ origin }));

/** Runs `work` with the portal's site and that of the bare pages, by HTTP/2. */
const runWithHttp2 = <Result>(
  {
    groups,
    bareFolder,
    certificate,
  }: {
    readonly groups: readonly Group[] | undefined;
    readonly bareFolder: string;
    readonly certificate: Certificate;
  },
  work: (sites: Sites) => Promise<Result>,
): Promise<Result> => {
  const options = { ...(groups && { groups }), recordCount, certificate };
  return runWithSite(options, (origin) =>
    runWithSite({ ...options, folder: bareFolder }, (bareOrigin) => work({ origin, bareOrigin })),
  );
};

export const pages: Bench = {
  description: 'first visits on a slow processor and a slow connection; sizes with gzip',
  run: async ({ say }) => {
    await build(say);
    const bareFolder = mkdtempSync(join(tmpdir(), 'bare-page-'));
    try {
      await buildBarePages(bareFolder);
      const certificate = createCertificate();
      return await runWithChromium(async (browser) => {
        const figures: Figure[] = [];
        for (const visit of visits) {
          say(`${visit.path} …`);
          const { groups } = visit;
          const measure = (http2: Sites) => runWithHttp1(groups, (http1) => measurePage(browser, visit, http2, http1));
          figures.push(...(await runWithHttp2({ groups, bareFolder, certificate }, measure)));
        }
        say('cached pages …');
        const measureCached = (http1: Sites) => measureCachedPages(browser, http1);
        figures.push(...(await runWithHttp1(repairsGroups, measureCached)));
        return figures;
      });
    } finally {
      rmSync(bareFolder, { recursive: true });
    }
  },
};
