// Zero-width characters, soft hyphens, byte order marks, marks of direction, and what chooses how an emoji looks.
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Removes characters that nobody sees and that come along when a text is copied. Control characters stay: a line break stands between two values. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '');

/** Tidies one line that somebody typed, pasted or scanned: no invisible characters, and no blanks around it. */
export const tidyText = (text: string): string => withoutInvisible(text).trim();

/** Returns whether a text, such as a password that counts to the letter, holds characters that nobody sees. */
export const hasInvisible = (text: string): boolean => withoutInvisible(text) !== text;
