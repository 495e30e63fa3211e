import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { captchaPages, toPathSuffix } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import { places } from '../portal.ts';
import type { JourneyPlace } from '../portal.ts';
import { settle } from './checks.ts';
import { createSessionEntries, now } from './data.ts';
import { allPages } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { stretchChunk, stretchAllTexts } from './pseudo.ts';
import { toStateEntries } from './state.ts';
import type { State } from './state.ts';
import { stubApi, routeRequests } from './stubbed-responses.ts';
import { createDefaultResponses } from './usual-answers.ts';

/** Languages in which the walk visits every page in every state, each in a separate region, plus a pseudo-locale: English lengthened by 40 %. */
export const tongues = ['en', 'de', 'fr', 'pseudo'] as const;
export type Tongue = Language | 'pseudo';

const placeIn = (tongue: Tongue): JourneyPlace => {
  const language = tongue === 'pseudo' ? 'en' : tongue;
  const place = places.find(({ prefix }) => prefixes[prefix].language === language);
  if (!place) throw new Error(`No region speaks ${language}.`);
  return tongue === 'pseudo' ? { ...place, t: stretchAllTexts(texts.en) } : place;
};

const heights: Readonly<Record<number, number>> = { 320: 640, 768: 1024, 1280: 900, 1920: 1080 };
export const toWindowSize = (width: number) => ({ width, height: heights[width] ?? 900 });

/** `forced` emulates forced colors. */
export type Scheme = 'light' | 'dark' | 'forced';
/** Window width in pixels and color scheme. */
export type Pane = { readonly width: number; readonly scheme: Scheme };

/** Pages open in this window, in which every control is visible to a state's interactions. */
const defaultPane: Pane = { width: 1280, scheme: 'light' };

/** Captcha pages read the window's width and color scheme only once, so they are reloaded for each window. */
export const needsReload = (name: WalkedName) => captchaPages.some((captchaPage) => captchaPage === name);

/** Resizes the window and sets the color scheme. */
export const resize = async (page: Page, { width, scheme }: Pane) => {
  await page.emulateMedia({
    colorScheme: scheme === 'forced' ? 'light' : scheme,
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await page.setViewportSize(toWindowSize(width));
  await settle(page);
};

/**
 * Takes a picture of the whole page. Enlarges the window meanwhile, so that sticky and fixed elements appear in place.
 */
export const takePicture = async (page: Page, { width }: Pane, quality: number) => {
  const { height } = toWindowSize(width);
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  if (pageHeight > height) await page.setViewportSize({ width, height: pageHeight });
  const picture = await page.screenshot({ fullPage: true, type: 'webp', quality });
  if (pageHeight > height) await page.setViewportSize({ width, height });
  return picture;
};

type PageSetup = { readonly now: number; readonly memory: Readonly<Record<string, string>> };

/** Init script: sets the walk's time and fills the browser's storage. */
const setUpPage = ({ now: instant, memory }: PageSetup) => {
  const walk = { now: instant };
  class WalkDate extends Date {
    constructor(...values: unknown[]) {
      super(...((values.length === 0 ? [walk.now] : values) as [number]));
    }
    static override now() {
      return walk.now;
    }
  }
  Object.assign(globalThis, { walk, Date: WalkDate });
  try {
    // Once per tab, so that entries of the page survive a reload.
    if (sessionStorage.getItem('walk')) return;
    sessionStorage.setItem('walk', 'true');
    localStorage.clear();
    for (const [name, value] of Object.entries(memory)) localStorage.setItem(name, value);
  } catch {
    // Storage is unavailable in this frame.
  }
};

const watchConsole = (page: Page, reportProblem: (message: string) => void) => {
  page.on('console', (message) => {
    const text = message.text();
    const isWrong = message.type() === 'error' || /content security policy/i.test(text);
    // Some states consist of failed API calls, so the browser's messages about them are expected.
    const isFailedCall = text.startsWith('Failed to load resource') && message.location().url.includes('/api/');
    if (isWrong && !isFailedCall) reportProblem(text);
  });
  page.on('pageerror', (error) => reportProblem(String(error)));
};

const stretchTexts = (page: Page, reportProblem: (words: string) => void) =>
  routeRequests(
    page,
    '**/assets/en-*.js',
    async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: await stretchChunk(await response.text()) });
    },
    reportProblem,
  );

type OpenOptions = {
  /** Window of the page; by default the usual one. */
  readonly pane?: Pane;
  /** Current time of the page; by default the walk's. */
  readonly instant?: Date;
};

type Walk = {
  readonly tongue: Tongue;
  readonly place: JourneyPlace;
  /** Opens a page in a state (a name or an object) and closes the previous page. Throws if the state is not reached. */
  readonly open: (name: WalkedName, state: string | State, options?: OpenOptions) => Promise<Page>;
};

/**
 * Playwright's test in a browser with the language's locale and time zone and without animations. Fails on browser
 * errors and content policy violations.
 */
export const test = base.extend<Walk>({
  tongue: ['en', { option: true }],
  place: ({ tongue }, provide) => provide(placeIn(tongue)),
  locale: ({ place }, provide) => provide(prefixes[place.prefix].locale),
  timezoneId: ({ place }, provide) => provide(regions[place.region].timeZone),
  contextOptions: { reducedMotion: 'reduce' },
  actionTimeout: 20_000,
  open: async ({ context, tongue, place }, provide) => {
    const complaints: string[] = [];
    await provide(async (name, state, { pane = defaultPane, instant = now } = {}) => {
      const entry = allPages[name];
      const resolvedState = typeof state === 'string' ? new Map(toStateEntries(entry)).get(state) : state;
      if (!resolvedState) throw new Error(`${name} has no state ${String(state)}.`);
      const viewer = resolvedState.who ?? entry.who ?? 'staff';
      const reportProblem = (problem: string) => void complaints.push(`${name}: ${problem}`);
      for (const previousPage of context.pages()) await previousPage.close();
      const page = await context.newPage();
      await resize(page, needsReload(name) ? pane : defaultPane);
      watchConsole(page, reportProblem);
      const memory = {
        ...(viewer !== 'visitor' && createSessionEntries(place.region)),
        ...resolvedState.memory?.(place),
      };
      await page.addInitScript(setUpPage, { now: instant.getTime(), memory });
      await stubApi(
        page,
        place.region,
        [...(resolvedState.answers ?? []), ...createDefaultResponses(viewer)],
        reportProblem,
      );
      if (tongue === 'pseudo') await stretchTexts(page, reportProblem);
      // Views without their own page have their path in `allPages`.
      const path = resolvedState.path ?? entry.path ?? (() => place.home + toPathSuffix(name as PageName));
      await page.goto(path(place));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const visit = { page, place, t: place.t };
      for (const act of resolvedState.acts ?? []) await act(visit);
      const { shows = 'h1' } = resolvedState;
      await expect(typeof shows === 'string' ? page.locator(shows).first() : shows(visit)).toBeVisible({
        timeout: 15_000,
      });
      await resize(page, pane);
      return page;
    });
    expect.soft(complaints, 'what the browser complains of').toEqual([]);
  },
});
