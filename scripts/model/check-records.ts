import fc from 'fast-check';
import { recordKinds } from '#shared/records/record.ts';
import { commands, firstBooking } from './commands.ts';
import { expectFound } from './found.ts';
import { openFunctions } from './functions.ts';
import { kinds } from './kinds.ts';
import type { Tally } from './run.ts';
import { beginRun } from './run.ts';
import { openSetting } from './setting.ts';

type Options = Pick<fc.Parameters, 'numRuns' | 'seed' | 'interruptAfterTimeLimit'>;

/**
 * Runs bookings, corrections, withdrawals and reports in so many random interleavings through the functions and the emulated DynamoDB,
 * with answers lost and requests repeated, and holds each run to the model. Throws with the shortest run that the model does not
 * explain. Answers how often what has happened.
 */
export const checkRecords = async (options: Options): Promise<Tally> => {
  const setting = await openSetting();
  try {
    const began = Date.now();
    const clock = { seconds: 0 };
    const at = (seconds: number) => new Date(began + seconds * 1000);
    const functions = openFunctions(setting, () => at(clock.seconds), at);
    const secondsOf = (instant: string) => (Date.parse(instant) - began) / 1000;
    const tally: Tally = new Map();

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...recordKinds), commands, async (name, chosen) => {
        const kind = kinds[name];
        await setting.empty();
        clock.seconds = 0;
        const run = beginRun(kind, { setting, functions, clock, secondsOf, tally });
        run.count('runs');
        await run.ask(firstBooking);
        await fc.asyncModelRun(() => ({ model: run, real: run }), chosen);
        await expectFound(kind, await run.comeToRest(), setting, functions);
      }),
      options,
    );
    return tally;
  } finally {
    await setting.close();
  }
};
