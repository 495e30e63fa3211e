import { bookableProducts } from './repairs.ts';
import { findReturnItemByEan, toReturnItemLabel } from './returns.ts';

/**
 * Returns whether a name is a product's name, alone or followed by a color or an edition: “Nintendo Switch Lite –
 * grey”.
 */
const isVariant = (name: string, productName: string) =>
  name === productName || (name.startsWith(productName) && /^(?:,| –)/.test(name.slice(productName.length)));

/**
 * Returns the key of the repair product for the EAN of a console. The two catalogues share no key, so the products are
 * matched by name: the name of the console starts with the name of the repair product. The longest match applies.
 */
export const findRepairProductByEan = (ean: string): string | undefined => {
  const item = findReturnItemByEan(ean);
  if (!item || (item.category !== 'console' && item.category !== 'bundle')) return undefined;
  const name = toReturnItemLabel(item, 'en');
  const [product] = bookableProducts
    .filter(({ labels }) => isVariant(name, labels.en))
    .toSorted((a, b) => b.labels.en.length - a.labels.en.length);
  return product?.key;
};
