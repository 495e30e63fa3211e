import fc from 'fast-check';
import type { RecordKind, RecordRow } from '#lambdas/records/kind.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { withChange } from '#lambdas/records/store-changes.ts';
import type { RecordsStore } from '#lambdas/records/store.ts';
import { repairsStore } from '#lambdas/repairs/store.ts';
import { returnsStore } from '#lambdas/returns/store.ts';
import { bookedReturn, bookedRow } from '#lambdas/testing/rows.ts';
import { AppError } from '#shared/errors.ts';
import { recordKinds } from '#shared/records/record.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import { region } from '../testing/signed-in.ts';
import { inLane, manyFates, scheduler } from './lanes.ts';
import type { Setting } from './setting.ts';
import { idOf } from './setting.ts';

type Place = { readonly storeId: string; readonly storeRefNo: string };

const bookedAt = '2026-11-02T10:00:00.000Z';

/** The place that another id has booked already. */
const taken: Place = { storeId: 'UK-1001', storeRefNo: 'REF-2' };

/** What a form can name for the same id after a lost answer, also once its page was reloaded: another store, another reference. */
const place: fc.Arbitrary<Place> = fc.record({
  storeId: fc.constantFrom('UK-1001', 'UK-1002'),
  storeRefNo: fc.constantFrom('REF-1', 'REF-2', 'REF-3'),
});

type Step = { readonly does: 'book' | 'withdraw'; readonly place: Place };

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('book' as const), place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('withdraw' as const), place }) },
);
const lane = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 4, size: 'max' }), fates: manyFates });
const lanes = fc.array(lane, { minLength: 1, maxLength: 4, size: 'max' });

type Store<Row extends RecordRow> = Pick<RecordsStore<Row, unknown>, 'find' | 'move'> & {
  readonly book: (row: Row) => Promise<Row>;
};

type Caller = {
  readonly book: (id: string, place: Place) => Promise<RecordRow | string>;
  readonly withdraw: (id: string, place: Place) => Promise<void>;
};

const openCaller = <Row extends RecordRow>(
  kind: RecordKind<Row, unknown>,
  store: Store<Row>,
  rowWith: (facts: Place & { readonly id: string; readonly createdAt: string }) => Row,
): Caller => ({
  /** Returns the record, or the code of the refusal. */
  book: (id, at) =>
    store
      .book(rowWith({ ...at, id, createdAt: bookedAt }))
      .catch((error: unknown) => (error instanceof AppError ? error.code : 'ServiceUnavailable')),
  withdraw: async (id, at) => {
    const row = await store.find(region, { ...at, id });
    if (!row || isWithdrawn(row)) return;
    await store.move(row, withChange(kind, row, kind.withdrawn({ at: bookedAt, by: 'somebody' })));
  },
});

const openCallers = ({ db }: Setting) => ({
  repairs: openCaller(repairKind, repairsStore(db, 'repairs', 'attempts'), bookedRow),
  returns: openCaller(returnKind, returnsStore(db, 'returns', 'attempts'), bookedReturn),
});

const kinds = { repairs: repairKind, returns: returnKind };
const placeOf = ({ storeId, storeRefNo }: Place): string => `${storeId} ${storeRefNo}`;

/** Whether an answer to the last booking is right: the record of its id, that it was withdrawn, or that the reference is taken where there is none. */
const isRight = (answer: RecordRow | string, row: RecordRow | undefined, last: Place): boolean => {
  if (typeof answer !== 'string') return row !== undefined && !isWithdrawn(row) && placeOf(answer) === placeOf(row);
  if (row) return isWithdrawn(row) && answer.endsWith('Withdrawn');
  return placeOf(last) === placeOf(taken) && answer.endsWith('Exists');
};

/**
 * One booking, sent again for other stores and under other references with answers lost, while others withdraw what came of it, is one
 * record, which all answers name. Throws with the shortest run in which it is not.
 */
export const checkBookings = async (setting: Setting, options: Pick<fc.Parameters, 'numRuns' | 'seed'>) => {
  const callers = openCallers(setting);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      lanes,
      place,
      scheduler(),
      async (name, drawn, last, releasing) => {
        await setting.empty();
        const { book, withdraw } = callers[name];
        await book(idOf.second, taken);

        const answers: (RecordRow | string)[] = [];
        const take = async (one: Step) => {
          if (one.does === 'withdraw') return withdraw(idOf.first, one.place).catch(() => undefined);
          answers.push(await book(idOf.first, one.place));
        };
        const sending = drawn.map(({ steps, fates }) => {
          const left = fates.values();
          return inLane(releasing, steps, take, () => left.next().value ?? 'done');
        });
        await releasing.waitFor(Promise.all(sending));
        const lastAnswer = await book(idOf.first, last);

        const rows = (await setting.itemsOf(name)).map((item) => kinds[name].parse(item));
        const own = rows.filter(({ id }) => id === idOf.first);
        const [row] = own;
        const answered = [...answers, lastAnswer].filter((answer) => typeof answer !== 'string');
        const isOneRecord = own.length <= 1 && answered.every((answer) => row && placeOf(answer) === placeOf(row));
        if (isOneRecord && isRight(lastAnswer, row, last)) return;
        const written = own.map((one) => `${placeOf(one)} (${one.state})`).join(' and ');
        throw new Error(`Booked as ${written}, answered ${JSON.stringify([...answers, lastAnswer], undefined, 2)}`);
      },
    ),
    options,
  );
};
