/** Texts that are no table, by how they begin. */
const beginnings: readonly RegExp[] = [
  // HTML, XML, SVG.
  /^</,
  /^%(?:PDF|!PS)/,
  /^\{\\rtf/,
  // JSON: an object, or a list of objects, lists or texts.
  /^\{\s*["}]/,
  /^\[\s*["[{\]]/,
  // iCalendar and vCard; keys and certificates.
  /^BEGIN:V/i,
  /^-----BEGIN /,
  // Symbolic Link (SYLK). A table whose headers are ID and Product begins with the same letters.
  /^ID;P[^\r\n]*[\r\n]+[A-Z]{1,2};[A-Z]/,
  // Data Interchange Format.
  /^TABLE[\r\n]+0,1[\r\n]/,
  // EDIFACT and ANSI X12.
  /^UN[AB][:+]/,
  /^ISA\*/,
  // Dumps of databases.
  /^(?:--|\/\*)[^\r\n]*\b(?:dump|sql)\b/i,
  /^(?:INSERT INTO|CREATE TABLE) /i,
  /^SQLite format/,
];

/** Emails and web archives begin with a header of MIME, in whichever order its lines stand. */
const mimeHeader = /^(?:MIME-Version|Content-Type|Message-ID|Received): /im;
const mailLine = /^[A-Z][A-Za-z-]*: /;

/** Characters of a text that show what it is. */
const beginLength = 2000;

/** Tells whether a text is another kind of file than a table: a document, a web archive, a calendar, JSON. */
export const isOtherText = (text: string): boolean => {
  const begin = text.slice(0, beginLength).trimStart();
  return beginnings.some((pattern) => pattern.test(begin)) || (mailLine.test(begin) && mimeHeader.test(begin));
};
