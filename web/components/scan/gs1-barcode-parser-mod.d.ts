declare module 'gs1-barcode-parser-mod' {
  type Element = { readonly ai: string; readonly data: string | number | Date };

  /** Parses a code as a scanner sends it; throws a number or a message for one that breaks the rules. */
  export function parseBarcode(code: string): { readonly parsedCodeItems: readonly Element[] };
}
