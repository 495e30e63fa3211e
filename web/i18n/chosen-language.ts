import { tabMemory } from '#web/browser/memory.ts';

const markName = 'languageChosen';

export const noteChosenLanguage = () => tabMemory.set(markName, 'yes');

export const hasChosenLanguage = (): boolean => tabMemory.get(markName) !== undefined;
