import fc from 'fast-check';
import { repairsStore } from '#lambdas/functions/repairs/repairs-store.ts';
import { returnsStore } from '#lambdas/functions/returns/returns-store.ts';
import type { RecordKind, RecordRow } from '#lambdas/lib/records/record-kind.ts';
import type { RecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { applyEntry } from '#lambdas/lib/records/store-changes.ts';
import { buildStoredReturn, buildStoredRepair } from '#lambdas/testing/rows.ts';
import { benchRegion } from '#scripts/testing/signed-in.ts';
import { AppError } from '#shared/api/errors.ts';
import { recordKinds } from '#shared/records/record.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { Environment } from './environment.ts';
import { idByName } from './environment.ts';
import { runInLane, arbitraryFaults, createScheduler } from './lanes.ts';

type Place = { readonly storeId: string; readonly storeRefNo: string };

const bookedAt = '2026-11-02T10:00:00.000Z';

/** Place that a record with another id has already booked. */
const takenPlace: Place = { storeId: 'UK-1001', storeRefNo: 'REF-2' };

/** Store and reference of an attempt; a retry after a lost response, or after a page reload, may change either. */
const arbitraryPlace: fc.Arbitrary<Place> = fc.record({
  storeId: fc.constantFrom('UK-1001', 'UK-1002'),
  storeRefNo: fc.constantFrom('REF-1', 'REF-2', 'REF-3'),
});

type Step = { readonly does: 'book' | 'withdraw'; readonly place: Place };

const arbitraryStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('book' as const), place: arbitraryPlace }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('withdraw' as const), place: arbitraryPlace }) },
);
const arbitraryLane = fc.record({
  steps: fc.array(arbitraryStep, { minLength: 1, maxLength: 4, size: 'max' }),
  fates: arbitraryFaults,
});
const arbitraryLanes = fc.array(arbitraryLane, { minLength: 1, maxLength: 4, size: 'max' });

type Store<Row extends RecordRow> = Pick<RecordsStore<Row, unknown>, 'find' | 'move'> & {
  readonly book: (row: Row) => Promise<Row>;
};

type Caller = {
  readonly book: (id: string, place: Place) => Promise<RecordRow | string>;
  readonly withdraw: (id: string, place: Place) => Promise<void>;
};

const createCaller = <Row extends RecordRow>(
  kind: RecordKind<Row, unknown>,
  store: Store<Row>,
  rowWith: (facts: Place & { readonly id: string; readonly createdAt: string }) => Row,
): Caller => ({
  /** Returns the record, or the error code. */
  book: (id, place) =>
    store
      .book(rowWith({ ...place, id, createdAt: bookedAt }))
      .catch((error: unknown) => (error instanceof AppError ? error.code : 'ServiceUnavailable')),
  withdraw: async (id, place) => {
    const row = await store.find(benchRegion, { ...place, id });
    if (!row || isWithdrawn(row)) return;
    await store.move(row, applyEntry(kind, row, kind.createWithdrawal({ at: bookedAt, by: 'somebody' })));
  },
});

const createCallers = ({ db }: Environment) => ({
  repairs: createCaller(repairKind, repairsStore(db, 'repairs', 'attempts'), buildStoredRepair),
  returns: createCaller(returnKind, returnsStore(db, 'returns', 'attempts'), buildStoredReturn),
});

const kinds = { repairs: repairKind, returns: returnKind };
const formatPlace = ({ storeId, storeRefNo }: Place): string => `${storeId} ${storeRefNo}`;

/**
 * Checks the answer to the last booking: the record, `…Withdrawn` if it was withdrawn, or `…Exists` if the reference is
 * taken.
 */
const isExpectedAnswer = (answer: RecordRow | string, row: RecordRow | undefined, lastPlace: Place): boolean => {
  if (typeof answer !== 'string')
    return row !== undefined && !isWithdrawn(row) && formatPlace(answer) === formatPlace(row);
  if (row) return isWithdrawn(row) && answer.endsWith('Withdrawn');
  return formatPlace(lastPlace) === formatPlace(takenPlace) && answer.endsWith('Exists');
};

/**
 * Checks that one id yields one record, although its booking is retried for other stores and references after lost
 * responses and others withdraw it concurrently. Throws with the shortest counterexample.
 */
export const checkBookings = async (setting: Environment, options: Pick<fc.Parameters, 'numRuns' | 'seed'>) => {
  const callers = createCallers(setting);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      arbitraryLanes,
      arbitraryPlace,
      createScheduler(),
      async (name, lanes, lastPlace, releasing) => {
        await setting.empty();
        const { book, withdraw } = callers[name];
        await book(idByName.second, takenPlace);

        const answers: (RecordRow | string)[] = [];
        const takeStep = async (nextStep: Step) => {
          if (nextStep.does === 'withdraw') return withdraw(idByName.first, nextStep.place).catch(() => undefined);
          answers.push(await book(idByName.first, nextStep.place));
        };
        const sending = lanes.map(({ steps, fates }) => {
          const remainingFates = fates.values();
          return runInLane(releasing, steps, takeStep, () => remainingFates.next().value ?? 'done');
        });
        await releasing.waitFor(Promise.all(sending));
        const lastAnswer = await book(idByName.first, lastPlace);

        const rows = (await setting.itemsOf(name)).map((item) => kinds[name].parse(item));
        const ownRows = rows.filter(({ id }) => id === idByName.first);
        const [row] = ownRows;
        const returnedRecords = [...answers, lastAnswer].filter((answer) => typeof answer !== 'string');
        const isOneRecord =
          ownRows.length <= 1 && returnedRecords.every((answer) => row && formatPlace(answer) === formatPlace(row));
        if (isOneRecord && isExpectedAnswer(lastAnswer, row, lastPlace)) return;
        const written = ownRows.map((ownRow) => `${formatPlace(ownRow)} (${ownRow.state})`).join(' and ');
        throw new Error(`Booked as ${written}, answered ${JSON.stringify([...answers, lastAnswer], undefined, 2)}`);
      },
    ),
    options,
  );
};
