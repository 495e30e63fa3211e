import type { Plugin } from 'vite';
import { createByLanguage } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import type { Texts } from '#shared/locales/texts.ts';
import type { ApplicationPageName } from '#web/app/pages.ts';

const moduleName = 'virtual:page-titles';

/** Titles of the pages whose heading depends neither on data nor on the user. */
const selectTitles = ({ account, repairs, returns, track, users }: Texts) =>
  ({
    changePassword: account.title,
    bookRepair: repairs.book.title,
    submittedRepairs: repairs.list.title,
    trackRepair: track.title,
    bookReturn: returns.book.title,
    submittedReturns: returns.list.title,
    manageUsers: users.title,
    register: users.register.title,
    registerUsersBulk: users.bulk.title,
  }) satisfies Partial<Record<ApplicationPageName, string>>;

/** Returns the page titles of each language, which the first script shows before the texts are loaded. */
const collectPageTitles = () => createByLanguage((language) => selectTitles(texts[language]));

/** Serves the page titles as a virtual module. */
export const pageTitlesPlugin = (): Plugin => ({
  name: 'page-titles',
  resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
  load: (id) =>
    id === `\0${moduleName}` ? `export const pageTitles = ${JSON.stringify(collectPageTitles())};` : undefined,
});
