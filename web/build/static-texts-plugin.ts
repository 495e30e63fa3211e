import type { Plugin } from 'vite';
import type { ErrorCode } from '#shared/api/errors.ts';
import { languages } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import type { Texts } from '#shared/locales/texts.ts';

const prefix = 'virtual:static-texts/';

/** Groups of texts that the prerendered pages use. */
const groups = [
  'validation',
  'login',
  'password',
  'setPassword',
  'forgotPassword',
  'session',
  'moved',
  'landing',
  'failure',
  'common',
] as const satisfies readonly (keyof Texts)[];

/** Errors of records, files, users and jobs, which no route of the prerendered pages returns. */
const otherErrors: ReadonlySet<string> = new Set([
  'RepairRequestExists',
  'ReturnsFileMissingSerialNumber',
  'ReturnsFileMissingEANCode',
  'ReturnsFileWrongHeaders',
  'ReturnsFileNotSameStoreReference',
  'ReturnsFileOtherStore',
  'ReturnRequestExists',
  'RepairChanged',
  'RepairNotPending',
  'RepairWithdrawn',
  'ReturnChanged',
  'ReturnNotPending',
  'ReturnWithdrawn',
  'ReturnHoldsNoMore',
  'UserChanged',
  'StoreAmbiguous',
  'OwnAccount',
  'LastAdmin',
  'InvitationNotPending',
  'InvitedWithoutGroups',
  'JobRunning',
  'ImportNotLatest',
  'UsersFileOutdated',
  'ChangedSinceImport',
  'AddToGroupFailed',
  'RemoveFromGroupFailed',
] as const satisfies readonly ErrorCode[]);

/** Selects the texts of the prerendered pages, a quarter of all texts; the others would delay these pages. */
export const selectStaticTexts = (language: Language) => {
  const { siteName, alerts, opensInNewTab } = texts[language].shell;
  const selected = Object.fromEntries(groups.map((group) => [group, texts[language][group]]));
  const errors = Object.fromEntries(Object.entries(texts[language].errors).filter(([code]) => !otherErrors.has(code)));
  return { ...selected, errors, shell: { siteName, alerts, opensInNewTab } };
};

/** Serves the texts of the prerendered pages as a module for each language. */
export const staticTextsPlugin = (): Plugin => ({
  name: 'static-texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) => {
    const language = languages.find((each) => id === `\0${prefix}${each}`);
    return language && `export default ${JSON.stringify(selectStaticTexts(language))};`;
  },
});
