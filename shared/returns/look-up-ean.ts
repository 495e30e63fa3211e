import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { returnItemByEan } from '#shared/catalogue/returns.ts';
import { isEan, normaliseEan } from './ean.ts';

/** Why there is no product of what was scanned or typed: reasons as a file's rows have them. */
export type EanProblem = 'eanMalformed' | 'eanCheckDigit' | 'eanUnknown';

/** The product of an EAN as it was scanned or typed (a UPC-12 is the EAN-13 it is), or why there is none. */
export const lookUpEan = (text: string): { readonly item: ReturnItem } | { readonly problem: EanProblem } => {
  const ean = normaliseEan(text);
  if (ean === undefined) return { problem: 'eanMalformed' };
  if (!isEan(ean)) return { problem: 'eanCheckDigit' };
  const item = returnItemByEan(ean);
  return item ? { item } : { problem: 'eanUnknown' };
};
