/** What people, labels and programs add to identifiers (serial numbers, RMA numbers, references, EANs) when they type, copy or scan them. */

/** Signs that nobody sees and that come along with a copied text: format characters and variation selectors. No control character is among them: a line break stands between two numbers. */
export const unseenFormatting = /[\p{Cf}\p{Variation_Selector}]/gu;

const fullWidthSigns = /[\uFF01-\uFF5E]/g;
const fullWidthOffset = 0xff01 - '!'.charCodeAt(0);

// Beside the dashes of Unicode: a letter's minus sign, a hyphen bullet, a minus sign.
const hyphensAndDashes = /[\p{Pd}\u02D7\u2043\u2212]/gu;

/** Replaces the full-width signs of East Asian keyboards, and every kind of hyphen and dash, by the signs of ASCII. */
export const toAsciiSigns = (text: string): string =>
  text
    .replaceAll(fullWidthSigns, (sign) => String.fromCharCode(sign.charCodeAt(0) - fullWidthOffset))
    .replaceAll(hyphensAndDashes, '-');
