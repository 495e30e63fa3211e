import { resolve } from 'node:path';
import { runCatalogue } from './catalogue/command.ts';
import type { Options } from './catalogue/options.ts';
import { parseOptions, usage } from './catalogue/options.ts';

const optionsOf = (args: string[]): Options | undefined => {
  try {
    return parseOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
    return undefined;
  }
};

const options = optionsOf(process.argv.slice(2));
if (options) {
  await runCatalogue(options, resolve(import.meta.dirname, '../shared/catalogue')).then(
    (lines) => console.log(lines.join('\n')),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    },
  );
}
