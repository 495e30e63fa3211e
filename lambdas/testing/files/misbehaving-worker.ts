import { parentPort } from 'node:worker_threads';
import type { Reading } from '#lambdas/spreadsheets/refusal.ts';

// A thread has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */

/** Stands in for the reading thread, and does what the byte behind an archive's signature says: the worst that any file could make it do. */
const behave = (bytes: Uint8Array): Reading => {
  switch (String.fromCharCode(bytes[4] ?? 0)) {
    case 'l': {
      let turns = 0;
      while (turns >= 0) turns += 1;
      break;
    }
    case 'm': {
      const held: number[][] = [];
      while (held.length >= 0) held.push(Array.from({ length: 100_000 }, (_, index) => index));
      break;
    }
    case 't':
      throw new Error('thrown');
    case 'x':
      process.exit(1);
  }
  return { refused: 'FileEmpty' };
};

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(behave(bytes)));
parentPort?.postMessage('ready');
