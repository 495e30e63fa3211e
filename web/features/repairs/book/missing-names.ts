import type { Translate } from '#web/language/i18n.ts';

/** In the order of the form. */
const named = [
  'storeId',
  'product',
  'accessories',
  'serialNumber',
  'issue',
  'detailedDescription',
  'purchaseDate',
  'storeRefNo',
] as const;

/** The names of fields that are still to be filled in, as the form has them; both confirmations are one. */
export const missingNames = (fields: readonly string[], t: Translate): string[] => [
  ...named.filter((name) => fields.includes(name)).map((name) => t(`repairs.fields.${name}`)),
  ...(fields.some((field) => !named.some((name) => name === field)) ? [t('repairs.book.sections.confirmations')] : []),
];
