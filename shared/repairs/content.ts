import * as z from 'zod/mini';
import type { Problem } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import type { Rules } from '#shared/api/route.ts';
import { isCompatibleAccessory, isBookable } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import { findBrokenPurchaseDateRule } from '#shared/dates/purchase-date.ts';
import { multilineProse as prose } from '#shared/text/prose.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';

/** Issues of a device; labels under `repairs.issues` in the locales. */
export const issueKeys = [
  'gameReadingError',
  'screenDefect',
  'touchScreenDamage',
  'damageToCase',
  'waterDamage',
  'otherProblems',
] as const;

export type IssueKey = (typeof issueKeys)[number];

const textInput = { draft: z.string(), blank: '' } as const;
const storedText = { stored: z.string(), ...textInput } as const;

/**
 * Fields of a repair that a store enters, and may correct while the repair is pending; labels under `repairs.fields` in the locales.
 * `input` validates requests, `stored` validates records (old records stay valid when the catalogue changes), `draft` validates a partly
 * filled form, and `blank` is its initial value; `isListed` selects the fields of lists.
 */
const fields = {
  product: {
    input: field.catalogueKey.check(z.refine(isBookable, 'pattern')),
    ...storedText,
    isListed: true,
  },
  isOnlyAccessories: {
    input: z.boolean(),
    stored: z.boolean(),
    draft: z.boolean(),
    blank: false,
    isListed: true,
  },
  accessories: {
    input: z.array(field.catalogueKey).check(z.maxLength(limits.accessoriesPerRepair)),
    stored: z.array(z.string()),
    draft: z.array(z.string()),
    blank: [] as string[],
    isListed: true,
  },
  issue: {
    input: z.enum(issueKeys),
    stored: z.enum(issueKeys),
    draft: z.enum([...issueKeys, '']),
    blank: '',
    isListed: true,
  },
  serialNumber: {
    input: serialNumberField,
    ...storedText,
    isListed: true,
  },
  purchaseDate: {
    input: field.calendarDate,
    stored: field.calendarDate,
    ...textInput,
    isListed: false,
  },
  detailedDescription: {
    input: prose(limits.text.detailedDescription),
    ...storedText,
    isListed: false,
  },
} as const satisfies Record<string, FieldDefinition>;

type FieldDefinition = {
  readonly input: z.ZodMiniType;
  readonly stored: z.ZodMiniType;
  readonly draft: z.ZodMiniType;
  readonly blank: unknown;
  readonly isListed: boolean;
};
type Fields = typeof fields;
type FieldPart<Name extends keyof FieldDefinition> = { readonly [F in keyof Fields]: Fields[F][Name] };
type ListedContent = {
  readonly [F in keyof Fields as Fields[F]['isListed'] extends true ? F : never]: Fields[F]['stored'];
};

const pickPart = <Name extends keyof FieldDefinition>(name: Name) =>
  Object.fromEntries(Object.entries(fields).map(([key, definition]) => [key, definition[name]])) as FieldPart<Name>;

export type ContentField = keyof Fields;
export const contentFields = Object.keys(fields) as ContentField[];

export const repairContent = pickPart('input');
export const storedContent = pickPart('stored');
export const draftContent = pickPart('draft');
export const blankContent = pickPart('blank');
export const listedContent = Object.fromEntries(
  Object.entries(fields).flatMap(([key, { isListed, stored }]) => (isListed ? [[key, stored]] : [])),
) as ListedContent;

const content = z.object(storedContent);
export type RepairContent = z.output<typeof content>;

/** Extracts the content from an object with further properties. */
export const pickRepairContent = (repair: RepairContent): RepairContent => content.parse(repair);

export const isSameContent = (a: RepairContent, b: RepairContent) =>
  JSON.stringify(pickRepairContent(a)) === JSON.stringify(pickRepairContent(b));

/**
 * Validates combinations of fields: accessories fit the product, devices need a serial number, other problems need a
 * description, and the purchase date is valid.
 */
export const repairContentRules: Rules<typeof repairContent> = (input, { today }) => {
  const dateRule = input.purchaseDate === undefined ? undefined : findBrokenPurchaseDateRule(input.purchaseDate, today);
  const problems: (Problem | false | undefined)[] = [
    input.product !== undefined &&
      input.accessories?.some((accessory) => !isCompatibleAccessory(accessory, input.product ?? '')) && {
        path: 'accessories',
        rule: 'accessoryOfProduct',
      },
    input.isOnlyAccessories === true && input.accessories?.length === 0 && { path: 'accessories', rule: 'required' },
    input.isOnlyAccessories === false && !input.serialNumber && { path: 'serialNumber', rule: 'required' },
    input.issue === 'otherProblems' && !input.detailedDescription && { path: 'detailedDescription', rule: 'required' },
    dateRule && { path: 'purchaseDate', rule: dateRule },
  ];
  return problems.filter((problem) => !!problem);
};
