import * as z from 'zod/mini';
import { byLanguage } from '#shared/regions.ts';
import data from './repair-products.json' with { type: 'json' };

const labels = z.object(byLanguage(() => z.string()));

const entry = {
  key: z.string(),
  code: z.string(),
  /** The code is an example: the real one isn't known here. */
  sample: z.optional(z.boolean()),
  labels,
};

const isPattern = (source: string) => {
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
      /** Keys of the accessories that fit. */
      accessories: z.array(z.string()),
      /** A name that old records may carry, but that is not offered. */
      labelOnly: z.optional(z.boolean()),
      serialNumber: z.optional(serialNumberFacts),
    }),
  ),
  accessories: z.array(z.object(entry)),
});

const { products, accessories } = repairCatalogue.parse(data);

export type RepairProduct = (typeof products)[number];
export type Accessory = (typeof accessories)[number];

/** What a booking form offers. */
export const bookableProducts: readonly RepairProduct[] = products.filter((product) => !product.labelOnly);

const productByKey = new Map(products.map((product) => [product.key, product]));
const accessoryByKey = new Map(accessories.map((accessory) => [accessory.key, accessory]));

export const repairProduct = (key: string) => productByKey.get(key);
export const accessory = (key: string) => accessoryByKey.get(key);

export const isBookable = (productKey: string) => bookableProducts.some((product) => product.key === productKey);

export const isAccessoryOf = (accessoryKey: string, productKey: string) =>
  repairProduct(productKey)?.accessories.includes(accessoryKey) ?? false;

/** The accessories that fit a product, in the catalogue's order. */
export const accessoriesOf = (productKey: string): readonly Accessory[] =>
  (repairProduct(productKey)?.accessories ?? []).flatMap((key) => accessoryByKey.get(key) ?? []);
