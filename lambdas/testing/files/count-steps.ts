// Child process that reads the files it receives and replies with the number of steps of each. V8 counts the scripts of this process only.
import { Session } from 'node:inspector/promises';
import { readContext } from './lines.ts';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

// Modules are imported after the profiler has started, because it does not count modules that were loaded earlier.
const { parseAndValidate } = await import('#lambdas/lib/spreadsheets/validator-worker.ts');
const { validateReturns } = await import('#lambdas/functions/return-files/validate-returns.ts');

const countedUrls = /\/lambdas\/(?!testing)|\/shared\/|\/node_modules\/(?:zod|yauzl)\//;

/** Returns the number of code blocks executed since the last call. */
const countNewSteps = async (): Promise<number> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => countedUrls.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
};

process.on('message', async (bytes: Uint8Array) => {
  await countNewSteps();
  await parseAndValidate(validateReturns, { bytes, readContext });
  process.send?.(await countNewSteps());
});
