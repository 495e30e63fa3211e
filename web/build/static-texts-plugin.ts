import type { Plugin } from 'vite';
import type { ErrorCode, ValidationRule } from '#shared/api/errors.ts';
import { languages } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import type { Texts } from '#shared/locales/texts.ts';

const prefix = 'virtual:static-texts/';

/** Groups of texts that the prerendered pages use. */
const groups = [
  'login',
  'password',
  'setPassword',
  'forgotPassword',
  'moved',
  'failure',
] as const satisfies readonly (keyof Texts)[];

/** Rules of records, which no form of the prerendered pages has. */
const otherRules: ReadonlySet<string> = new Set([
  'date',
  'dateTooEarly',
  'dateInFuture',
  'confirmation',
  'accessoryOfProduct',
  'period',
  'returnBeforePurchase',
  'returnPeriod',
  'serialNumberTwice',
] as const satisfies readonly ValidationRule[]);

/** Notices about a running session, which only signed-in users see. */
const otherNotices: ReadonlySet<string> = new Set([
  'idle',
  'ending',
  'maintenance',
  'over',
  'signIn',
  'back',
] as const satisfies readonly (keyof Texts['session'])[]);

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

const omit = (group: object, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(group).filter(([name]) => !names.has(name)));

/** Selects the texts of the prerendered pages, a tenth of all texts; the others would delay these pages. */
export const selectStaticTexts = (language: Language) => {
  const { siteName, alerts, opensInNewTab } = texts[language].shell;
  const { common, landing, validation, session, errors } = texts[language];
  return {
    ...Object.fromEntries(groups.map((group) => [group, texts[language][group]])),
    common: { labelled: common.labelled },
    landing: { claim: landing.claim, purpose: landing.purpose },
    validation: omit(validation, otherRules),
    session: omit(session, otherNotices),
    errors: omit(errors, otherErrors),
    shell: { siteName, alerts, opensInNewTab },
  };
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
