/** Full-width forms of ASCII, as typed on East Asian keyboards and label printers, and typographic hyphens. */
const fullWidthCharacters = /[\uFF01-\uFF5E]/g;
const fullWidthOffset = 0xfe_e0;
const typesetHyphens = /[\u2010-\u2015\u2212]/g;

const asciiOnly = /^[\u0020-\u007E]*$/;

/** Converts to ASCII, trimmed and without zero-width characters; letters without an ASCII equivalent are kept. */
const toAscii = (text: string): string =>
  asciiOnly.test(text)
    ? text.trim()
    : text
        .normalize('NFC')
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/\p{Zs}/gu, ' ')
        .replaceAll(fullWidthCharacters, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - fullWidthOffset))
        .replaceAll(typesetHyphens, '-')
        .trim();

/** Marks around a code: Code 39's start and stop characters, and quotation marks. */
const enclosingMarks = [
  ['*', '*'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
] as const;

const stripEnclosingMarks = (text: string): string => {
  const marks = enclosingMarks.find(
    ([first, last]) => text.length > first.length + last.length && text.startsWith(first) && text.endsWith(last),
  );
  return marks ? text.slice(marks[0].length, -marks[1].length).trim() : text;
};

/** AIM identifier sent by a scanner, which names the symbology: ]E0 for EAN, ]C1 for GS1-128 (ISO/IEC 15424). */
const aimIdentifier = /^\][A-Za-z]\d/;

/**
 * Removes what scanners, bar code fonts, East Asian keyboards and spreadsheets (a leading apostrophe) add to a scanned
 * or copied code.
 */
export const stripScannerMarks = (text: string): string =>
  stripEnclosingMarks(stripEnclosingMarks(toAscii(text)).replace(aimIdentifier, '')).replace(/^'/, '');

/**
 * Labels printed in front of a serial number. Some serial numbers start with “SN”, so “SN” alone must be followed by a
 * separator.
 */
const serialLabels = [
  /^(?:s\/n|n\/s)[ :.#=]*/i,
  /^(?:sn|s\.n\.|ser\.? ?n[or]\.?|serial|série)[ ]?[:#=] ?/i,
  /^(?:serial[ -]?(?:number|no\.?|nr\.?)|seriennummer|serien-?nr\.?)[ :#=]+/i,
  /^(?:num[eé]ro|n[°ºo]\.?) de s[eé]rie[ :#=]+/i,
  // Letters are required here: digits alone could be the rest of a serial number that starts with SN.
  /^(?:sn|snr|serial|ser\.) (?=[a-z]{1,3}\d{7,}$)/i,
];

/**
 * GS1 application identifier 21, which precedes a serial number, after an optional EAN (GS1 General Specifications).
 */
const serialElement = /^(?:\(01\) ?\d{14} ?)?\(21\) ?/;

const plainSerial = /^[A-Za-z0-9-]*$/;
const serialInGroups = /^[A-Za-z0-9][A-Za-z0-9 -]*$/;

/**
 * Removes a serial number's label (`S/N:`) and scanner marks (`*…*`); returns the text unchanged if no serial number
 * remains.
 */
export const stripSerialLabel = (typed: string): string => {
  if (plainSerial.test(typed)) return typed;
  const text = stripScannerMarks(typed).replace(serialElement, '');
  const label = serialLabels.find((pattern) => pattern.test(text));
  const serialNumber = stripScannerMarks(label ? text.replace(label, '') : text);
  return serialInGroups.test(serialNumber) ? serialNumber : typed;
};
