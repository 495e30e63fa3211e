import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { RecordRow } from '#lambdas/records/kind.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { addDays, calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { returns } from '#shared/routes/returns.ts';
import { region } from '../testing/signed-in.ts';
import type { Content, Event } from './model.ts';
import { contents } from './model.ts';

const entry = z.object({
  at: z.string(),
  type: z.string(),
  status: z.optional(z.string()),
  rma: z.optional(z.string()),
});

/** As much of a record as is compared, whether it was answered, listed or stored. */
const record = z.looseObject({
  id: z.string(),
  version: z.int(),
  rma: z.nullable(z.string()),
  state: z.string(),
  timeline: z.array(entry),
});
export type SeenRecord = z.output<typeof record>;
export const parseRecord = (value: unknown): SeenRecord => record.parse(value);

type Does = 'book' | 'correct' | 'withdraw' | 'find' | 'list';

export type Kind = {
  readonly name: 'repairs' | 'returns';
  readonly routes: Readonly<Record<Does, Route>>;
  /** The fields of a booking or a correction that say such a thing. */
  readonly fieldsOf: (content: Content) => object;
  /** Which of the things a record or an event says. */
  readonly contentOf: (said: Readonly<Record<string, unknown>>) => Content | undefined;
  readonly booking: object;
  /** The serial numbers, and EANs, by which such a record is found. */
  readonly found: (content: Content) => readonly (readonly ['serial' | 'ean', string])[];
  readonly parseRow: (item: unknown) => Pick<RecordRow, 'id' | 'reference' | 'storeRefNo'>;
  /** Reports name it in small letters. */
  readonly event: Event;
};

const serialOf = (sign: string) => `XTW7001234567${sign}`;

const ofRepairs: Kind = {
  name: 'repairs',
  routes: {
    book: repairs.bookRepair,
    correct: repairs.correctRepair,
    withdraw: repairs.withdrawRepair,
    find: repairs.findRepair,
    list: repairs.listRepairs,
  },
  fieldsOf: (content) => ({
    product: 'switch-oled',
    isOnlyAccessories: false,
    accessories: [],
    issue: 'screenDefect',
    serialNumber: serialOf(content),
    purchaseDate: '2026-01-15',
    detailedDescription: '',
  }),
  contentOf: ({ serialNumber }) => contents.find((content) => serialOf(content) === serialNumber),
  booking: { customerPresence: true, termsAcceptance: true },
  found: (content) => [['serial', serialOf(content)]],
  parseRow: repairKind.parse,
  event: 'Repair',
};

/** The last two say other things of the same two devices, or of one more. */
const linesOf: Readonly<Record<Content, readonly (readonly [sign: string, description: string])[]>> = {
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

const signsOf = (content: Content) => linesOf[content].map(([sign, text]) => serialOf(sign) + text).toSorted();

const [item] = returnItems;
if (!item) throw new Error('the catalogue is empty');
const today = calendarDate(new Date(), regions[region].timeZone);

const ofReturns: Kind = {
  name: 'returns',
  routes: {
    book: returns.bookReturn,
    correct: returns.correctReturn,
    withdraw: returns.withdrawReturn,
    find: returns.findReturn,
    list: returns.listReturns,
  },
  fieldsOf: (content) => ({
    lines: linesOf[content].map(([sign, productDescription]) => ({
      product: item.key,
      ean: item.ean,
      productDescription,
      purchaseDate: addDays(today, -10),
      returnDate: today,
      serialNumber: serialOf(sign),
    })),
  }),
  contentOf: ({ lines, numberOfProducts }) => {
    const told = z.array(z.object({ serialNumber: z.string(), productDescription: z.string() })).safeParse(lines).data;
    const signs = told?.map(({ serialNumber, productDescription }) => serialNumber + productDescription).toSorted();
    return contents.find(
      (content) =>
        linesOf[content].length === numberOfProducts && (!signs || isDeepStrictEqual(signs, signsOf(content))),
    );
  },
  booking: { files: [] },
  found: (content) => [['ean', item.ean], ...linesOf[content].map(([sign]) => ['serial', serialOf(sign)] as const)],
  parseRow: returnKind.parse,
  event: 'Return',
};

export const kinds = { repairs: ofRepairs, returns: ofReturns } as const;
