import { bookableProducts } from './repairs.ts';
import { findReturnItemByEan, returnItemLabel } from './returns.ts';

/** Returns whether a name is another one with a color or an edition: “Nintendo Switch Lite – grey”. */
const isVariant = (name: string, productName: string) =>
  name === productName || /^(?:,| –)/.test(name.slice(productName.length));

/**
 * Returns the repair product of an EAN: the one whose name the name of the console with that EAN starts with, the
 * longest if there are several. The two catalogues share no key.
 */
export const findRepairProductByEan = (ean: string): string | undefined => {
  const item = findReturnItemByEan(ean);
  if (!item || (item.category !== 'console' && item.category !== 'bundle')) return undefined;
  const name = returnItemLabel(item, 'en');
  const [product] = bookableProducts
    .filter(({ labels }) => name.startsWith(labels.en) && isVariant(name, labels.en))
    .toSorted((left, right) => right.labels.en.length - left.labels.en.length);
  return product?.key;
};
