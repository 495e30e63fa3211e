const trigger = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;

// What begins with an apostrophe otherwise is a word's own: 'n, 't.
const atBeginning = new RegExp(
  String.raw`^'(?=["\s]*'*${trigger}|[\t\r\n']|[^\d]*\d|(?:true|false|wahr|falsch|vrai|faux)$)`,
  'iu',
);

// Looks back from the apostrophe: from every separator onwards, a text of nothing but tabs would take ages.
const behindSeparator = new RegExp(String.raw`(?<=[,;|\t\r\n]["\s]*)'(?='*${trigger})`, 'gu');

/**
 * What was meant by a text of a file without types: the portal's own CSV files have an apostrophe before whatever a
 * spreadsheet would compute, shorten or take for a date (web/ui/export/plain-text.ts), and people type one for the same reason.
 */
export const meantText = (text: string): string =>
  text.includes("'") ? text.replace(atBeginning, '').replaceAll(behindSeparator, '') : text;
