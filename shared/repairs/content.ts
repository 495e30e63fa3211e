import * as z from 'zod/mini';
import { isAccessoryOf, isBookable } from '#shared/catalogue/repairs.ts';
import type { Problem } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { Rules } from '#shared/route.ts';

/** What can be wrong with a console (specification, section 3); labels under `repairs.issues` in the locales. */
export const issueKeys = [
  'gameReadingError',
  'screenDefect',
  'touchScreenDamage',
  'damageToCase',
  'waterDamage',
  'otherProblems',
] as const;

export type IssueKey = (typeof issueKeys)[number];

/** What a store says of a repair, and may correct while it is pending. */
export const repairContent = {
  product: field.catalogueKey.check(z.refine(isBookable, 'pattern')),
  isOnlyAccessories: z.boolean(),
  accessories: z.array(field.catalogueKey).check(z.maxLength(limits.accessoriesPerRepair)),
  issue: z.enum(issueKeys),
  serialNumber: field.serialNumber,
  purchaseDate: field.calendarDate,
  detailedDescription: field.text(limits.text.detailedDescription),
};

/** The same as it was stored: a catalogue that has changed since doesn't make old records invalid. */
export const storedContent = {
  product: z.string(),
  isOnlyAccessories: z.boolean(),
  accessories: z.array(z.string()),
  issue: z.enum(issueKeys),
  serialNumber: z.string(),
  purchaseDate: field.calendarDate,
  detailedDescription: z.string(),
};

const content = z.object(storedContent);
export type RepairContent = z.output<typeof content>;

/** The content of something that holds more. */
export const contentOf = (repair: RepairContent): RepairContent => content.parse(repair);

export const isSameContent = (one: RepairContent, other: RepairContent) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/** Acceptance rows D1 and D2, and dates that are not in the future. */
export const repairContentRules: Rules<typeof repairContent> = (input, { today }) => {
  const problems: (Problem | false | undefined)[] = [
    input.product !== undefined &&
      input.accessories?.some((accessory) => !isAccessoryOf(accessory, input.product ?? '')) && {
        path: 'accessories',
        rule: 'accessoryOfProduct',
      },
    input.isOnlyAccessories === true && input.accessories?.length === 0 && { path: 'accessories', rule: 'required' },
    input.isOnlyAccessories === false && !input.serialNumber && { path: 'serialNumber', rule: 'required' },
    input.issue === 'otherProblems' && !input.detailedDescription && { path: 'detailedDescription', rule: 'required' },
    input.purchaseDate !== undefined &&
      input.purchaseDate < limits.earliestPurchaseDate && { path: 'purchaseDate', rule: 'date' },
    input.purchaseDate !== undefined && input.purchaseDate > today && { path: 'purchaseDate', rule: 'dateInFuture' },
  ];
  return problems.filter((problem) => !!problem);
};
