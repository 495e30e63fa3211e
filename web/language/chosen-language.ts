import { tabMemory } from '#web/browser/memory.ts';

const markName = 'languageChosen';

/** Notes that the reader switched languages: from then on links keep theirs. */
export const noteChosenLanguage = () => tabMemory.set(markName, 'yes');

/** Without storage, links lead to the region's own language. */
export const hasChosenLanguage = (): boolean => tabMemory.get(markName) !== undefined;
