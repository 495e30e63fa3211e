import * as z from 'zod/mini';
import { createLazily } from '#shared/api/lazy.ts';
import type { Language } from '#shared/config/regions.ts';
import { createByLanguage } from '#shared/config/regions.ts';
import { normalizeEan, isEan } from '#shared/returns/ean.ts';
import { isWrongKeyboardLayout } from '#shared/text/other-keyboard.ts';
import data from './return-items.json' with { type: 'json' };

export const itemCategories = ['game', 'console', 'bundle', 'accessory'] as const;

const itemFields = {
  key: z.string(),
  /** Thirteen digits. */
  ean: z.string(),
  /** The provider's code of the product. */
  code: z.string(),
  category: z.enum(itemCategories),
};

/** Schema of the data file. `label` replaces `labels` where all languages use the same name. */
export const returnCatalogue = z.object({
  /** EANs and codes are examples: they have the prefix that GS1 reserves for demonstrations. */
  sample: z.optional(z.boolean()),
  items: z.array(
    z.union([
      z.object({ ...itemFields, label: z.string() }),
      z.object({ ...itemFields, labels: z.object(createByLanguage(() => z.string())) }),
    ]),
  ),
});

export type ReturnItem = z.output<typeof returnCatalogue>['items'][number];

const getCatalogue = createLazily(() => {
  const { items } = returnCatalogue.parse(data);
  return {
    items,
    itemByKey: new Map(items.map((item) => [item.key, item])),
    itemByEan: new Map(items.map((item) => [item.ean, item])),
  };
});

const listItems = () => getCatalogue().items;

// The PURE annotation lets bundles that don't use the list drop it.
export const returnItems: readonly ReturnItem[] = /* @__PURE__ */ listItems();

export const findReturnItem = (key: string) => getCatalogue().itemByKey.get(key);

/** Returns the item of a scanned or typed EAN: with spaces and scanner marks, as a UPC-12 or as a GTIN-14. */
export const findReturnItemByEan = (ean: string) => getCatalogue().itemByEan.get(normalizeEan(ean) ?? '');

export const toReturnItemLabel = (item: ReturnItem, language: Language) =>
  'labels' in item ? item.labels[language] : item.label;

/** Reasons why no product was found; the rows of a file use the same codes. */
export type EanProblem = 'eanMalformed' | 'otherKeyboard' | 'eanCheckDigit' | 'eanUnknown';

/** Returns the product of a scanned or typed EAN (a UPC-12 is read as EAN-13), or the reason why no product was found. */
export const lookUpEan = (text: string): { readonly item: ReturnItem } | { readonly problem: EanProblem } => {
  const ean = normalizeEan(text);
  if (ean === undefined) return { problem: isWrongKeyboardLayout(text) ? 'otherKeyboard' : 'eanMalformed' };
  if (!isEan(ean)) return { problem: 'eanCheckDigit' };
  const item = findReturnItemByEan(ean);
  return item ? { item } : { problem: 'eanUnknown' };
};
