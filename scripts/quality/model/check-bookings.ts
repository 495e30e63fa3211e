import fc from 'fast-check';
import { createRepairsStore } from '#lambdas/functions/repairs/repairs-store.ts';
import { createReturnsStore } from '#lambdas/functions/returns/returns-store.ts';
import { applyEntry } from '#lambdas/lib/records/record-changes.ts';
import type { RecordKind, RecordRow } from '#lambdas/lib/records/record-kind.ts';
import type { RecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { buildStoredReturn, buildStoredRepair } from '#lambdas/testing/rows.ts';
import { benchRegion } from '#scripts/testing/signed-in-user.ts';
import { AppError } from '#shared/api/errors.ts';
import { recordKinds } from '#shared/records/record.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { Environment } from './environment.ts';
import { idByName } from './environment.ts';
import { runProcess, arbitraryOutcomes, createScheduler } from './interleaving.ts';

type StoreReference = { readonly storeId: string; readonly storeRefNo: string };

const bookedAt = '2026-11-02T10:00:00.000Z';

/** Reference that a record with another id has already booked. */
const takenReference: StoreReference = { storeId: 'UK-1001', storeRefNo: 'REF-2' };

/** Store and reference of an attempt. A retry after a lost response or a page reload may change both. */
const arbitraryReference: fc.Arbitrary<StoreReference> = fc.record({
  storeId: fc.constantFrom('UK-1001', 'UK-1002'),
  storeRefNo: fc.constantFrom('REF-1', 'REF-2', 'REF-3'),
});

type Step = { readonly operation: 'book' | 'withdraw'; readonly target: StoreReference };

const arbitraryStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ operation: fc.constant('book' as const), target: arbitraryReference }) },
  { weight: 1, arbitrary: fc.record({ operation: fc.constant('withdraw' as const), target: arbitraryReference }) },
);
const arbitraryCaller = fc.record({
  steps: fc.array(arbitraryStep, { minLength: 1, maxLength: 4, size: 'max' }),
  outcomes: arbitraryOutcomes,
});
const arbitraryCallers = fc.array(arbitraryCaller, { minLength: 1, maxLength: 4, size: 'max' });

type Store<Row extends RecordRow> = Pick<RecordsStore<Row, unknown>, 'find' | 'move'> & {
  readonly book: (row: Row) => Promise<Row>;
};

type Caller = {
  readonly book: (id: string, target: StoreReference) => Promise<RecordRow | string>;
  readonly withdraw: (id: string, target: StoreReference) => Promise<void>;
};

const createCaller = <Row extends RecordRow>(
  kind: RecordKind<Row, unknown>,
  store: Store<Row>,
  buildRow: (facts: StoreReference & { readonly id: string; readonly createdAt: string }) => Row,
): Caller => ({
  /** Returns the record, or the error code. */
  book: (id, target) =>
    store
      .book(buildRow({ ...target, id, createdAt: bookedAt }))
      .catch((error: unknown) => (error instanceof AppError ? error.code : 'ServiceUnavailable')),
  withdraw: async (id, target) => {
    const row = await store.find(benchRegion, { ...target, id });
    if (!row || isWithdrawn(row)) return;
    await store.move(row, applyEntry(kind, row, kind.createWithdrawal({ at: bookedAt, by: 'colleague' })));
  },
});

const createCallers = ({ db }: Environment) => ({
  repairs: createCaller(repairKind, createRepairsStore(db, 'repairs', 'attempts'), buildStoredRepair),
  returns: createCaller(returnKind, createReturnsStore(db, 'returns', 'attempts'), buildStoredReturn),
});

const kinds = { repairs: repairKind, returns: returnKind };
const formatReference = ({ storeId, storeRefNo }: StoreReference): string => `${storeId} ${storeRefNo}`;

/**
 * Checks the answer to the last booking: it must be the record, `…Withdrawn` if the record was withdrawn, or `…Exists` if
 * the reference is taken.
 */
const isExpectedAnswer = (
  answer: RecordRow | string,
  row: RecordRow | undefined,
  lastReference: StoreReference,
): boolean => {
  if (typeof answer !== 'string')
    return row !== undefined && !isWithdrawn(row) && formatReference(answer) === formatReference(row);
  if (row) return isWithdrawn(row) && answer.endsWith('Withdrawn');
  return formatReference(lastReference) === formatReference(takenReference) && answer.endsWith('Exists');
};

/**
 * Checks that one id yields one record even if its booking is retried for other stores and references after lost
 * responses, and withdrawn concurrently. Throws with the shortest counterexample.
 */
export const checkBookings = async (environment: Environment, options: Pick<fc.Parameters, 'numRuns' | 'seed'>) => {
  const callersByKind = createCallers(environment);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordKinds),
      arbitraryCallers,
      arbitraryReference,
      createScheduler(),
      async (name, callers, lastReference, scheduler) => {
        await environment.emptyTables();
        const { book, withdraw } = callersByKind[name];
        await book(idByName.second, takenReference);

        const answers: (RecordRow | string)[] = [];
        const runStep = async (step: Step) => {
          if (step.operation === 'withdraw') return withdraw(idByName.first, step.target).catch(() => undefined);
          answers.push(await book(idByName.first, step.target));
        };
        const callerProcesses = callers.map(({ steps, outcomes }) => {
          const remainingOutcomes = outcomes.values();
          return runProcess(scheduler, steps, runStep, () => remainingOutcomes.next().value ?? 'succeeded');
        });
        await scheduler.waitFor(Promise.all(callerProcesses));
        const lastAnswer = await book(idByName.first, lastReference);

        const rows = (await environment.scanTable(name)).map((item) => kinds[name].parse(item));
        const rowsWithId = rows.filter(({ id }) => id === idByName.first);
        const [row] = rowsWithId;
        const returnedRecords = [...answers, lastAnswer].filter((answer) => typeof answer !== 'string');
        const isOneRecord =
          rowsWithId.length <= 1 &&
          returnedRecords.every((answer) => row && formatReference(answer) === formatReference(row));
        if (isOneRecord && isExpectedAnswer(lastAnswer, row, lastReference)) return;
        const storedRecords = rowsWithId
          .map((storedRow) => `${formatReference(storedRow)} (${storedRow.state})`)
          .join(' and ');
        throw new Error(
          `Booked as ${storedRecords}, answered ${JSON.stringify([...answers, lastAnswer], undefined, 2)}`,
        );
      },
    ),
    options,
  );
};
