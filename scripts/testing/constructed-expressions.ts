import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** Regular expression with the file that constructs it (`where`), its pattern and its flags. */
export type LocatedExpression = { readonly where: string; readonly source: string; readonly flags: string };

/**
 * Worker thread that imports modules (`workerData`: their paths) and posts the regular expressions that they construct
 * while they load.
 */
const files: readonly string[] = workerData;
const expressions: LocatedExpression[] = [];
let currentFile = '';

const OriginalRegExp = RegExp;
globalThis.RegExp = class extends OriginalRegExp {
  constructor(...args: ConstructorParameters<typeof OriginalRegExp>) {
    super(...args);
    expressions.push({ where: currentFile, source: this.source, flags: this.flags });
  }
} as RegExpConstructor;

for (currentFile of files) await import(pathToFileURL(currentFile).href);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(expressions);
