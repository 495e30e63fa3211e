import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { texts } from '#shared/locales/texts.ts';
import { captchaPages, endingOf } from '#shared/paths.ts';
import type { PageName } from '#shared/paths.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { Language } from '#shared/regions.ts';
import { places } from '../portal.ts';
import type { JourneyPlace } from '../portal.ts';
import { answerCalls, answerRequests } from './answers.ts';
import { settle } from './checks.ts';
import { marksOf, now } from './data.ts';
import { walked } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { stretchedChunk, stretchedTexts } from './pseudo.ts';
import { statesOf } from './state.ts';
import type { State } from './state.ts';
import { usualAnswers } from './usual-answers.ts';

/** What a page is read in: each language in a region of its own, and English grown by 40 %. */
export const tongues = ['en', 'de', 'fr', 'pseudo'] as const;
export type Tongue = Language | 'pseudo';

const placeIn = (tongue: Tongue): JourneyPlace => {
  const language = tongue === 'pseudo' ? 'en' : tongue;
  const found = places.find(({ prefix }) => prefixes[prefix].language === language);
  if (!found) throw new Error(`No region speaks ${language}.`);
  return tongue === 'pseudo' ? { ...found, t: stretchedTexts(texts.en) } : found;
};

const heights: Readonly<Record<number, number>> = { 320: 640, 768: 1024, 1280: 900, 1920: 1080 };
export const windowOf = (width: number) => ({ width, height: heights[width] ?? 900 });

/** Forced: the reader's own colours, and no others. */
export type Scheme = 'light' | 'dark' | 'forced';
/** What a page is looked at in; pixels. */
export type Pane = { readonly width: number; readonly scheme: Scheme };

/** A page opens in this: everything is within reach of whoever acts on it. */
const usual: Pane = { width: 1280, scheme: 'light' };

/** It asks only once how wide and how bright the window is, as the captcha's box does: each window loads it anew. */
export const loadsAnew = (name: WalkedName) => captchaPages.some((one) => one === name);

/** Looks at a page in another window, or the same one. */
export const resize = async (page: Page, { width, scheme }: Pane) => {
  await page.emulateMedia({
    colorScheme: scheme === 'forced' ? 'light' : scheme,
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await page.setViewportSize(windowOf(width));
  await settle(page);
};

/** A picture of the whole page. The window grows with it meanwhile: what sticks to its edge or lies over it shows where it belongs. */
export const pictureOf = async (page: Page, { width }: Pane, quality: number) => {
  const { height } = windowOf(width);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  if (whole > height) await page.setViewportSize({ width, height: whole });
  const picture = await page.screenshot({ fullPage: true, type: 'webp', quality });
  if (whole > height) await page.setViewportSize({ width, height });
  return picture;
};

type Prepared = { readonly now: number; readonly memory: Readonly<Record<string, string>> };

/** Runs before the page's own scripts: the walk's instant instead of today, and what this browser remembers. */
const prepare = ({ now: instant, memory }: Prepared) => {
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
    // Once a tab: what the page itself keeps outlives a reload.
    if (sessionStorage.getItem('walk')) return;
    sessionStorage.setItem('walk', 'true');
    localStorage.clear();
    for (const [name, value] of Object.entries(memory)) localStorage.setItem(name, value);
  } catch {
    // A frame without storage.
  }
};

const listen = (page: Page, complain: (words: string) => void) => {
  page.on('console', (message) => {
    const words = message.text();
    const isWrong = message.type() === 'error' || /content security policy/i.test(words);
    // Refused calls are what some states are made of: the browser's own words about them are no complaint.
    const isOfCall = words.startsWith('Failed to load resource') && message.location().url.includes('/api/');
    if (isWrong && !isOfCall) complain(words);
  });
  page.on('pageerror', (error) => complain(String(error)));
};

const stretchTexts = (page: Page, complain: (words: string) => void) =>
  answerRequests(
    page,
    '**/assets/en-*.js',
    async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: await stretchedChunk(await response.text()) });
    },
    complain,
  );

type Seen = {
  /** The window in which the page is seen; absent: the usual one. */
  readonly pane?: Pane;
  /** What the page takes for now; absent: the walk's. */
  readonly instant?: Date;
};

type Walk = {
  readonly tongue: Tongue;
  readonly place: JourneyPlace;
  /** Opens a page and brings it into a state, by its name or one of its own; the page before is closed. Throws when it never gets there. */
  readonly open: (name: WalkedName, state: string | State, seen?: Seen) => Promise<Page>;
};

/** Playwright's test in a browser as somebody has it where the tongue is spoken. Nothing moves; what the browser complains of fails it. */
export const test = base.extend<Walk>({
  tongue: ['en', { option: true }],
  place: ({ tongue }, give) => give(placeIn(tongue)),
  locale: ({ place }, give) => give(prefixes[place.prefix].locale),
  timezoneId: ({ place }, give) => give(regions[place.region].timeZone),
  contextOptions: { reducedMotion: 'reduce' },
  actionTimeout: 20_000,
  open: async ({ context, tongue, place }, give) => {
    const complaints: string[] = [];
    await give(async (name, state, { pane = usual, instant = now } = {}) => {
      const row = walked[name];
      const found = typeof state === 'string' ? new Map(statesOf(row)).get(state) : state;
      if (!found) throw new Error(`${name} has no state ${String(state)}.`);
      const who = found.who ?? row.who ?? 'staff';
      const complain = (words: string) => void complaints.push(`${name}: ${words}`);
      for (const before of context.pages()) await before.close();
      const page = await context.newPage();
      await resize(page, loadsAnew(name) ? pane : usual);
      listen(page, complain);
      const memory = { ...(who !== 'visitor' && marksOf(place.region)), ...found.memory?.(place) };
      await page.addInitScript(prepare, { now: instant.getTime(), memory });
      await answerCalls(page, place.region, [...(found.answers ?? []), ...usualAnswers(who)], complain);
      if (tongue === 'pseudo') await stretchTexts(page, complain);
      // Whatever is no page has its path in its row.
      const path = found.path ?? row.path ?? (() => place.home + endingOf(name as PageName));
      await page.goto(path(place));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const visit = { page, place, t: place.t };
      for (const act of found.acts ?? []) await act(visit);
      const { shows = 'h1' } = found;
      await expect(typeof shows === 'string' ? page.locator(shows).first() : shows(visit)).toBeVisible({
        timeout: 15_000,
      });
      await resize(page, pane);
      return page;
    });
    expect.soft(complaints, 'what the browser complains of').toEqual([]);
  },
});
