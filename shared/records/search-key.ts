import { toAsciiSigns } from '#shared/text/ascii-signs.ts';
import { removeInvisible } from '#shared/text/invisible-characters.ts';
import { foldTerm } from './record.ts';

// White space and the hyphen.
const separators = /[\s\p{Z}-]/gu;

/**
 * Returns the search key of a text: folded, and without spaces, hyphens and invisible characters, because the same
 * number is grouped differently on a device’s label, in a letter and by users who type it. A text that consists of such
 * characters only keeps them.
 */
export const toSearchKey = (text: string): string => {
  const visible = toAsciiSigns(removeInvisible(text));
  return foldTerm(visible.replaceAll(separators, '')) || foldTerm(visible);
};
