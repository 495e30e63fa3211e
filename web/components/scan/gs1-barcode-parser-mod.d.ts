declare module 'gs1-barcode-parser-mod' {
  type Element = { readonly ai: string; readonly data: string | number | Date };

  /** Parses a code as a scanner sends it. Throws a number or a message for an invalid code. */
  export function parseBarcode(code: string): { readonly parsedCodeItems: readonly Element[] };
}
