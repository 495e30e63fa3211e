import { returnItem, returnItemLabel, lookUpEan } from '#shared/catalogue/returns.ts';
import type { ReturnItem, EanProblem } from '#shared/catalogue/returns.ts';
import type { Language } from '#shared/regions.ts';
import type { LineValues } from './lines.ts';

const withItem = (values: LineValues, item: ReturnItem, language: Language): LineValues =>
  // A description of the same product may have been worded by hand.
  item.key === values.product
    ? { ...values, ean: item.ean }
    : { ...values, product: item.key, ean: item.ean, productDescription: returnItemLabel(item, language) };

/** Choosing a product fills in its EAN and description. */
export const withProduct = (values: LineValues, product: string, language: Language): LineValues => {
  const item = returnItem(product);
  return item ? withItem(values, item, language) : values;
};

/** An EAN that was scanned or typed finds its product; or says why there is none, and then none is left of a former one. */
export const withEan = (
  values: LineValues,
  language: Language,
): { readonly values: LineValues; readonly problem?: EanProblem } => {
  if (values.ean.trim() === '') return { values: { ...values, product: '' } };
  const found = lookUpEan(values.ean);
  return 'item' in found
    ? { values: withItem(values, found.item, language) }
    : { values: { ...values, product: '' }, problem: found.problem };
};
