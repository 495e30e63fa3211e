import * as z from 'zod/mini';
import { returnItem } from '#shared/catalogue/returns.ts';
import { daysBetween } from '#shared/dates.ts';
import type { Problem } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { brokenPurchaseDateRule } from '#shared/purchase-date.ts';
import type { RuleContext } from '#shared/route.ts';
import { requiredProse } from '#shared/text/prose.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { isEan, normaliseEan } from './ean.ts';
import { returnLimits } from './limits.ts';

const { length, bytes } = returnLimits.productDescription;

const utf8 = new TextEncoder();
// Three bytes are the most that a character of a text's length takes.
const fits = (text: string) => text.length * 3 <= bytes || utf8.encode(text).length <= bytes;

export const returnLine = z.strictObject({
  product: field.catalogueKey.check(z.refine((key) => returnItem(key) !== undefined, 'pattern')),
  /** A UPC-12 becomes the EAN-13 it is. */
  ean: z.string().check(
    z.maxLength(30),
    z.overwrite((text) => normaliseEan(text) ?? text),
    z.refine(isEan, 'pattern'),
  ),
  productDescription: requiredProse(length).check(z.refine(fits, 'pattern')),
  purchaseDate: field.calendarDate,
  returnDate: field.calendarDate,
  serialNumber: serialNumberField.check(z.minLength(1)),
});

export type ReturnLine = z.output<typeof returnLine>;

type Context = Pick<RuleContext, 'today' | 'returnPeriodDays'>;

type Fields = { readonly [Name in keyof ReturnLine]?: ReturnLine[Name] | undefined };

const purchaseProblem = (date: string, { today }: Context): Problem[] => {
  const rule = brokenPurchaseDateRule(date, today);
  return rule ? [{ path: 'purchaseDate', rule }] : [];
};

const returnProblem = (
  date: string,
  purchaseDate: string | undefined,
  { today, returnPeriodDays }: Context,
): Problem[] => {
  if (date > today) return [{ path: 'returnDate', rule: 'dateInFuture' }];
  if (purchaseDate === undefined || brokenPurchaseDateRule(purchaseDate, today)) return [];
  if (date < purchaseDate) return [{ path: 'returnDate', rule: 'returnBeforePurchase' }];
  return daysBetween(purchaseDate, date) > returnPeriodDays
    ? [{ path: 'returnDate', rule: 'returnPeriod', length: returnPeriodDays }]
    : [];
};

/** What one field of a line cannot say alone; at most one problem a field. Fields that failed their own schema are undefined. */
export const returnLineRules = (line: Fields, context: Context): Problem[] => [
  ...(line.product !== undefined && line.ean !== undefined && returnItem(line.product)?.ean !== line.ean
    ? [{ path: 'ean', rule: 'pattern' } as const]
    : []),
  ...(line.purchaseDate === undefined ? [] : purchaseProblem(line.purchaseDate, context)),
  ...(line.returnDate === undefined ? [] : returnProblem(line.returnDate, line.purchaseDate, context)),
];
