import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { apiStage } from '#shared/http.ts';
import { paths } from '#shared/paths.ts';
import { findChromium } from '../chromium.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { Bench, Figure } from './figure.ts';
import { repairRecord } from './repair-records.ts';
import { region } from './signed-in.ts';
import { buildSite, captchaScript, serveSite, travellingKilobytes } from './site.ts';

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
  { name: 'submitted repairs', path: paths.submittedRepairs(at), isSignedIn: true, atMost: 355 },
  { name: 'book a repair', path: paths.bookRepair(at), isSignedIn: true },
];

const hour = 3_600_000;

const answers: Readonly<Record<string, () => unknown>> = {
  [`auth/${region}/session`]: () => ({
    email: 'repairs@nuk.example',
    userGroups: ['register-repairs', 'NUK'],
    isAdminUser: false,
    isRegisterReturnsAllowed: false,
    jwt_expired: new Date(Date.now() + hour).toISOString(),
  }),
  [`repairs/${region}`]: () => ({ items: Array.from({ length: 25 }, (_, index) => repairRecord(index)) }),
};

const answerFor = async (page: Page): Promise<void> => {
  await page.route(captchaScript, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.route(`**/${apiStage}/**`, (route) => {
    const found = answers[new URL(route.request().url()).pathname.slice(`/${apiStage}/`.length)];
    return found
      ? route.fulfill({ json: found() })
      : route.fulfill({ status: 404, json: { error: { code: 'NotFound', message: '', requestId: '' } } });
  });
};

/** What a page asks for until nothing more is on its way; the pages behind its links are fetched when the browser is idle, and left out. */
const scriptsOf = async (
  browser: Browser,
  origin: string,
  { path, isSignedIn }: Pick<(typeof measured)[number], 'path' | 'isSignedIn'>,
): Promise<Set<string>> => {
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      ([until, marks]) => {
        window.requestIdleCallback = () => 0;
        for (const mark of marks) localStorage.setItem(mark, until);
      },
      [
        String(Date.now() + hour),
        isSignedIn ? [`session.${region}.until`, `session.${region}.idleUntil`] : [],
      ] as const,
    );
    await answerFor(page);
    const scripts = new Set<string>();
    page.on('requestfinished', (request) => {
      const url = new URL(request.url());
      if (url.origin === origin && url.pathname.endsWith('.js')) scripts.add(url.pathname);
    });
    await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
    if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    return scripts;
  } finally {
    await context.close();
  }
};

const measure = async (folder: string): Promise<Figure[]> => {
  const site = await serveSite(folder);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
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
  } finally {
    await browser.close();
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
