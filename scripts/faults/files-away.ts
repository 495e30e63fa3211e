import { csvOf, linesOf, newSerial, returnsDeskOf } from '#e2e/api/return-bookings.ts';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import type { Figure } from '../bench/figure.ts';
import { clearAndInTime, isDone, outcomeOf, succeeded } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { exactly } from './bad-day.ts';
import { times } from './bookings.ts';
import { outage, waysToBeAway } from './outage.ts';

/** A returns file that somebody has uploaded; the browser sends it straight to S3. */
const uploaded = (desk: ReturnType<typeof returnsDeskOf>) =>
  desk.upload(csvOf('UK-1001', `FILE-${newSerial()}`, linesOf(20)));

export const filesAway: BadDay = {
  about: "20 % of S3's calls are throttled; then S3 is away",
  run: async ({ setting, many, ...circumstances }) => {
    const { faults, signIn } = await setting();
    const desk = returnsDeskOf(await signIn('nuk', 'returns'));
    faults.set('S3', { throttled: 0.2 });
    const reads = await times(
      many(200),
      async () => {
        const key = await uploaded(desk);
        return outcomeOf(() => desk.read(key));
      },
      3,
    );
    faults.clear();
    const figures: Figure[] = [succeeded('Files read', reads), ...clearAndInTime('Files read', reads)];
    for (const way of waysToBeAway) {
      const keys = new Set<string>();
      const readOne = async () => {
        const key = await uploaded(desk);
        keys.add(key);
        const outcome = await outcomeOf(() => desk.read(key));
        if (isDone(outcome)) keys.delete(key);
        return outcome;
      };
      const { outcomes, wellAgain } = await outage(faults, 'S3', way, circumstances, [readOne, readOne]);
      const again = await mapConcurrently(3, [...keys], (key) => outcomeOf(() => desk.read(key)));
      figures.push(
        wellAgain,
        ...clearAndInTime('…', outcomes),
        exactly('… files that wait, and are read afterwards', again.filter(isDone).length, again.length),
      );
    }
    return figures;
  },
};
