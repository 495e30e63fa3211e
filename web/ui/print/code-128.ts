import JsBarcode from 'jsbarcode';

// Characters of code sets A to C without control characters; jsbarcode interprets other letters as its own symbols.
const encodablePattern = /^[\x20-\x7E]+$/;

/**
 * Returns the modules of a text's Code 128 with its checksum as a text of 1 (bar) and 0 (space); undefined if the text
 * cannot be encoded.
 */
export const encodeCode128 = (text: string): string | undefined => {
  if (!encodablePattern.test(text)) return undefined;
  const output: { readonly encodings?: readonly { readonly data: string }[] } = {};
  JsBarcode(output, text, { format: 'CODE128' });
  return output.encodings?.map(({ data }) => data).join('');
};
