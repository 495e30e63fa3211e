import { returnItem, returnItemLabel, lookUpEan } from '#shared/catalogue/returns.ts';
import type { ReturnItem, EanProblem } from '#shared/catalogue/returns.ts';
import type { Language } from '#shared/regions.ts';
import { ownDescription } from '#web/features/returns/return-kind.ts';
import type { LineValues } from './lines.ts';

const withItem = (values: LineValues, item: ReturnItem, language: Language): LineValues =>
  // A description of the same product may have been worded by hand.
  item.key === values.product
    ? { ...values, ean: item.ean }
    : { ...values, product: item.key, ean: item.ean, productDescription: returnItemLabel(item, language) };

export const withProduct = (values: LineValues, product: string, language: Language): LineValues => {
  const item = returnItem(product);
  return item ? withItem(values, item, language) : values;
};

/** Without a product, and without the description that it filled in; one that somebody worded stays. */
const withoutItem = (values: LineValues): LineValues => {
  const isFilledIn = returnItem(values.product) !== undefined && ownDescription(values) === '';
  return { ...values, product: '', ...(isFilledIn && { productDescription: '' }) };
};

/** An EAN that was scanned or typed finds its product; or says why there is none, and then none is left of a former one. */
export const withEan = (
  values: LineValues,
  language: Language,
): { readonly values: LineValues; readonly problem?: EanProblem } => {
  if (values.ean.trim() === '') return { values: withoutItem(values) };
  const found = lookUpEan(values.ean);
  return 'item' in found
    ? { values: withItem(values, found.item, language) }
    : { values: withoutItem(values), problem: found.problem };
};
