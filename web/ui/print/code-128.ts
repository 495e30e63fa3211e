import JsBarcode from 'jsbarcode';

// What the code's sets A to C hold, without control characters. Other letters it would take for signs of its own.
const encodable = /^[\x20-\x7E]+$/;

/** The modules of a text's Code 128, checksum included, as a text of 1 (bar) and 0 (space); undefined for what it cannot hold. */
export const code128 = (text: string): string | undefined => {
  if (!encodable.test(text)) return undefined;
  const drawn: { readonly encodings?: readonly { readonly data: string }[] } = {};
  JsBarcode(drawn, text, { format: 'CODE128' });
  return drawn.encodings?.map(({ data }) => data).join('');
};
