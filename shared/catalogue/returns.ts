import * as z from 'zod/mini';
import { lazily } from '#shared/lazily.ts';
import { isOtherKeyboard } from '#shared/other-keyboard.ts';
import type { Language } from '#shared/regions.ts';
import { byLanguage } from '#shared/regions.ts';
import { normaliseEan, isEan } from '#shared/returns/ean.ts';
import data from './return-items.json' with { type: 'json' };

export const itemCategories = ['game', 'console', 'bundle', 'accessory'] as const;

const itemFields = {
  key: z.string(),
  /** Thirteen digits. */
  ean: z.string(),
  code: z.string(),
  category: z.enum(itemCategories),
};

/** One label where the languages don't differ. */
export const returnCatalogue = z.object({
  /** The EANs and codes are examples, with the prefix that GS1 keeps for demonstrations. */
  sample: z.optional(z.boolean()),
  items: z.array(
    z.union([
      z.object({ ...itemFields, label: z.string() }),
      z.object({ ...itemFields, labels: z.object(byLanguage(() => z.string())) }),
    ]),
  ),
});

export type ReturnItem = z.output<typeof returnCatalogue>['items'][number];

const catalogue = lazily(() => {
  const { items } = returnCatalogue.parse(data);
  return {
    items,
    itemByKey: new Map(items.map((found) => [found.key, found])),
    itemByEan: new Map(items.map((found) => [found.ean, found])),
  };
});

const allItems = () => catalogue().items;

// Pure: no bundle has it that doesn't ask for it.
export const returnItems: readonly ReturnItem[] = /* @__PURE__ */ allItems();

export const returnItem = (key: string) => catalogue().itemByKey.get(key);

/** The item of an EAN as it was scanned or typed: with spaces and scanner marks, as a UPC-12, as a GTIN-14. */
export const returnItemByEan = (ean: string) => catalogue().itemByEan.get(normaliseEan(ean) ?? '');

export const returnItemLabel = (found: ReturnItem, language: Language) =>
  'labels' in found ? found.labels[language] : found.label;

/** Why there is no product of what was scanned or typed: reasons as a file's rows have them. */
export type EanProblem = 'eanMalformed' | 'otherKeyboard' | 'eanCheckDigit' | 'eanUnknown';

/** The product of an EAN as it was scanned or typed (a UPC-12 is the EAN-13 it is), or why there is none. */
export const lookUpEan = (text: string): { readonly item: ReturnItem } | { readonly problem: EanProblem } => {
  const ean = normaliseEan(text);
  if (ean === undefined) return { problem: isOtherKeyboard(text) ? 'otherKeyboard' : 'eanMalformed' };
  if (!isEan(ean)) return { problem: 'eanCheckDigit' };
  const item = returnItemByEan(ean);
  return item ? { item } : { problem: 'eanUnknown' };
};
