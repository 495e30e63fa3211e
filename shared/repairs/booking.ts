import * as z from 'zod/mini';
import { isAccessoryOf, isBookable } from '#shared/catalogue/repairs.ts';
import type { Problem } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { Rules } from '#shared/route.ts';
import { issueKeys } from './issues.ts';

const confirmed = z.literal(true, 'confirmation');

/** A repair as a store books it. `id` is made by the browser when the form opens, so that a repeated request is told from a second booking. */
export const repairBooking = z.strictObject({
  region: field.region,
  id: z.uuid(),
  product: field.catalogueKey.check(z.refine(isBookable, 'pattern')),
  isOnlyAccessories: z.boolean(),
  accessories: z.array(field.catalogueKey).check(z.maxLength(limits.accessoriesPerRepair)),
  issue: z.enum(issueKeys),
  serialNumber: field.serialNumber,
  purchaseDate: field.calendarDate,
  storeRefNo: field.storeRefNo,
  detailedDescription: field.text(limits.text.detailedDescription),
  customerPresence: confirmed,
  termsAcceptance: confirmed,
});

/** Acceptance rows D1 and D2, and dates that are not in the future. */
export const repairBookingRules: Rules<typeof repairBooking.shape> = (input, { today }) => {
  const problems: (Problem | false | undefined)[] = [
    input.product !== undefined &&
      input.accessories?.some((accessory) => !isAccessoryOf(accessory, input.product ?? '')) && {
        path: 'accessories',
        rule: 'accessoryOfProduct',
      },
    input.isOnlyAccessories === true && input.accessories?.length === 0 && { path: 'accessories', rule: 'required' },
    input.isOnlyAccessories === false && !input.serialNumber && { path: 'serialNumber', rule: 'required' },
    input.issue === 'otherProblems' && !input.detailedDescription && { path: 'detailedDescription', rule: 'required' },
    input.purchaseDate !== undefined && input.purchaseDate < limits.earliestPurchaseDate && { path: 'purchaseDate', rule: 'date' },
    input.purchaseDate !== undefined && input.purchaseDate > today && { path: 'purchaseDate', rule: 'dateInFuture' },
  ];
  return problems.filter((problem) => !!problem);
};
