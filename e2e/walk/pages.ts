import type { Page } from '@playwright/test';
import type { PageName } from '#shared/paths.ts';
import type { Language } from '#shared/regions.ts';
import { accountPages } from './pages/account.ts';
import { homePages, homeViews } from './pages/home.ts';
import { outsidePages, outsideViews } from './pages/outside.ts';
import { repairViews } from './pages/repair-details.ts';
import { repairPages } from './pages/repairs.ts';
import { returnPages, returnViews } from './pages/returns.ts';
import { userPages } from './pages/users.ts';
import type { WalkedPage } from './state.ts';

/** THE pages, each in every state or with the reason why it has none: a page without its row does not compile. */
const walkedPages = {
  ...outsidePages,
  ...homePages,
  ...accountPages,
  ...repairPages,
  ...returnPages,
  ...userPages,
} as const satisfies Record<PageName, WalkedPage>;

/** What shows under the address of another page, or of none. */
const walkedViews = { ...outsideViews, ...homeViews, ...repairViews, ...returnViews };

export type WalkedName = keyof typeof walkedPages | keyof typeof walkedViews;

/** All of them, in the order of the report. */
export const walked: Readonly<Record<WalkedName, WalkedPage>> = { ...walkedPages, ...walkedViews };

/** Those of which pictures and readings are kept, in the state that a buyer would be shown. */
export const mainPages = {
  login: 'empty',
  home: 'filled',
  bookRepair: 'filled',
  submittedRepairs: 'filled',
  repairDetails: 'filled',
  bookReturn: 'filled',
  manageUsers: 'filled',
} as const satisfies { readonly [Name in WalkedName]?: string };

export type MainPage = keyof typeof mainPages;
export const mainNames = Object.keys(mainPages) as MainPage[];

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
  [name, ...(state === undefined ? [] : [state]), `${language}.txt`].join('-');
