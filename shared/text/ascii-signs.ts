const fullWidthCharacters = /[\uFF01-\uFF5E]/g;
const fullWidthOffset = 0xff01 - '!'.charCodeAt(0);

// Unicode dashes, and further characters that look like one: modifier letter minus, hyphen bullet, minus sign.
const hyphensAndDashes = /[\p{Pd}\u02D7\u2043\u2212]/gu;

/** Replaces full-width characters of East Asian keyboards and all hyphens and dashes by their ASCII equivalents. */
export const toAsciiSigns = (text: string): string =>
  text
    .replaceAll(fullWidthCharacters, (sign) => String.fromCharCode(sign.charCodeAt(0) - fullWidthOffset))
    .replaceAll(hyphensAndDashes, '-');
