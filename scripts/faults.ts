import { parseArgs } from 'node:util';
import { isMet, tableOf } from './bench/figure.ts';
import type { Circumstances } from './faults/bad-day.ts';
import { badDays } from './faults/bad-days.ts';
import { openSetting } from './faults/setting.ts';

const usage = `Tries bad days on a portal of its own, and shows what was held beside what is promised.

  npm run faults                 all of them, some ten minutes
  npm run faults -- NAME …       one or some: ${Object.keys(badDays).join(', ')}

  --part SHARE      of what is many only so much (1)
  --outage SECONDS  how long a service is away (10)

Ends with 1 where a promise was not held, or a day could not be tried. docs/faults.md says more of each.`;

const parse = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      part: { type: 'string', default: '1' },
      outage: { type: 'string', default: '10' },
      help: { type: 'boolean', default: false },
    },
  });

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`;

const isBadDay = (name: string): name is keyof typeof badDays => Object.hasOwn(badDays, name);

const read = () => {
  const { values, positionals } = parse();
  const unknown = positionals.filter((name) => !isBadDay(name));
  if (unknown.length > 0) throw new Error(`There is no bad day ${unknown.join(', ')}.\n\n${usage}`);
  const [part, outage] = [Number(values.part), Number(values.outage)];
  if (!(part > 0 && part <= 1) || !(outage > 0)) throw new Error(usage);
  return { names: positionals.filter(isBadDay), part, outageMs: outage * 1000, isHelp: values.help };
};

const run = async () => {
  const { names, part, outageMs, isHelp } = read();
  if (isHelp) return console.log(usage);
  let shared: ReturnType<typeof openSetting> | undefined;
  const circumstances: Circumstances = {
    setting: () => (shared ??= openSetting()),
    many: (count) => Math.ceil(count * part),
    outageMs,
    say: (message) => console.log(`  ${message}`),
  };
  const startedAt = performance.now();
  try {
    for (const [name, day] of Object.entries(badDays)) {
      if (names.length > 0 && !names.some((chosen) => chosen === name)) continue;
      console.log(`\n${name}: ${day.about}`);
      const began = performance.now();
      try {
        const figures = await day.run(circumstances);
        console.log(tableOf(figures).join('\n'));
        console.log(`  after ${seconds(began)}`);
        if (figures.some((figure) => isMet(figure) === false)) process.exitCode = 1;
      } catch (error) {
        console.error(`  could not be tried: ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      } finally {
        (await shared)?.faults.clear();
      }
    }
  } finally {
    await (await shared)?.close();
  }
  console.log(
    `\n${process.exitCode === 1 ? 'Not all promises were held' : 'Every promise was held'}, after ${seconds(startedAt)}.`,
  );
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
