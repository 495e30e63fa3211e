import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import type { Group } from '#shared/groups.ts';
import { paths } from '#shared/paths.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { withChromium } from '../browsers.ts';
import { build } from '../build/build.ts';
import { region } from '../testing/signed-in.ts';
import { settle, slowLine, slowProcessor, withPage } from './browser.ts';
import type { Bench, Figure } from './figure.ts';
import { median } from './interleaved.ts';
import { pageFolder, withSite } from './site.ts';

const at = { prefix: 'UK', region } as const;

/** When the largest of what first shows was painted (milliseconds), and how much has moved by itself. */
type Seen = { lcp: number; shift: number };

/** Runs in a page before anything of it does. */
const watchSight = () => {
  const seen: Seen = { lcp: 0, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const moved of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!moved.hadRecentInput) seen.shift += moved.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

type Visited = {
  readonly path: string;
  /** Whose visit it is; undefined for a stranger's. */
  readonly groups?: readonly Group[];
  /** At most: seconds until the first sight, and kilobytes of JavaScript. Without them it is only looked at for what moves. */
  readonly seconds?: number;
  readonly kilobytes?: number;
};

const forRepairs = ['register-repairs'] as const;
const signIn = { kilobytes: 110, seconds: 0.9 };

const visited: readonly Visited[] = [
  { path: paths.login(at), ...signIn },
  { path: withAlert(paths.login(at), 'sessionExpired'), ...signIn },
  { path: paths.home(at), groups: forRepairs, seconds: 1.9 },
  { path: paths.submittedRepairs(at), groups: forRepairs, kilobytes: 320, seconds: 2.3 },
  { path: paths.bookRepair(at), groups: forRepairs, seconds: 2.3 },
  { path: paths.bookReturn(at), groups: ['register-returns'], seconds: 2.3 },
  { path: paths.requestCode(at) },
  ...[
    paths.changePassword(at),
    paths.trackRepair(at),
    paths.submittedReturns(at),
    paths.manageUsers(at),
    paths.register(at),
    paths.registerUsersBulk(at),
  ].map((path): Visited => ({ path, groups: ['admin'] })),
];

/** For how long a page must have asked for nothing before it is taken to be complete: some of it waits for a slow processor. */
const quietMs = 1000;

const sightOf = (browser: Browser, address: string, isSignedIn: boolean) =>
  withPage(browser, { isSignedIn, watch: watchSight }, async (page, session) => {
    const scripts = new Set<string>();
    const traffic = { underWay: 0, changedAt: Date.now() };
    const change = (by: number) => {
      traffic.underWay += by;
      traffic.changedAt = Date.now();
    };
    page.on('request', () => change(1));
    page.on('requestfailed', () => change(-1));
    page.on('requestfinished', (request) => {
      change(-1);
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.add(pathname);
    });
    await slowProcessor(session);
    await slowLine(session);
    await page.goto(address);
    const led = new URL(page.url());
    if (led.pathname !== new URL(address).pathname) throw new Error(`${address} led to ${led.href}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    while (traffic.underWay > 0 || Date.now() - traffic.changedAt < quietMs) await page.waitForTimeout(quietMs / 5);
    await settle(page);
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    return { ...seen, scripts };
  });

const kilobytesOf = (scripts: ReadonlySet<string>) =>
  [...scripts].reduce((sum, path) => sum + gzipSync(readFileSync(join(pageFolder, path))).length / 1000, 0);

const rounds = 5;

const figuresOf = (browser: Browser, { path, groups, seconds, kilobytes }: Visited): Promise<Figure[]> =>
  withSite({ ...(groups && { groups }), records: 25 }, async (origin) => {
    const sights: Awaited<ReturnType<typeof sightOf>>[] = [];
    for (let round = 0; round < (seconds === undefined ? 1 : rounds); round += 1)
      sights.push(await sightOf(browser, origin + path, groups !== undefined));
    const scripts = new Set(sights.flatMap((sight) => [...sight.scripts]));
    const lcp = median(sights.map((sight) => sight.lcp));
    return [
      ...(kilobytes === undefined
        ? []
        : [{ what: `${path}: JavaScript`, value: kilobytesOf(scripts), unit: 'KB', atMost: kilobytes }]),
      ...(seconds === undefined
        ? []
        : [{ what: `${path}: first sight`, value: lcp / 1000, unit: 's', atMost: seconds }]),
      { what: `${path}: layout shift`, value: Math.max(...sights.map(({ shift }) => shift)), atMost: 0.02 },
    ];
  });

export const pages: Bench = {
  about: 'first visits on a slow processor and a bad line; JavaScript, gzip',
  run: async ({ say }) => {
    await build(say);
    return withChromium(async (browser) => {
      const figures: Figure[] = [];
      for (const visit of visited) {
        say(`${visit.path} …`);
        figures.push(...(await figuresOf(browser, visit)));
      }
      return figures;
    });
  },
};
