import type { TextKey } from '#web/language/i18n.ts';
import type { LineField } from './line-problems.ts';

/** What a line's fields are called, in the order of the table. */
export const lineLabels = {
  product: 'returns.fields.product',
  ean: 'returns.fields.ean',
  productDescription: 'returns.fields.productDescription',
  purchaseDate: 'returns.fields.purchaseDate',
  returnDate: 'returns.fields.returnDate',
  serialNumber: 'returns.fields.serialNumber',
} as const satisfies Record<LineField, TextKey>;
