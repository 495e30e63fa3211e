import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { Group } from '#shared/groups.ts';
import { paths } from '#shared/paths.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { slowLine, slowProcessor, withBrowser, withPage } from './browser.ts';
import type { Bench, Figure } from './figure.ts';
import { settle } from './interactions.ts';
import { median } from './interleaved.ts';
import { watchSight } from './sight.ts';
import type { Seen } from './sight.ts';
import { region } from './signed-in.ts';
import { buildSite, travellingKilobytes, withSite } from './site.ts';

const at = { prefix: 'UK', region } as const;

type Visited = {
  readonly path: string;
  /** Whose visit it is; undefined for a stranger's. */
  readonly groups?: readonly Group[];
};

type Measured = Visited & {
  readonly name: string;
  /** JavaScript, in kilobytes. */
  readonly atMost?: number;
  /** The bare page of Cloudscape's that it is compared with, and the most that its first sight takes in proportion. */
  readonly bare: { readonly path: '/form' | '/table'; readonly atMost: number };
};

const forRepairs = { groups: ['register-repairs'] } as const;

const measured: readonly Measured[] = [
  { name: 'sign in', path: paths.login(at), atMost: 180, bare: { path: '/form', atMost: 0.85 } },
  {
    name: 'sign in, with an alert',
    path: withAlert(paths.login(at), 'sessionExpired'),
    atMost: 180,
    bare: { path: '/form', atMost: 0.85 },
  },
  { name: 'home', path: paths.home(at), ...forRepairs, bare: { path: '/form', atMost: 1.4 } },
  {
    name: 'submitted repairs',
    path: paths.submittedRepairs(at),
    ...forRepairs,
    atMost: 330,
    bare: { path: '/table', atMost: 1.65 },
  },
  { name: 'book a repair', path: paths.bookRepair(at), ...forRepairs, bare: { path: '/form', atMost: 1.6 } },
  {
    name: 'book a return',
    path: paths.bookReturn(at),
    groups: ['register-returns'],
    bare: { path: '/form', atMost: 1.5 },
  },
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

/** In turns, so that another load of the machine falls on both. */
const inTurns = async (one: () => Promise<Sight>, other: () => Promise<Sight>) => {
  const ones: Sight[] = [];
  const others: Sight[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ones.push(await one());
    others.push(await other());
  }
  return [ones, others] as const;
};

const firstSight = (sights: readonly Sight[]) => median(sights.map(({ lcp }) => lcp));
const most = (sights: readonly Sight[], valueOf: (sight: Sight) => number) => Math.max(...sights.map(valueOf));

const shift = (path: string, value: number): Figure => ({ what: `Page: ${path}, layout shift`, value, atMost: 0.02 });

type Sites = { readonly folder: string; readonly bareFolder: string };

const figuresOf = (browser: Browser, { folder, bareFolder }: Sites, page: Measured): Promise<Figure[]> =>
  withSite(folder, portalOf(page.groups), (origin) =>
    withSite(bareFolder, portalOf(), async (bareOrigin) => {
      const [sights, bareSights] = await inTurns(
        () => sightOf(browser, origin + page.path, page.groups !== undefined),
        () => sightOf(browser, bareOrigin + page.bare.path, false),
      );
      const scripts = new Set(sights.flatMap((sight) => [...sight.scripts]));
      const bareScripts = new Set(bareSights.flatMap((sight) => [...sight.scripts]));
      const kilobytes = kilobytesOf(folder, scripts);
      const said = `Page: ${page.name}`;
      const compared = `the bare ${page.bare.path.slice(1)}’s`;
      return [
        {
          what: `${said}, ${scripts.size} scripts of ${most(sights, ({ requests }) => requests)} requests`,
          value: kilobytes,
          unit: 'KB',
          ...(page.atMost !== undefined && { atMost: page.atMost }),
        },
        { what: `${said}, JavaScript / ${compared}`, value: kilobytes / kilobytesOf(bareFolder, bareScripts) },
        { what: `${said}, first sight`, value: firstSight(sights) / 1000, unit: 's' },
        {
          what: `${said}, first sight / ${compared}`,
          value: firstSight(sights) / firstSight(bareSights),
          atMost: page.bare.atMost,
        },
        shift(
          page.name,
          most(sights, (sight) => sight.shift),
        ),
      ];
    }),
  );

const shiftOf = (browser: Browser, folder: string, { path, groups }: Visited): Promise<Figure> =>
  withSite(folder, portalOf(groups), async (origin) =>
    shift(path, (await sightOf(browser, origin + path, groups !== undefined)).shift),
  );

const measure = (sites: Sites, say: (message: string) => void): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const page of measured) {
      say(`${page.path} …`);
      figures.push(...(await figuresOf(browser, sites, page)));
    }
    for (const page of moving) figures.push(await shiftOf(browser, sites.folder, page));
    return figures;
  });

/** What a browser loads before a page is there, and how long a till on a bad line waits for it. */
export const pages: Bench = {
  about: 'first visits on a slow processor and a bad line; JavaScript, gzip',
  run: async ({ say }) => {
    const { path, remove } = temporaryFolder();
    const bare = temporaryFolder();
    try {
      say('Building the page, and a bare one …');
      await buildSite(path);
      await buildSite(bare.path, 'scripts/bench/bare/vite.config.ts');
      return await measure({ folder: path, bareFolder: bare.path }, say);
    } finally {
      remove();
      bare.remove();
    }
  },
};
