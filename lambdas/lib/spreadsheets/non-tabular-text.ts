/** Signatures of text files that are not tables. */
const signatures: readonly RegExp[] = [
  // HTML, XML, SVG.
  /^</,
  /^%(?:PDF|!PS)/,
  /^\{\\rtf/,
  // JSON: an object, or an array of objects, arrays or strings.
  /^\{\s*["}]/,
  /^\[\s*["[{\]]/,
  // iCalendar and vCard; keys and certificates.
  /^BEGIN:V/i,
  /^-----BEGIN /,
  // Symbolic Link (SYLK). A table with the headers ID and Product starts with the same letters.
  /^ID;P[^\r\n]*[\r\n]+[A-Z]{1,2};[A-Z]/,
  // Data Interchange Format.
  /^TABLE[\r\n]+0,1[\r\n]/,
  // EDIFACT and ANSI X12.
  /^UN[AB][:+]/,
  /^ISA\*/,
  // Database dumps.
  /^(?:--|\/\*)[^\r\n]*\b(?:dump|sql)\b/i,
  /^(?:INSERT INTO|CREATE TABLE) /i,
  /^SQLite format/,
];

/** Emails and web archives start with MIME headers, in any order. */
const mimeHeader = /^(?:MIME-Version|Content-Type|Message-ID|Received): /im;
const mailLine = /^[A-Z][A-Za-z-]*: /;

/** Number of characters examined. */
const sampleLength = 2000;

/** Detects text files that are not tables, such as documents, web archives, calendars or JSON. */
export const isNonTabularText = (text: string): boolean => {
  const begin = text.slice(0, sampleLength).trimStart();
  return signatures.some((pattern) => pattern.test(begin)) || (mailLine.test(begin) && mimeHeader.test(begin));
};
