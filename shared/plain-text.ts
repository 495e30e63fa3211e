// What begins a formula, also in the wide forms that Asian keyboards type (OWASP, CSV injection).
const trigger = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;

const beginsFormula = new RegExp(String.raw`^(?:["\s]*'*${trigger}|[\t\r\n'])`, 'u');

// Where another country's spreadsheet cuts a line. Looks back: from every separator onwards tabs would take ages.
const afterSeparator = new RegExp(String.raw`(?<!')(?='*${trigger})(?<=[,;|\t\r\n]["\s]*)`, 'gu');

/** Digits that a spreadsheet keeps: an EAN can be looked up, however a narrow column shows it. */
const keptDigits = 15;

/** Digits that it also saves as CSV as they were: longer ones become 9.52E+12 in the file. */
const savedDigits = 11;

const isLossyNumber = (text: string, comesBack: boolean) =>
  /^\d+$/.test(text) &&
  (text.length > (comesBack ? savedDigits : keptDigits) || (text.length > 1 && text.startsWith('0')));

// Neither a day, a month nor a year that a spreadsheet knows: those have one or two digits, or four from 1900 on.
const noPartOfADate = /^(?:\d{3}|\d{5,}|0\d{3}|1[0-8]\d{2})$/;

/** Whether digits and hyphens are a number that somebody gave a thing, such as 1002-0006: no date, whatever its country. */
const isReference = (text: string) =>
  /^\d+(?:-\d+)+$/.test(text) && text.split('-').some((part) => noPartOfADate.test(part));

// 03-04 becomes the 3rd of April, 12:30 a time, (5) minus five, 1E5 a hundred thousand.
const otherNumber = /^(?!\d*$)(?:[\s.,:/()%€$£'’-]*\d[\s\d.,:/()%€$£'’-]*(?:[ap]m?)?|[\d.,]+e[+-]?\d+)$/i;

const month = String.raw`(?:jan|j[aä]n|f[eé][bv]|m[aä]r|mrz|a[pv]r|ma[iy]|jui?n|jui?l|aug|ao[uû]|sep|o[ck]t|nov|d[eé][cz])\p{L}{0,7}\.?`;
const monthAndNumber = new RegExp(String.raw`^(?=.*\d)(?:\d{1,4}[\s./-]*)?${month}(?:[\s./,-]*\d{1,4}){0,2}$`, 'iu');

const isMistakable = (text: string, comesBack: boolean) =>
  isLossyNumber(text, comesBack) ||
  (otherNumber.test(text) && !isReference(text)) ||
  monthAndNumber.test(text) ||
  /^(?:true|false|wahr|falsch|vrai|faux)$/i.test(text);

const isGuarded = (text: string, comesBack: boolean) => beginsFormula.test(text) || isMistakable(text, comesBack);

/**
 * A text for a file without types (CSV), so that no spreadsheet computes it or takes it for a number or a date: where one
 * would, an apostrophe stands before it, at the beginning and after every separator. It shows, and whoever takes one
 * away has what was meant: a text that begins with an apostrophe gets one too. Not ="…", which is itself a formula.
 * `comesBack`: a spreadsheet will save the file again, and must not shorten its numbers either.
 */
export const plainText = (text: string, comesBack = false): string => {
  const within = text.replace(afterSeparator, "'");
  return isGuarded(text, comesBack) ? `'${within}` : within;
};

const guardWithin = new RegExp(String.raw`'(?<=[,;|\t\r\n]["\s]*')(?='*${trigger})`, 'gu');

/** What people guard although a spreadsheet keeps it: a number of digits, or of groups of them. */
const isNumber = (text: string) => /^\d+(?:-\d+)*$/.test(text);

/** What a text of such a file means, without those apostrophes. One that guards nothing is the word's own ('90s, 'n). */
export const meantText = (text: string): string => {
  if (!text.includes("'")) return text;
  const whole = text.replaceAll(guardWithin, '');
  if (!text.startsWith("'")) return whole;
  const meant = text.slice(1).replaceAll(guardWithin, '');
  return isGuarded(meant, true) || isNumber(meant) ? meant : whole;
};
