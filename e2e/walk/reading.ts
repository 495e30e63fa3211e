import type { Page } from '@playwright/test';
import type { Language } from '#shared/regions.ts';
import type { WalkedName } from './pages.ts';

/** What a screen reader reads of a page, as text: on Home the shell with it, elsewhere what stands in it. */
export const readingOf = (page: Page, name: WalkedName): Promise<string> =>
  page.locator(name === 'home' ? 'body' : 'main').ariaSnapshot();

/** Where a reading stands, in e2e/readings. */
export const readingFile = (name: WalkedName, language: Language) => `${name}-${language}.txt`;
