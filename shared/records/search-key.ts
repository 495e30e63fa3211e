import { toAsciiSigns } from '#shared/text/ascii-signs.ts';
import { removeInvisible } from '#shared/text/invisible-characters.ts';
import { foldTerm } from './record.ts';

const separators = /[\s\p{Z}-]/gu;

/**
 * Returns the search key of a text: folded, and without spaces, hyphens and invisible characters, because the same
 * number is grouped differently on a device’s label, in a letter and by users who type it. A text of such characters
 * only is returned with them.
 */
export const toSearchKey = (text: string): string => {
  const visibleText = toAsciiSigns(removeInvisible(text));
  return foldTerm(visibleText.replaceAll(separators, '')) || foldTerm(visibleText);
};
