/** Full-width forms of ASCII, as East Asian keyboards and label printers write them, and the hyphens of typesetting. */
const wideSigns = /[\uFF01-\uFF5E]/g;
const wideOffset = 0xfe_e0;
const typesetHyphens = /[\u2010-\u2015\u2212]/g;

const asciiOnly = /^[\u0020-\u007E]*$/;

/** The same signs in ASCII, trimmed and without zero-width signs; letters that ASCII doesn't have stay as they are. */
const toAscii = (text: string): string =>
  asciiOnly.test(text)
    ? text.trim()
    : text
        .normalize('NFC')
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/\p{Zs}/gu, ' ')
        .replaceAll(wideSigns, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - wideOffset))
        .replaceAll(typesetHyphens, '-')
        .trim();

/** Marks that stand at both ends of a code: Code 39's start and stop signs, and quotation marks. */
const enclosing = [
  ['*', '*'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
] as const;

const withoutEnclosing = (text: string): string => {
  const marks = enclosing.find(
    ([first, last]) => text.length > first.length + last.length && text.startsWith(first) && text.endsWith(last),
  );
  return marks ? text.slice(marks[0].length, -marks[1].length).trim() : text;
};

/** A scanner's AIM identifier, which names the kind of bar code: ]E0 an EAN, ]C1 a GS1-128 (ISO/IEC 15424). */
const aimIdentifier = /^\][A-Za-z]\d/;

/** A scanned or copied code without what scanners, bar code fonts, East Asian keyboards and spreadsheets (an apostrophe in front) add to it. */
export const withoutMarks = (text: string): string =>
  withoutEnclosing(withoutEnclosing(toAscii(text)).replace(aimIdentifier, '')).replace(/^'/, '');

/** Names of a serial number that labels and lists write in front of it. “SN” alone begins some serial numbers, so a sign has to follow. */
const serialLabels = [
  /^(?:s\/n|n\/s)[ :.#=]*/i,
  /^(?:sn|s\.n\.|ser\.? ?n[or]\.?|serial|série)[ ]?[:#=] ?/i,
  /^(?:serial[ -]?(?:number|no\.?|nr\.?)|seriennummer|serien-?nr\.?)[ :#=]+/i,
  /^(?:num[eé]ro|n[°ºo]\.?) de s[eé]rie[ :#=]+/i,
  // Behind these a number of digits alone could be the rest of one that begins with SN.
  /^(?:sn|snr|serial|ser\.) (?=[a-z]{1,3}\d{7,}$)/i,
];

/** GS1 application identifier 21, which precedes a serial number, behind the EAN's own (GS1 General Specifications). */
const serialElement = /^(?:\(01\) ?\d{14} ?)?\(21\) ?/;

const plainSerial = /^[A-Za-z0-9-]*$/;
const serialInGroups = /^[A-Za-z0-9][A-Za-z0-9 -]*$/;

/** A serial number without its label (`S/N:`) and scanner marks (`*…*`); a text that is no serial number without them stays as it was typed. */
export const withoutSerialLabel = (typed: string): string => {
  if (plainSerial.test(typed)) return typed;
  const text = withoutMarks(typed).replace(serialElement, '');
  const label = serialLabels.find((pattern) => pattern.test(text));
  const rest = withoutMarks(label ? text.replace(label, '') : text);
  return serialInGroups.test(rest) ? rest : typed;
};
