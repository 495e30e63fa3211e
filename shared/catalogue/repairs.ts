import * as z from 'zod/mini';
import { createLazily } from '#shared/api/lazy.ts';
import { createByLanguage } from '#shared/config/regions.ts';
import { pictograms } from './pictograms.ts';
import data from './repair-products.json' with { type: 'json' };

const labels = z.object(createByLanguage(() => z.string()));

const entryFields = {
  key: z.string(),
  code: z.string(),
  /** True if `code` is a placeholder, because the real one is unknown. */
  sample: z.optional(z.boolean()),
  labels,
  pictogram: z.optional(z.enum(pictograms)),
};

export const isRegularExpression = (source: string) => {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
};

/** Format of a product's serial numbers where known: upper case, without hyphens (shared/repairs/serial-number.ts). */
const serialNumberFormat = z.object({
  pattern: z.string().check(z.refine(isRegularExpression)),
  /** True if the last digit is a check digit. */
  checkDigit: z.boolean(),
});

/** Schema of the data file, which `npm run catalogue` replaces. */
export const repairCatalogue = z.object({
  products: z.array(
    z.object({
      ...entryFields,
      accessories: z.array(z.string()),
      /** True if the product can no longer be booked. It remains in the catalogue for old records. */
      labelOnly: z.optional(z.boolean()),
      serialNumber: z.optional(serialNumberFormat),
    }),
  ),
  accessories: z.array(z.object(entryFields)),
});

type Catalogue = z.output<typeof repairCatalogue>;
export type RepairProduct = Catalogue['products'][number];
export type Accessory = Catalogue['accessories'][number];

const getCatalogue = createLazily(() => {
  const { products, accessories } = repairCatalogue.parse(data);
  return {
    products,
    productByKey: new Map(products.map((product) => [product.key, product])),
    accessoryByKey: new Map(accessories.map((accessory) => [accessory.key, accessory])),
  };
});

const findBookableProducts = () => getCatalogue().products.filter((product) => !product.labelOnly);

// The PURE annotation lets bundles that don't use the list drop it.
export const bookableProducts: readonly RepairProduct[] = /* @__PURE__ */ findBookableProducts();

/** Returns undefined for a product that is no longer in the catalogue; old records may still contain its key. */
export const findRepairProduct = (key: string) => getCatalogue().productByKey.get(key);
export const findAccessory = (key: string) => getCatalogue().accessoryByKey.get(key);

export const isBookable = (productKey: string): boolean => {
  const product = findRepairProduct(productKey);
  return product !== undefined && !product.labelOnly;
};

export const isCompatibleAccessory = (accessoryKey: string, productKey: string) =>
  findRepairProduct(productKey)?.accessories.includes(accessoryKey) ?? false;

/** Returns the accessories that fit a product, in catalogue order. */
export const findAccessories = (productKey: string): readonly Accessory[] =>
  (findRepairProduct(productKey)?.accessories ?? []).flatMap((key) => findAccessory(key) ?? []);
