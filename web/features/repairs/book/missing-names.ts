import type { ContentField } from '#shared/repairs/content.ts';
import type { Translate } from '#web/language/i18n.ts';

/** Where each stands in the form. */
const places = {
  storeId: 0,
  product: 1,
  isOnlyAccessories: 2,
  accessories: 3,
  serialNumber: 4,
  issue: 5,
  detailedDescription: 6,
  purchaseDate: 7,
  storeRefNo: 8,
} as const satisfies Record<ContentField | 'storeId' | 'storeRefNo', number>;

const named = (Object.keys(places) as (keyof typeof places)[]).toSorted((one, other) => places[one] - places[other]);

/** The names of fields that are still to be filled in, as the form has them; both confirmations are one. */
export const missingNames = (fields: readonly string[], t: Translate): string[] => [
  ...named.filter((name) => fields.includes(name)).map((name) => t(`repairs.fields.${name}`)),
  ...(fields.some((field) => !named.some((name) => name === field)) ? [t('repairs.book.sections.confirmations')] : []),
];
