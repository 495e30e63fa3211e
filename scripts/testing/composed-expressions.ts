import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** A regular expression: the file that wrote it, its pattern and its flags. */
export type FoundExpression = { readonly where: string; readonly source: string; readonly flags: string };

/** Thread that loads modules (`workerData`: their paths) and posts the regular expressions that they compose while loading. */
const files: readonly string[] = workerData;
const composed: FoundExpression[] = [];
let where = '';

const OriginalRegExp = RegExp;
globalThis.RegExp = class extends OriginalRegExp {
  constructor(...given: ConstructorParameters<typeof OriginalRegExp>) {
    super(...given);
    composed.push({ where, source: this.source, flags: this.flags });
  }
} as RegExpConstructor;

for (where of files) await import(pathToFileURL(where).href);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(composed);
