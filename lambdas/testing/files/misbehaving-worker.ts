import { parentPort } from 'node:worker_threads';
import type { Task } from '#lambdas/spreadsheets/thread.ts';
import { startValidatorWorker } from '#lambdas/spreadsheets/thread.ts';

// Heard before the judge: thrown any later, it races with the answer.
parentPort?.on('message', ({ bytes }: Task<undefined>) => {
  if (new TextDecoder().decode(bytes) === 'throws where nobody catches') throw new Error('thrown');
});

/** Stands in for a feature's worker, and does what a file's first cell says: the worst that any rows could make it do. */
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
      const held: number[][] = [];
      while (held.length >= 0) held.push(Array.from({ length: 100_000 }, (_, index) => index));
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
