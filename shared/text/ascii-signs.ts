const fullWidthSigns = /[\uFF01-\uFF5E]/g;
const fullWidthOffset = 0xff01 - '!'.charCodeAt(0);

// Beside the dashes of Unicode: a letter's minus sign, a hyphen bullet, a minus sign.
const hyphensAndDashes = /[\p{Pd}\u02D7\u2043\u2212]/gu;

/** Replaces the full-width signs of East Asian keyboards, and every kind of hyphen and dash, by the signs of ASCII. */
export const toAsciiSigns = (text: string): string =>
  text
    .replaceAll(fullWidthSigns, (sign) => String.fromCharCode(sign.charCodeAt(0) - fullWidthOffset))
    .replaceAll(hyphensAndDashes, '-');
