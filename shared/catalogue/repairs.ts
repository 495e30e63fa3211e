import * as z from 'zod/mini';
import { lazily } from '#shared/lazily.ts';
import { byLanguage } from '#shared/regions.ts';
import { pictograms } from './pictograms.ts';
import data from './repair-products.json' with { type: 'json' };

const labels = z.object(byLanguage(() => z.string()));

const entry = {
  key: z.string(),
  code: z.string(),
  /** The code is an example: the real one isn't known here. */
  sample: z.optional(z.boolean()),
  labels,
  pictogram: z.optional(z.enum(pictograms)),
};

export const isPattern = (source: string) => {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
};

/** What a product's serial numbers look like, upper-cased and without hyphens, as far as it is known (shared/repairs/serial-number.ts). */
const serialNumberFacts = z.object({
  pattern: z.string().check(z.refine(isPattern)),
  /** Whether the last digit checks the digits before it. */
  checkDigit: z.boolean(),
});

/** The data file; `npm run catalogue` replaces it. */
export const repairCatalogue = z.object({
  products: z.array(
    z.object({
      ...entry,
      accessories: z.array(z.string()),
      /** A name that old records may carry, but that is not offered. */
      labelOnly: z.optional(z.boolean()),
      serialNumber: z.optional(serialNumberFacts),
    }),
  ),
  accessories: z.array(z.object(entry)),
});

type Catalogue = z.output<typeof repairCatalogue>;
export type RepairProduct = Catalogue['products'][number];
export type Accessory = Catalogue['accessories'][number];

const catalogue = lazily(() => {
  const { products, accessories } = repairCatalogue.parse(data);
  return {
    products,
    productByKey: new Map(products.map((product) => [product.key, product])),
    accessoryByKey: new Map(accessories.map((accessory) => [accessory.key, accessory])),
  };
});

const bookable = () => catalogue().products.filter((product) => !product.labelOnly);

// Pure: no bundle has it that doesn't ask for it.
export const bookableProducts: readonly RepairProduct[] = /* @__PURE__ */ bookable();

/** Undefined for a product that the catalogue no longer has: records keep its key. */
export const repairProduct = (key: string) => catalogue().productByKey.get(key);
export const accessory = (key: string) => catalogue().accessoryByKey.get(key);

export const isBookable = (productKey: string): boolean => {
  const product = repairProduct(productKey);
  return product !== undefined && !product.labelOnly;
};

export const isAccessoryOf = (accessoryKey: string, productKey: string) =>
  repairProduct(productKey)?.accessories.includes(accessoryKey) ?? false;

/** The accessories that fit a product, in the catalogue's order. */
export const accessoriesOf = (productKey: string): readonly Accessory[] =>
  (repairProduct(productKey)?.accessories ?? []).flatMap((key) => accessory(key) ?? []);
