import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { flag, number, readOptions, runCommandLine } from './command-line.ts';
import { huntIn } from './mutants/hunt.ts';
import { chooseMutants, described } from './mutants/mutants.ts';

const usage = `Breaks the code on purpose, one small change at a time, and shows which changes no test notices: what to run before and after
tests are deleted. Changes shared, lambdas and web/ui in a temporary checkout, and runs the unit tests that can reach them.

  npm run mutants                        200 mutants of HEAD
  npm run mutants -- --below shared/dates.ts --count 30

  --count N        how many
  --seed TEXT      others; the same seed chooses the same mutants of the same code
  --commit COMMIT  of an older commit, with its tests and the packages that are installed now
  --below PATH     only of files whose path begins so
  --wire           tries what survives against e2e/api too, some minutes each
  --list           only names them`;

const read = readOptions({
  count: z._default(number(1, 100_000), 200),
  seed: z._default(z.string(), '1'),
  commit: z._default(z.string(), 'HEAD'),
  below: z._default(z.string(), ''),
  wire: flag,
  list: flag,
});

const root = resolve(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });

const run = async ({ commit, list, wire, ...choice }: ReturnType<typeof read>) => {
  const abortController = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort());
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'mutants-')));
  const folder = join(parent, 'checkout');
  // The checkout uses the packages that are installed here.
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  try {
    const mutants = chooseMutants(folder, choice);
    if (list) return console.log(mutants.map(described).join('\n'));
    const runMutant = huntIn(folder, { wire, signal: abortController.signal });
    const tally = { caught: 0, survived: 0, refused: 0 };
    for (const mutant of mutants) {
      const { fate, by } = await runMutant(mutant);
      if (abortController.signal.aborted) break;
      tally[fate] += 1;
      console.log(`${fate.padEnd(8)}  ${described(mutant)}${by && `  (${by})`}`);
    }
    const share = (100 * tally.caught) / (tally.caught + tally.survived);
    console.log(`\n${share.toFixed(1)} % caught: ${JSON.stringify(tally)}`);
  } finally {
    rmSync(parent, { recursive: true, force: true });
    git('worktree', 'prune');
  }
};

await runCommandLine({ usage, read, run });
