import { toAsciiSigns } from '#shared/text/ascii-signs.ts';
import { withoutInvisible } from '#shared/text/invisible-characters.ts';
import { foldTerm } from './record.ts';

// Any white space, and the hyphen.
const separators = /[\s\p{Z}-]/gu;

/**
 * Returns the key by which a search compares what is typed with what is stored: folded, and without blanks, hyphens and unseen signs, since
 * labels, letters and people group the same number differently. A text of nothing else keeps them.
 */
export const searchKey = (text: string): string => {
  const visible = toAsciiSigns(withoutInvisible(text));
  return foldTerm(visible.replaceAll(separators, '')) || foldTerm(visible);
};
