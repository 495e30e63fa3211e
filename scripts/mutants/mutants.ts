import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutation } from './mutations.ts';
import { mutationsOf } from './mutations.ts';

export type Mutant = Mutation & { readonly file: string; readonly source: string };

const rooms = '{shared,lambdas,web/ui}/**/*.{ts,tsx}';
const isProduct = (file: string) => !/(\.test\.|type-test|\.d\.ts$|\/testing\/|\/locales\/)/.test(file);

/**
 * As many mutants of the checkout as asked for, below a path. Each has its place by the hash of the seed and of what it
 * changes, so that code that didn't change between two commits gives the same mutants in both.
 */
export const chooseMutants = (
  checkout: string,
  { seed, count, below }: { readonly seed: string; readonly count: number; readonly below: string },
): readonly Mutant[] =>
  globSync(rooms, { cwd: checkout })
    .filter((file) => isProduct(file) && file.startsWith(below))
    .flatMap((file) => {
      const source = readFileSync(join(checkout, file), 'utf8');
      const times = new Map<string, number>();
      return mutationsOf(file, source).map((mutation) => {
        const change = [file, source.slice(mutation.start, mutation.end), mutation.text].join('\n');
        const nth = times.get(change) ?? 0;
        times.set(change, nth + 1);
        const place = createHash('sha256').update(`${seed}\n${change}\n${nth}`).digest('hex');
        return { place, mutant: { ...mutation, file, source } };
      });
    })
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);

const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90);

/** A mutant as a line: where it is, and its change. */
export const described = ({ file, source, start, end, text }: Mutant): string =>
  `${file}:${source.slice(0, start).split('\n').length}  ${short(source.slice(start, end))} → ${short(text)}`;
