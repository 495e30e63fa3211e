import type { Page } from '@playwright/test';
import type { PageName } from '#shared/api/paths.ts';
import type { Language } from '#shared/config/regions.ts';
import { settle } from './checks.ts';
import { accountPages } from './pages/account.ts';
import { homePages, homeViews } from './pages/home.ts';
import { outsidePages, outsideViews } from './pages/outside.ts';
import { overviewPages } from './pages/overview.ts';
import { repairViews } from './pages/repair-details.ts';
import { repairPages } from './pages/repairs.ts';
import { returnPages, returnViews } from './pages/returns.ts';
import { userPages } from './pages/users.ts';
import type { WalkedPage } from './state.ts';

/** All pages of the portal with the states in which the walk opens them (docs/walk.md); a missing page is a type error. */
const pagesByName = {
  ...outsidePages,
  ...homePages,
  ...overviewPages,
  ...accountPages,
  ...repairPages,
  ...returnPages,
  ...userPages,
} as const satisfies Record<PageName, WalkedPage>;

/** Views without a path of their own. */
const viewsByName = { ...outsideViews, ...homeViews, ...repairViews, ...returnViews };

export type WalkedName = keyof typeof pagesByName | keyof typeof viewsByName;

/** All pages and views, in the order of the report. */
export const allPages: Readonly<Record<WalkedName, WalkedPage>> = { ...pagesByName, ...viewsByName };

/** Pages with recorded pictures and readings (accessibility snapshots), in a representative state. */
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
export const mainPageNames = Object.keys(mainPages) as MainPage[];

/** Error and empty states whose readings are recorded, too. */
export const errorReadings = [
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

/** Returns a page's accessibility snapshot as text: of the whole body on Home, otherwise of `main`. */
export const takeReading = async (page: Page, name: WalkedName): Promise<string> => {
  await settle(page);
  return page.locator(name === 'home' ? 'body' : 'main').ariaSnapshot();
};

/** Returns the file name of a reading in e2e/readings; without a state, that of the page's main reading. */
export const toReadingFileName = (name: WalkedName, language: Language, state?: string) =>
  [name, ...(state === undefined ? [] : [state]), `${language}.txt`].join('-');
