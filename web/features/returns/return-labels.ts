import { returnItem, returnItemLabel } from '#shared/catalogue/returns.ts';
import type { Language } from '#shared/regions.ts';
import { prefixes } from '#shared/regions.ts';
import type { ReturnSummary, StoredLine } from '#shared/returns/return.ts';
import type { Texts } from '#web/language/i18n.ts';

type Words = Pick<Texts, 't'>;

/** Whether a return's RMA number is still to come. */
export const isPending = ({ rma }: Pick<ReturnSummary, 'rma'>) => rma === null;

/** A return's RMA number, or that it is still to come. */
export const rmaLabel = ({ rma }: Pick<ReturnSummary, 'rma'>, { t }: Words): string => rma ?? t('returns.list.pending');

/** That a return's RMA number has arrived. */
export const returnNews = (
  { rma, storeRefNo }: Pick<ReturnSummary, 'rma' | 'storeRefNo'>,
  { t }: Words,
): string | undefined => (rma === null ? undefined : t('returns.list.arrived', { rma, reference: storeRefNo }));

/** What is sent back, in one line: the products with the most lines by name, the others counted. */
export const productsLabel = (
  { products, kindsOfProducts }: Pick<ReturnSummary, 'products' | 'kindsOfProducts'>,
  { t, language }: Words & Pick<Texts, 'language'>,
): string => {
  const named = products.map((key) => nameOf(key, language) ?? key).join(', ');
  const count = kindsOfProducts - products.length;
  return count > 0 ? t('returns.list.moreProducts', { products: named, count }) : named;
};

/** A line's product by name; as the store described it when the catalogue no longer has it. */
export const lineLabel = (
  { product, productDescription }: Pick<StoredLine, 'product' | 'productDescription'>,
  language: Language,
): string => nameOf(product, language) ?? productDescription;

const languages = Object.values(prefixes).map(({ language }) => language);

/** What a line's description says beyond the product's name in any language; blank if nothing. */
export const ownDescription = ({
  product,
  productDescription,
}: Pick<StoredLine, 'product' | 'productDescription'>): string => {
  const names = languages.map((language) => nameOf(product, language) ?? productDescription);
  return names.includes(productDescription) ? '' : productDescription;
};

function nameOf(key: string, language: Language): string | undefined {
  const item = returnItem(key);
  return item && returnItemLabel(item, language);
}
