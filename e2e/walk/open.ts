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
import { createDefaultResponses } from './default-responses.ts';
import { allPages } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { stretchChunk, stretchAllTexts } from './pseudo.ts';
import { toStateEntries } from './state.ts';
import type { State } from './state.ts';
import { stubApi, routeRequests } from './stubbed-responses.ts';

/**
 * Languages in which the walk visits each page (docs/walk.md), each in its own region; the pseudo-locale is English
 * lengthened by 40 %.
 */
export const walkLanguages = ['en', 'de', 'fr', 'pseudo'] as const;
export type WalkLanguage = Language | 'pseudo';

const findPlace = (walkLanguage: WalkLanguage): JourneyPlace => {
  const language = walkLanguage === 'pseudo' ? 'en' : walkLanguage;
  const place = places.find(({ prefix }) => prefixes[prefix].language === language);
  if (!place) throw new Error(`No region speaks ${language}.`);
  return walkLanguage === 'pseudo' ? { ...place, t: stretchAllTexts(texts.en) } : place;
};

/** Window heights by width, in pixels. */
const heightByWidth: Readonly<Record<number, number>> = { 320: 640, 768: 1024, 1280: 900, 1920: 1080 };
export const toWindowSize = (width: number) => ({ width, height: heightByWidth[width] ?? 900 });

/** `forced` emulates forced colors. */
export type Scheme = 'light' | 'dark' | 'forced';
/** Window in which a page is shown and checked: its width in pixels, and the color scheme. */
export type Pane = { readonly width: number; readonly scheme: Scheme };

/** A page opens in this window first, because a state's actions need every control to be visible. */
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

type PageSetup = { readonly now: number; readonly storage: Readonly<Record<string, string>> };

/** Init script: sets the walk's time and fills the browser's storage. */
const setUpPage = ({ now: instant, storage }: PageSetup) => {
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
    // The storage is filled once per tab, so that entries of the page survive a reload.
    if (sessionStorage.getItem('walk')) return;
    sessionStorage.setItem('walk', 'true');
    localStorage.clear();
    for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
  } catch {
    // Storage is unavailable in this frame.
  }
};

const watchConsole = (page: Page, reportProblem: (message: string) => void) => {
  page.on('console', (message) => {
    const text = message.text();
    const isProblem = message.type() === 'error' || /content security policy/i.test(text);
    // Some states consist of failed API calls, so the browser's messages about them are expected.
    const isFailedCall = text.startsWith('Failed to load resource') && message.location().url.includes('/api/');
    if (isProblem && !isFailedCall) reportProblem(text);
  });
  page.on('pageerror', (error) => reportProblem(String(error)));
};

const stretchTexts = (page: Page, reportProblem: (message: string) => void) =>
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
  /** Window of the page; the default is `defaultPane`. */
  readonly pane?: Pane;
  /** Current time of the page; the default is the walk's fixed time. */
  readonly instant?: Date;
};

type Walk = {
  readonly language: WalkLanguage;
  readonly place: JourneyPlace;
  /** Opens a page in a state (a name or an object) and closes the previous page. Throws if the state is not reached. */
  readonly open: (name: WalkedName, state: string | State, options?: OpenOptions) => Promise<Page>;
};

/**
 * Playwright's test in a browser with the language's locale and time zone and without animations. Fails on browser
 * errors and content policy violations.
 */
export const test = base.extend<Walk>({
  language: ['en', { option: true }],
  place: ({ language }, provide) => provide(findPlace(language)),
  locale: ({ place }, provide) => provide(prefixes[place.prefix].locale),
  timezoneId: ({ place }, provide) => provide(regions[place.region].timeZone),
  contextOptions: { reducedMotion: 'reduce' },
  actionTimeout: 20_000,
  open: async ({ context, language, place }, provide) => {
    const problems: string[] = [];
    await provide(async (name, state, { pane = defaultPane, instant = now } = {}) => {
      const entry = allPages[name];
      const resolvedState = typeof state === 'string' ? new Map(toStateEntries(entry)).get(state) : state;
      if (!resolvedState) throw new Error(`${name} has no state ${String(state)}.`);
      const viewer = resolvedState.viewer ?? entry.viewer ?? 'staff';
      const reportProblem = (problem: string) => void problems.push(`${name}: ${problem}`);
      for (const previousPage of context.pages()) await previousPage.close();
      const page = await context.newPage();
      await resize(page, needsReload(name) ? pane : defaultPane);
      watchConsole(page, reportProblem);
      const storage = {
        ...(viewer !== 'visitor' && createSessionEntries(place.region)),
        ...resolvedState.storage?.(place),
      };
      await page.addInitScript(setUpPage, { now: instant.getTime(), storage });
      await stubApi(
        page,
        place.region,
        [...(resolvedState.responses ?? []), ...createDefaultResponses(viewer)],
        reportProblem,
      );
      if (language === 'pseudo') await stretchTexts(page, reportProblem);
      // Views without their own page have their path in `allPages`.
      const path = resolvedState.path ?? entry.path ?? (() => place.home + toPathSuffix(name as PageName));
      await page.goto(path(place));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const visit = { page, place, t: place.t };
      for (const action of resolvedState.actions ?? []) await action(visit);
      const { shows = 'h1' } = resolvedState;
      await expect(typeof shows === 'string' ? page.locator(shows).first() : shows(visit)).toBeVisible({
        timeout: 15_000,
      });
      await resize(page, pane);
      return page;
    });
    expect.soft(problems, 'problems reported by the browser').toEqual([]);
  },
});
