import type { Page } from '@playwright/test';
import type { Language } from '#shared/regions.ts';
import type { WalkedName } from './pages.ts';

/** States in which something has gone wrong, or nothing is there, that are read as well as the main pages. */
export const readInTrouble = [
  ['login', 'invalid'],
  ['requestCode', 'invalid'],
  ['bookRepair', 'invalid'],
  ['bookRepair', 'failed'],
  ['bookReturn', 'invalid'],
  ['submittedRepairs', 'failed'],
  ['submittedRepairs', 'empty'],
  ['repairDetails', 'empty'],
  ['registerUsersBulk', 'invalid'],
  ['errorPages', 'outage'],
] as const satisfies readonly (readonly [WalkedName, string])[];

/** What a screen reader reads of a page, as text: on Home the shell with it, elsewhere what stands in it. */
export const readingOf = (page: Page, name: WalkedName): Promise<string> =>
  page.locator(name === 'home' ? 'body' : 'main').ariaSnapshot();

/** Where a reading stands, in e2e/readings; without a state the main one of the page. */
export const readingFile = (name: WalkedName, language: Language, state?: string) =>
  `${name}${state === undefined ? '' : `-${state}`}-${language}.txt`;
