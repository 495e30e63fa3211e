import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { texts } from '#shared/locales/texts.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { Language } from '#shared/regions.ts';
import { places } from '../portal.ts';
import type { JourneyPlace } from '../portal.ts';
import { answerCalls, answerRequests } from './answers.ts';
import { settle } from './checks.ts';
import { now } from './data.ts';
import { marksOf } from './people.ts';
import { stretchedChunk, stretchedTexts } from './pseudo.ts';
import type { State, WalkedPage } from './state.ts';
import { usualAnswers } from './usual-answers.ts';

/** What a page is read in: each language in a region of its own, and English grown by 40 %. */
export const tongues = ['en', 'de', 'fr', 'pseudo'] as const;
export type Tongue = Language | 'pseudo';

export const placeIn = (tongue: Tongue): JourneyPlace => {
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

/** A browser as somebody in the place has it. Nothing moves, so that pictures are taken of what is. */
export const newContext = async (browser: Browser, { prefix, region }: JourneyPlace): Promise<BrowserContext> => {
  const context = await browser.newContext({
    locale: prefixes[prefix].locale,
    timezoneId: regions[region].timeZone,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  return context;
};

/** A picture of the whole page. The window grows with it meanwhile: what sticks to its edge or lies over it shows where it belongs. */
export const pictureOf = async (
  page: Page,
  { width }: Pane,
  image: { readonly quality: number; readonly path?: string },
) => {
  const { height } = windowOf(width);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  if (whole > height) await page.setViewportSize({ width, height: whole });
  const picture = await page.screenshot({ fullPage: true, type: 'webp', ...image });
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

type Options = {
  readonly context: BrowserContext;
  readonly site: string;
  readonly tongue: Tongue;
  readonly walked: WalkedPage;
  readonly state: State;
  readonly pane?: Pane | undefined;
  /** What the page takes for now; absent: the walk's. */
  readonly instant?: Date;
};

type Opened = {
  readonly page: Page;
  /** What the browser has held against the page so far. */
  readonly complaints: readonly string[];
};

/** Opens a page and brings it into a state. Throws when it never gets there; whoever gets the page closes it. */
export const openState = async ({
  context,
  site,
  tongue,
  walked,
  state,
  pane = usual,
  instant = now,
}: Options): Promise<Opened> => {
  const place = placeIn(tongue);
  const who = state.who ?? walked.who;
  const complaints: string[] = [];
  const complain = (words: string) => void complaints.push(words);
  const page = await context.newPage();
  try {
    await resize(page, pane);
    listen(page, complain);
    const memory = {
      ...(who !== 'visitor' && marksOf(place.region)),
      ...state.memory?.(place),
    };
    await page.addInitScript(prepare, { now: instant.getTime(), memory });
    await answerCalls(page, {
      region: place.region,
      known: [...(state.answers ?? []), ...usualAnswers(who)],
      complain,
    });
    if (tongue === 'pseudo') await stretchTexts(page, complain);
    await page.goto(site + (state.path ?? walked.path)(place));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await state.act?.({ page, place });
    await expect(state.shows({ page, place })).toBeVisible({ timeout: 15_000 });
    await settle(page);
    return { page, complaints };
  } catch (error) {
    await page.close();
    throw error;
  }
};
