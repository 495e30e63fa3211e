import { parentPort } from 'node:worker_threads';
import type { Task } from '#lambdas/lib/spreadsheets/validator-worker.ts';
import { startValidatorWorker } from '#lambdas/lib/spreadsheets/validator-worker.ts';

// Registered before the listener of the validator, so that the error comes before its response.
parentPort?.on('message', ({ bytes }: Task<undefined>) => {
  if (new TextDecoder().decode(bytes) === 'throws outside the validator') throw new Error('thrown');
});

/** Replaces a feature's worker and misbehaves as requested by the file's first cell, in the worst ways that rows could cause. */
startValidatorWorker(({ header }) => {
  switch (header.cells[0]) {
    case 'never ends': {
      let turns = 0;
      while (turns >= 0) turns += 1;
      break;
    }
    case 'waits': {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      break;
    }
    case 'takes all memory': {
      const chunks: number[][] = [];
      while (chunks.length >= 0) chunks.push(Array.from({ length: 100_000 }, (_, index) => index));
      break;
    }
    case 'ends the thread':
      process.exit(1);
      break;
    case 'throws':
      throw new TypeError('thrown');
  }
  return header.cells[0];
});
