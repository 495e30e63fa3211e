// In a process of its own, whose scripts alone V8 counts: reads the files that it is sent, and answers the steps of each.
import { Session } from 'node:inspector/promises';
import { question } from './lines.ts';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

// What is loaded from now on is counted.
const { readAndJudge } = await import('#lambdas/spreadsheets/thread.ts');
const { judgeReturns } = await import('#lambdas/return-files/judge-returns.ts');

const counted = /\/lambdas\/(?!testing)|\/shared\/|\/node_modules\/(?:zod|yauzl)\//;

/** How many blocks of code ran since it was last asked. */
const takeSteps = async (): Promise<number> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => counted.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
};

process.on('message', async (bytes: Uint8Array) => {
  await takeSteps();
  await readAndJudge(judgeReturns, { bytes, question });
  process.send?.(await takeSteps());
});
