import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { RecordRow } from '#lambdas/lib/records/record-kind.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { benchRegion } from '#scripts/testing/signed-in-user.ts';
import type { Route } from '#shared/api/route.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { buildRepairContent } from '#shared/testing/repair.ts';
import { buildReturnLine } from '#shared/testing/return.ts';
import type { Content, KindPrefix } from './model.ts';
import { contents } from './model.ts';

const entry = z.object({
  at: z.string(),
  type: z.string(),
  status: z.optional(z.string()),
  rma: z.optional(z.string()),
});

/** Fields of a record that are compared between responses, lists and table rows. */
const record = z.looseObject({
  id: z.string(),
  version: z.int(),
  rma: z.nullable(z.string()),
  state: z.string(),
  timeline: z.array(entry),
});
export type ObservedRecord = z.output<typeof record>;
export const parseRecord = (value: unknown): ObservedRecord => record.parse(value);

type Operation = 'book' | 'correct' | 'withdraw' | 'find' | 'list';

export type Kind = {
  readonly name: 'repairs' | 'returns';
  readonly routes: Readonly<Record<Operation, Route>>;
  /** Returns the fields that a booking or correction with this content sends. `Content` is one of the model's contents A, B and C. */
  readonly toFields: (content: Content) => object;
  /** Returns the content of a record or event, or undefined if none matches. */
  readonly findContent: (fields: Readonly<Record<string, unknown>>) => Content | undefined;
  /** Fields that a booking has besides the content. */
  readonly bookingFields: object;
  /** Returns the serial numbers and EANs by which a record with this content is found. */
  readonly toSearchValues: (content: Content) => readonly (readonly ['serial' | 'ean', string])[];
  readonly parseRow: (item: unknown) => Pick<RecordRow, 'id' | 'reference' | 'storeRefNo'>;
  /** Prefix of the error codes and event names; provider events use it in lower case. */
  readonly prefix: KindPrefix;
};

const toSerialNumber = (suffix: string) => `XTW7001234567${suffix}`;

const repairsKind: Kind = {
  name: 'repairs',
  routes: {
    book: repairs.bookRepair,
    correct: repairs.correctRepair,
    withdraw: repairs.withdrawRepair,
    find: repairs.findRepair,
    list: repairs.listRepairs,
  },
  toFields: (content) => buildRepairContent({ serialNumber: toSerialNumber(content) }),
  findContent: ({ serialNumber }) => contents.find((content) => toSerialNumber(content) === serialNumber),
  bookingFields: { customerPresence: true, termsAcceptance: true },
  toSearchValues: (content) => [['serial', toSerialNumber(content)]],
  parseRow: repairKind.parse,
  prefix: 'Repair',
};

/** Contents B and C add devices to A's; C also changes descriptions and order. */
const linesByContent: Readonly<Record<Content, readonly (readonly [suffix: string, description: string])[]>> = {
  A: [['1', 'As good as new']],
  B: [
    ['1', 'As good as new'],
    ['2', 'Unopened'],
  ],
  C: [
    ['2', 'Opened'],
    ['3', 'Opened'],
    ['1', 'Opened'],
  ],
};

const toLineKeys = (content: Content) =>
  linesByContent[content].map(([suffix, text]) => toSerialNumber(suffix) + text).toSorted();

const [catalogueItem] = returnItems;
if (!catalogueItem) throw new Error('the catalogue is empty');
const today = toCalendarDate(new Date(), regions[benchRegion].timeZone);

const returnsKind: Kind = {
  name: 'returns',
  routes: {
    book: returns.bookReturn,
    correct: returns.correctReturn,
    withdraw: returns.withdrawReturn,
    find: returns.findReturn,
    list: returns.listReturns,
  },
  toFields: (content) => ({
    lines: linesByContent[content].map(([suffix, productDescription]) =>
      buildReturnLine({
        product: catalogueItem.key,
        ean: catalogueItem.ean,
        productDescription,
        purchaseDate: addDays(today, -10),
        returnDate: today,
        serialNumber: toSerialNumber(suffix),
      }),
    ),
  }),
  findContent: ({ lines, numberOfProducts }) => {
    const parsedLines = z
      .array(z.object({ serialNumber: z.string(), productDescription: z.string() }))
      .safeParse(lines).data;
    const lineKeys = parsedLines
      ?.map(({ serialNumber, productDescription }) => serialNumber + productDescription)
      .toSorted();
    return contents.find(
      (content) =>
        linesByContent[content].length === numberOfProducts &&
        (!lineKeys || isDeepStrictEqual(lineKeys, toLineKeys(content))),
    );
  },
  bookingFields: { files: [] },
  toSearchValues: (content) => [
    ['ean', catalogueItem.ean],
    ...linesByContent[content].map(([suffix]) => ['serial', toSerialNumber(suffix)] as const),
  ],
  parseRow: returnKind.parse,
  prefix: 'Return',
};

export const kinds = { repairs: repairsKind, returns: returnsKind } as const;
