import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { Group } from '#shared/groups.ts';
import { paths } from '#shared/paths.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { region } from '../testing/signed-in.ts';
import { slowLine, slowProcessor, withBrowser, withPage } from './browser.ts';
import type { Bench, Figure } from './figure.ts';
import { settle } from './interactions.ts';
import { median } from './interleaved.ts';
import { watchSight } from './sight.ts';
import type { Seen } from './sight.ts';
import { buildSite, travellingKilobytes, withSite } from './site.ts';

const at = { prefix: 'UK', region } as const;

type Visited = {
  readonly path: string;
  /** Whose visit it is; undefined for a stranger's. */
  readonly groups?: readonly Group[];
};

type Measured = Visited & {
  readonly name: string;
  /** Of JavaScript. */
  readonly kilobytes?: number;
  /** Until the first sight. */
  readonly seconds: number;
};

const forRepairs = { groups: ['register-repairs'] } as const;

const measured: readonly Measured[] = [
  { name: 'sign in', path: paths.login(at), kilobytes: 110, seconds: 0.9 },
  { name: 'sign in, with an alert', path: withAlert(paths.login(at), 'sessionExpired'), kilobytes: 110, seconds: 0.9 },
  { name: 'home', path: paths.home(at), ...forRepairs, seconds: 1.9 },
  { name: 'submitted repairs', path: paths.submittedRepairs(at), ...forRepairs, kilobytes: 320, seconds: 2.3 },
  { name: 'book a repair', path: paths.bookRepair(at), ...forRepairs, seconds: 2.3 },
  { name: 'book a return', path: paths.bookReturn(at), groups: ['register-returns'], seconds: 2.3 },
];

const asAdmin = { groups: ['admin'] } as const;

/** What is only looked at for what moves while it loads. */
const moving: readonly Visited[] = [
  { path: paths.requestCode(at) },
  { path: paths.changePassword(at), ...asAdmin },
  { path: paths.trackRepair(at), ...asAdmin },
  { path: paths.submittedReturns(at), ...asAdmin },
  { path: paths.manageUsers(at), ...asAdmin },
  { path: paths.register(at), ...asAdmin },
  { path: paths.registerUsersBulk(at), ...asAdmin },
];

type Sight = Seen & { readonly scripts: ReadonlySet<string>; readonly requests: number };

/** For how long a page must have asked for nothing before it is taken to be complete: some of it waits for a slow processor. */
const quietMs = 1000;

/** The first sight of a page: all that is asked for until nothing more is on its way. */
const sightOf = (browser: Browser, address: string, isSignedIn: boolean): Promise<Sight> =>
  withPage(browser, { isSignedIn, watch: watchSight }, async (page, session) => {
    const scripts = new Set<string>();
    let requests = 0;
    const traffic = { underWay: 0, changedAt: Date.now() };
    const change = (by: number) => {
      traffic.underWay += by;
      traffic.changedAt = Date.now();
    };
    page.on('request', () => change(1));
    page.on('requestfailed', () => change(-1));
    page.on('requestfinished', (request) => {
      change(-1);
      requests += 1;
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
    return { ...(await page.evaluate(() => window.seen)), scripts, requests };
  });

const kilobytesOf = (folder: string, scripts: ReadonlySet<string>) =>
  Math.round([...scripts].reduce((sum, path) => sum + travellingKilobytes(join(folder, path)), 0) * 10) / 10;

const portalOf = (groups: readonly Group[] = []) => ({ groups, records: 25 });

const rounds = 5;

const firstSight = (sights: readonly Sight[]) => median(sights.map(({ lcp }) => lcp));
const most = (sights: readonly Sight[], valueOf: (sight: Sight) => number) => Math.max(...sights.map(valueOf));

const shift = (path: string, value: number): Figure => ({ what: `Page: ${path}, layout shift`, value, atMost: 0.02 });

const figuresOf = (browser: Browser, folder: string, page: Measured): Promise<Figure[]> =>
  withSite(folder, portalOf(page.groups), async (origin) => {
    const sights: Sight[] = [];
    for (let round = 0; round < rounds; round += 1)
      sights.push(await sightOf(browser, origin + page.path, page.groups !== undefined));
    const scripts = new Set(sights.flatMap((sight) => [...sight.scripts]));
    const said = `Page: ${page.name}`;
    return [
      {
        what: `${said}, ${scripts.size} scripts of ${most(sights, ({ requests }) => requests)} requests`,
        value: kilobytesOf(folder, scripts),
        unit: 'KB',
        ...(page.kilobytes !== undefined && { atMost: page.kilobytes }),
      },
      { what: `${said}, first sight`, value: firstSight(sights) / 1000, unit: 's', atMost: page.seconds },
      shift(
        page.name,
        most(sights, (sight) => sight.shift),
      ),
    ];
  });

const shiftOf = (browser: Browser, folder: string, { path, groups }: Visited): Promise<Figure> =>
  withSite(folder, portalOf(groups), async (origin) =>
    shift(path, (await sightOf(browser, origin + path, groups !== undefined)).shift),
  );

const measure = (folder: string, say: (message: string) => void): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const page of measured) {
      say(`${page.path} …`);
      figures.push(...(await figuresOf(browser, folder, page)));
    }
    for (const page of moving) figures.push(await shiftOf(browser, folder, page));
    return figures;
  });

/** What a browser loads before a page is there, and how long a till on a bad line waits for it. */
export const pages: Bench = {
  about: 'first visits on a slow processor and a bad line; JavaScript, gzip',
  run: async ({ say }) => {
    const { path, remove } = temporaryFolder();
    try {
      say('Building the page …');
      await buildSite(path);
      return await measure(path, say);
    } finally {
      remove();
    }
  },
};
