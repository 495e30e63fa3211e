import * as z from 'zod/mini';
import type { Problem } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import type { RuleContext } from '#shared/api/route.ts';
import { findReturnItem } from '#shared/catalogue/returns.ts';
import { daysBetween } from '#shared/dates/dates.ts';
import { findBrokenPurchaseDateRule } from '#shared/dates/purchase-date.ts';
import { requiredProse } from '#shared/text/prose.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { isEan, normalizeEan } from './ean.ts';
import { returnLimits } from './limits.ts';

const { length: maxDescriptionLength, bytes: maxDescriptionBytes } = returnLimits.productDescription;

const utf8 = new TextEncoder();
// A UTF-16 code unit takes at most three bytes in UTF-8.
const fitsInBytes = (text: string) =>
  text.length * 3 <= maxDescriptionBytes || utf8.encode(text).length <= maxDescriptionBytes;

export const returnLine = z.strictObject({
  product: field.catalogueKey.check(z.refine((key) => findReturnItem(key) !== undefined, 'pattern')),
  /** A UPC-12 is converted to its EAN-13. */
  ean: z.string().check(
    z.maxLength(30),
    z.overwrite((text) => normalizeEan(text) ?? text),
    z.refine(isEan, 'pattern'),
  ),
  productDescription: requiredProse(maxDescriptionLength).check(z.refine(fitsInBytes, 'pattern')),
  purchaseDate: field.calendarDate,
  returnDate: field.calendarDate,
  serialNumber: serialNumberField.check(z.minLength(1)),
});

export type ReturnLine = z.output<typeof returnLine>;

type Context = Pick<RuleContext, 'today' | 'returnPeriodDays'>;

type Fields = { readonly [Name in keyof ReturnLine]?: ReturnLine[Name] | undefined };

const validatePurchaseDate = (date: string, { today }: Context): Problem[] => {
  const rule = findBrokenPurchaseDateRule(date, today);
  return rule ? [{ path: 'purchaseDate', rule }] : [];
};

const validateReturnDate = (
  date: string,
  purchaseDate: string | undefined,
  { today, returnPeriodDays }: Context,
): Problem[] => {
  if (date > today) return [{ path: 'returnDate', rule: 'dateInFuture' }];
  if (purchaseDate === undefined || findBrokenPurchaseDateRule(purchaseDate, today)) return [];
  if (date < purchaseDate) return [{ path: 'returnDate', rule: 'returnBeforePurchase' }];
  return daysBetween(purchaseDate, date) > returnPeriodDays
    ? [{ path: 'returnDate', rule: 'returnPeriod', length: returnPeriodDays }]
    : [];
};

/**
 * Validates combinations of fields of a line; at most one problem per field. Fields that failed their own schema are
 * undefined.
 */
export const returnLineRules = (line: Fields, context: Context): Problem[] => [
  ...(line.product !== undefined && line.ean !== undefined && findReturnItem(line.product)?.ean !== line.ean
    ? [{ path: 'ean', rule: 'pattern' } as const]
    : []),
  ...(line.purchaseDate === undefined ? [] : validatePurchaseDate(line.purchaseDate, context)),
  ...(line.returnDate === undefined ? [] : validateReturnDate(line.returnDate, line.purchaseDate, context)),
];
