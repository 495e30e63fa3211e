import { resolve } from 'node:path';
import { runCommandLine } from '../command-line.ts';
import { parseOptions, runCatalogue, usage } from './catalogue/command.ts';

const folder = resolve(import.meta.dirname, '../../shared/catalogue');

await runCommandLine({
  usage,
  read: parseOptions,
  run: async (options) => console.log((await runCatalogue(options, folder)).join('\n')),
});
