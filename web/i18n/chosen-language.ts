import { tabMemory } from '#web/browser/memory.ts';

const markName = 'languageChosen';

/** Remembers in this tab that the user has chosen a language, so that the landing page shows all regions in that language instead of each in its own. */
export const rememberLanguageChoice = () => tabMemory.set(markName, 'yes');

export const hasChosenLanguage = (): boolean => tabMemory.get(markName) !== undefined;
