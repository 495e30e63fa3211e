import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { paths } from '#shared/paths.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { withBrowser, withPage } from './browser.ts';
import { fakedPortal } from './faked-portal.ts';
import type { Bench, Figure } from './figure.ts';
import { region } from './signed-in.ts';
import { buildSite, serveSite, travellingKilobytes } from './site.ts';

const at = { prefix: 'UK', region } as const;

/** Kilobytes of JavaScript: 0.20 of the demos' form page and 0.40 of their table page. */
const measured: readonly {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly atMost?: number;
}[] = [
  { name: 'sign in', path: paths.login(at), isSignedIn: false, atMost: 180 },
  { name: 'home', path: paths.home(at), isSignedIn: true },
  { name: 'submitted repairs', path: paths.submittedRepairs(at), isSignedIn: true, atMost: 330 },
  { name: 'book a repair', path: paths.bookRepair(at), isSignedIn: true },
];

/** What a page asks for until nothing more is on its way; the pages behind its links are fetched when the browser is idle, and left out. */
const scriptsOf = async (
  browser: Browser,
  origin: string,
  { path, isSignedIn }: Pick<(typeof measured)[number], 'path' | 'isSignedIn'>,
): Promise<Set<string>> =>
  withPage(browser, { isSignedIn }, async (page) => {
    const scripts = new Set<string>();
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.add(pathname);
    });
    await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
    if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    return scripts;
  });

const measure = async (folder: string): Promise<Figure[]> => {
  const site = await serveSite(folder, fakedPortal({ groups: ['register-repairs'], records: 25 }));
  try {
    return await withBrowser(async (browser) => {
      const figures: Figure[] = [];
      for (const { name, atMost, ...page } of measured) {
        const scripts = await scriptsOf(browser, `http://localhost:${site.port}`, page);
        const kilobytes = [...scripts].reduce((sum, path) => sum + travellingKilobytes(join(folder, path)), 0);
        figures.push({
          what: `Page: ${name}, ${scripts.size} files`,
          value: Math.round(kilobytes * 10) / 10,
          unit: 'KB',
          ...(atMost !== undefined && { atMost }),
        });
      }
      return figures;
    });
  } finally {
    await site.close();
  }
};

/** How much JavaScript of ours a browser loads before a page is there, as it travels. */
export const pages: Bench = {
  about: 'JavaScript of a first visit in a real browser, gzip',
  run: async ({ say }) => {
    const { path, remove } = temporaryFolder();
    try {
      say('Building the page …');
      await buildSite(path);
      return await measure(path);
    } finally {
      remove();
    }
  },
};
