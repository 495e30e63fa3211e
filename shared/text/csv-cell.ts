// First character of a formula, including the full-width forms of Asian keyboards (OWASP, CSV injection).
const formulaStart = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;

// `=1`, ` "=1`, `'=1`, and a text that starts with a tab, a line break or an apostrophe.
const formulaAtStart = new RegExp(String.raw`^(?:["\s]*'*${formulaStart}|[\t\r\n'])`, 'u');

// Position after a separator, where another locale's spreadsheet splits a line: before the `=` of `a;=1` and `a; "=1`,
// before the apostrophe of `a;'=1`. The pattern looks behind, because matching forward from each separator is slow for
// long runs of tabs; `(?<!')` avoids the same problem for runs of apostrophes.
const afterSeparator = new RegExp(String.raw`(?<!')(?='*${formulaStart})(?<=[,;|\t\r\n]["\s]*)`, 'gu');

/** Maximum number of digits that a spreadsheet keeps, even if a narrow column shows fewer: enough for an EAN. */
const maxKeptDigits = 15;

/** Maximum number of digits that a spreadsheet also keeps when saving as CSV; longer numbers are saved as 9.52E+12. */
const maxSavedDigits = 11;

const isLossyNumber = (text: string, isRoundTrip: boolean) =>
  /^\d+$/.test(text) &&
  (text.length > (isRoundTrip ? maxSavedDigits : maxKeptDigits) || (text.length > 1 && text.startsWith('0')));

// Digits that no spreadsheet reads as a day, month or year, which have one or two digits, or four from 1900 on.
const nonDatePart = /^(?:\d{3}|\d{5,}|0\d{3}|1[0-8]\d{2})$/;

/** Returns whether digits and hyphens are an identifier such as 1002-0006, which is not a date in any locale. */
const isReference = (text: string) =>
  /^\d+(?:-\d+)+$/.test(text) && text.split('-').some((part) => nonDatePart.test(part));

// 03-04 becomes April 3, 12:30 a time, (5) minus five, 1E5 a hundred thousand.
const numberFormat = /^(?!\d*$)(?:[\s.,:/()%€$£'’-]*\d[\s\d.,:/()%€$£'’-]*(?:[ap]m?)?|[\d.,]+e[+-]?\d+)$/i;

const month = String.raw`(?:jan|j[aä]n|f[eé][bv]|m[aä]r|mrz|a[pv]r|ma[iy]|jui?n|jui?l|aug|ao[uû]|sep|o[ck]t|nov|d[eé][cz])\p{L}{0,7}\.?`;
const monthAndNumber = new RegExp(String.raw`^(?=.*\d)(?:\d{1,4}[\s./-]*)?${month}(?:[\s./,-]*\d{1,4}){0,2}$`, 'iu');

const isReadAsAnotherType = (text: string, isRoundTrip: boolean) =>
  isLossyNumber(text, isRoundTrip) ||
  (numberFormat.test(text) && !isReference(text)) ||
  monthAndNumber.test(text) ||
  /^(?:true|false|wahr|falsch|vrai|faux)$/i.test(text);

const needsApostrophe = (text: string, isRoundTrip: boolean) =>
  formulaAtStart.test(text) || isReadAsAnotherType(text, isRoundTrip);

/**
 * Escapes a text for CSV, so that no spreadsheet evaluates it or reads it as a number or a date: an apostrophe is put before it, and before
 * every formula after a separator. The apostrophe is visible; removing it restores the text, so a text that starts with an apostrophe gets
 * another one. `="…"` is no alternative, because it is itself a formula. `isRoundTrip`: a spreadsheet will save the file again, and must not
 * shorten its numbers either.
 */
export const escapeCsvCell = (text: string, isRoundTrip = false): string => {
  const escapedText = text.replace(afterSeparator, "'");
  return needsApostrophe(text, isRoundTrip) ? `'${escapedText}` : escapedText;
};

// Apostrophe that `escapeCsvCell` has inserted after a separator: the one of `a;'=1` and `a; "'=1`, the first of
// `a;''=1`.
const insertedApostrophe = new RegExp(String.raw`'(?<=[,;|\t\r\n]["\s]*')(?='*${formulaStart})`, 'gu');

/**
 * Returns whether a text is a number or groups of digits. Users put an apostrophe before such a text even if a
 * spreadsheet would not change it.
 */
const isNumber = (text: string) => /^\d+(?:-\d+)*$/.test(text);

/** Removes the apostrophes that `escapeCsvCell` adds. An apostrophe that escapes nothing belongs to the text ('90s, 'n). */
export const unescapeCsvCell = (text: string): string => {
  if (!text.includes("'")) return text;
  const unescapedText = text.replaceAll(insertedApostrophe, '');
  if (!text.startsWith("'")) return unescapedText;
  const textAfterApostrophe = text.slice(1).replaceAll(insertedApostrophe, '');
  return needsApostrophe(textAfterApostrophe, true) || isNumber(textAfterApostrophe)
    ? textAfterApostrophe
    : unescapedText;
};
