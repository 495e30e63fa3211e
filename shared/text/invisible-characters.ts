// Zero-width characters, soft hyphens, byte order marks, direction marks and emoji variation selectors.
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;

/**
 * Removes invisible characters that come with copied text. Control characters are kept, because a line break separates
 * two values.
 */
export const removeInvisible = (text: string): string => text.replaceAll(invisible, '');

/** Normalizes a typed, pasted or scanned line: removes invisible characters and surrounding white space. */
export const tidyText = (text: string): string => removeInvisible(text).trim();

/** Returns whether a text contains invisible characters; for texts that must not be changed, such as passwords. */
export const hasInvisible = (text: string): boolean => removeInvisible(text) !== text;
