import fc from 'fast-check';
import type { RecordRow } from '#lambdas/records/kind.ts';
import { repairsStore } from '#lambdas/repairs/store.ts';
import { returnsStore } from '#lambdas/returns/store.ts';
import { bookedReturn, bookedRow } from '#lambdas/testing/rows.ts';
import { AppError } from '#shared/errors.ts';
import { recordKinds } from '#shared/records/record.ts';
import { kinds } from './kinds.ts';
import { inLane, manyFates, scheduler } from './lanes.ts';
import type { Setting } from './setting.ts';
import { idOf } from './setting.ts';

/** As long as a function that books may take: then Lambda ends it (infra/functions/features.ts). */
const functionSeconds = 10;

const references = ['REF-1', 'REF-2', 'REF-3'] as const;

/** What is booked at one reference already, by somebody else. */
const taken = references[1];

const reference = fc.constantFrom(...references);
const lane = fc.record({ booked: fc.array(reference, { maxLength: 4, size: 'max' }), fates: manyFates });
const lanes = fc.array(lane, { minLength: 1, maxLength: 4, size: 'max' });
const waits = fc.array(fc.constantFrom(1, 20), { maxLength: 6 });

/** One booking, sent again under other references with answers lost, is one record, which all answers name. Throws with the shortest run in which it is not. */
export const checkBookings = async (setting: Setting, options: Pick<fc.Parameters, 'numRuns' | 'seed'>) => {
  const { db } = setting;
  const [repairs, returns] = [repairsStore(db, 'repairs', 'attempts'), returnsStore(db, 'returns', 'attempts')];

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...recordKinds), lanes, waits, reference, scheduler(), async (kind, ...drawn) => {
      const [callers, pauses, last, releasing] = drawn;
      await setting.empty();
      const began = Date.parse('2026-11-02T10:00:00.000Z');
      let seconds = 0;
      const book = (id: string, storeRefNo: string): Promise<RecordRow | string> => {
        const facts = { id, storeRefNo, createdAt: new Date(began + seconds * 1000).toISOString() };
        const booked: Promise<RecordRow> =
          kind === 'repairs' ? repairs.book(bookedRow(facts)) : returns.book(bookedReturn(facts));
        return booked.catch((error: unknown) => (error instanceof AppError ? error.code : 'ServiceUnavailable'));
      };
      await book(idOf.second, taken);

      const answers: (RecordRow | string)[] = [];
      const booking = callers.map(({ booked, fates }) => {
        const left = fates.values();
        let since = 0;
        const take = async (storeRefNo: string) => {
          since = seconds;
          answers.push(await book(idOf.first, storeRefNo));
        };
        const fateOf = () => (seconds - since > functionSeconds ? 'refused' : (left.next().value ?? 'done'));
        return inLane(releasing, booked, take, fateOf);
      });
      const wait = async (more: number) => void (seconds += more);
      await releasing.waitFor(Promise.all([...booking, inLane(releasing, pauses, wait, () => 'done')]));
      seconds += 20;
      answers.push(await book(idOf.first, last));

      const rows = (await setting.itemsOf(kind)).map((item) => kinds[kind].parseRow(item));
      const standing = rows.filter(({ id }) => id === idOf.first).map(({ storeRefNo }) => storeRefNo);
      const answered = new Set(answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.storeRefNo])));
      const isAnswered = last === taken || answered.size > 0;
      if (standing.length > 1 || !isAnswered || [...answered].some((named) => named !== standing[0]))
        throw new Error(`Booked as ${standing.join(' and ')}, answered ${JSON.stringify(answers, undefined, 2)}`);
    }),
    options,
  );
};
