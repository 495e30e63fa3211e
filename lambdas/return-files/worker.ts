import { parentPort } from 'node:worker_threads';
import { answerOf } from './answer.ts';
import { readTable } from './read-table.ts';

// A thread has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */

/** Reads files on a thread of its own, one after the other: a file that takes all memory, or all time, takes only this thread. */
parentPort?.on('message', (bytes: Uint8Array) => {
  void answerOf(() => readTable(bytes)).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
