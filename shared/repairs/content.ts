import * as z from 'zod/mini';
import { isAccessoryOf, isBookable } from '#shared/catalogue/repairs.ts';
import type { Problem } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { brokenPurchaseDateRule } from '#shared/purchase-date.ts';
import type { Rules } from '#shared/route.ts';
import { text as prose } from '#shared/text/prose.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';

/** What can be wrong with a console; labels under `repairs.issues` in the locales. */
export const issueKeys = [
  'gameReadingError',
  'screenDefect',
  'touchScreenDamage',
  'damageToCase',
  'waterDamage',
  'otherProblems',
] as const;

export type IssueKey = (typeof issueKeys)[number];

const typed = { draft: z.string(), blank: '' } as const;
const text = { stored: z.string(), ...typed } as const;

/**
 * THE fields that a store says of a repair, and may correct while it is pending; labels under `repairs.fields` in the locales.
 * `input` is what may be sent, `stored` what was (a catalogue that has changed since doesn't make old records invalid),
 * `draft` what a half-typed form may hold and `blank` what it begins with; `isListed` says whether lists show it.
 * `place` is its place in the form, row by row, and `slip` its place on the slip and how it stands there.
 */
const fields = {
  product: {
    input: field.catalogueKey.check(z.refine(isBookable, 'pattern')),
    ...text,
    isListed: true,
    place: '1b',
    slip: { place: 2, as: 'fact' },
  },
  isOnlyAccessories: {
    input: z.boolean(),
    stored: z.boolean(),
    draft: z.boolean(),
    blank: false,
    isListed: true,
    place: '2a',
    slip: 'contents',
  },
  accessories: {
    input: z.array(field.catalogueKey).check(z.maxLength(limits.accessoriesPerRepair)),
    stored: z.array(z.string()),
    draft: z.array(z.string()),
    blank: [] as string[],
    isListed: true,
    place: '3b',
    slip: 'contents',
  },
  issue: {
    input: z.enum(issueKeys),
    stored: z.enum(issueKeys),
    draft: z.enum([...issueKeys, '']),
    blank: '',
    isListed: true,
    place: '3a',
    slip: { place: 4, as: 'fact' },
  },
  serialNumber: {
    input: serialNumberField,
    ...text,
    isListed: true,
    place: '1a',
    slip: { place: 1, as: 'scanned' },
  },
  purchaseDate: {
    input: field.calendarDate,
    stored: field.calendarDate,
    ...typed,
    isListed: false,
    place: '5a',
    slip: { place: 3, as: 'fact' },
  },
  detailedDescription: {
    input: prose(limits.text.detailedDescription),
    ...text,
    isListed: false,
    place: '4a',
    slip: { place: 5, as: 'text' },
  },
} as const satisfies Record<string, FieldFacts>;

type FieldFacts = {
  readonly input: z.ZodMiniType;
  readonly stored: z.ZodMiniType;
  readonly draft: z.ZodMiniType;
  readonly blank: unknown;
  readonly isListed: boolean;
  readonly place: string;
  /** Among the facts, with a bar code, as a long text; or with what goes into the parcel. */
  readonly slip: { readonly place: number; readonly as: 'scanned' | 'fact' | 'text' } | 'contents';
};
type Fields = typeof fields;
type Part<Name extends keyof FieldFacts> = { readonly [F in keyof Fields]: Fields[F][Name] };
type Listed = {
  readonly [F in keyof Fields as Fields[F]['isListed'] extends true ? F : never]: Fields[F]['stored'];
};

const partOf = <Name extends keyof FieldFacts>(name: Name) =>
  Object.fromEntries(Object.entries(fields).map(([key, facts]) => [key, facts[name]])) as Part<Name>;

export type ContentField = keyof Fields;
/** The fields that stand everywhere as they were typed; the page has words for the others. */
export type TypedField = {
  readonly [F in keyof Fields]: Fields[F]['slip'] extends { readonly as: 'scanned' | 'text' } ? F : never;
}[keyof Fields];
export const contentFields = Object.keys(fields) as ContentField[];

export const formRows = Object.values(
  Object.groupBy(
    contentFields.toSorted((one, other) => fields[one].place.localeCompare(fields[other].place)),
    (name) => fields[name].place.slice(0, 1),
  ),
) as readonly (readonly ContentField[])[];

const slipPlaces = contentFields.flatMap((name) => {
  const { slip } = fields[name];
  return slip === 'contents' ? [] : [{ name, ...slip }];
});
export const isTyped = (name: ContentField): name is TypedField =>
  slipPlaces.some((slip) => slip.name === name && slip.as !== 'fact');
/** The fields on the slip beside what goes into the parcel, in their order. */
export const slipFields = slipPlaces.toSorted((one, other) => one.place - other.place);

export const repairContent = partOf('input');
export const storedContent = partOf('stored');
export const draftContent = partOf('draft');
export const blankContent = partOf('blank');
export const listedContent = Object.fromEntries(
  Object.entries(fields).flatMap(([key, { isListed, stored }]) => (isListed ? [[key, stored]] : [])),
) as Listed;

const content = z.object(storedContent);
export type RepairContent = z.output<typeof content>;

/** The content of something that holds more. */
export const contentOf = (repair: RepairContent): RepairContent => content.parse(repair);

export const isSameContent = (one: RepairContent, other: RepairContent) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/** Accessories fit the product; devices need serial numbers, other problems a description; no purchase is in the future. */
export const repairContentRules: Rules<typeof repairContent> = (input, { today }) => {
  const dateRule = input.purchaseDate === undefined ? undefined : brokenPurchaseDateRule(input.purchaseDate, today);
  const problems: (Problem | false | undefined)[] = [
    input.product !== undefined &&
      input.accessories?.some((accessory) => !isAccessoryOf(accessory, input.product ?? '')) && {
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
