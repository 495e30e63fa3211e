import { parseArgs, stripVTControlCharacters } from 'node:util';
import { benches } from './bench/benches.ts';
import { tableOf } from './bench/figure.ts';
import { onlyOnce } from './bench/interleaved.ts';
import { messageOf, runCommandLine } from './command-line.ts';

const usage = `Measures the portal against its targets.

  npm run bench                 all of it
  npm run bench -- NAME …       one or some: ${Object.keys(benches).join(', ')}

  --records N   how many repairs the long list holds (100,000); they are kept in .local/bench for the next time
  --once        compares by one call of each: whether a bench runs; the ratios mean nothing

Ratios are taken in turns (A B A B) and compared by medians, so that another load on the machine falls on both sides.
A target that isn't met is told; only a bench that could not run makes the command fail.`;

// A build that fails says much.
const shortened = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .map((line) => line.slice(0, 200))
    .slice(-12)
    .join('\n  ');

const read = (args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { records: { type: 'string', default: '100000' }, once: { type: 'boolean', default: false } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}.`);
  const records = Number(values.records);
  if (!Number.isInteger(records) || records < 2000) throw new Error('--records is a number of at least 2,000.');
  const chosen = Object.entries(benches).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  return { chosen, records, isOnce: values.once };
};

const run = async ({ chosen, records, isOnce }: ReturnType<typeof read>) => {
  if (isOnce) onlyOnce();
  for (const [name, bench] of chosen) {
    console.log(`\n${name}: ${bench.about}`);
    try {
      console.log(tableOf(await bench.run({ records, say: (message) => console.log(`  ${message}`) })).join('\n'));
    } catch (error) {
      console.error(`  could not run: ${shortened(messageOf(error))}`);
      process.exitCode = 1;
    }
  }
};

await runCommandLine({ usage, read, run });
