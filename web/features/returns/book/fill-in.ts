import { findReturnItem, toReturnItemLabel, lookUpEan } from '#shared/catalogue/returns.ts';
import type { ReturnItem, EanProblem } from '#shared/catalogue/returns.ts';
import type { Language } from '#shared/config/regions.ts';
import { toCustomDescription } from '#web/features/returns/return-kind.ts';
import type { LineValues } from './lines.ts';

const fillInItem = (values: LineValues, item: ReturnItem, language: Language): LineValues =>
  // The description of an unchanged product is kept, because it may have been edited.
  item.key === values.product
    ? { ...values, ean: item.ean }
    : { ...values, product: item.key, ean: item.ean, productDescription: toReturnItemLabel(item, language) };

export const fillInByProduct = (values: LineValues, product: string, language: Language): LineValues => {
  const item = findReturnItem(product);
  return item ? fillInItem(values, item, language) : values;
};

/** Clears the product and the description that it filled in; a custom description stays. */
const clearItem = (values: LineValues): LineValues => {
  const isFilledIn = findReturnItem(values.product) !== undefined && toCustomDescription(values) === '';
  return { ...values, product: '', ...(isFilledIn && { productDescription: '' }) };
};

/** Fills in the product of an EAN. Without a match, clears the previous product and returns the problem. */
export const fillInByEan = (
  values: LineValues,
  language: Language,
): { readonly values: LineValues; readonly problem?: EanProblem } => {
  if (values.ean.trim() === '') return { values: clearItem(values) };
  const lookup = lookUpEan(values.ean);
  return 'item' in lookup
    ? { values: fillInItem(values, lookup.item, language) }
    : { values: clearItem(values), problem: lookup.problem };
};
