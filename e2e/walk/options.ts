import { parseArgs } from 'node:util';
import { tongues } from './open.ts';
import type { Scheme, Tongue } from './open.ts';
import { walked } from './pages.ts';
import type { WalkedName } from './pages.ts';

export type WalkOptions = {
  readonly pages: readonly WalkedName[];
  /** By name; absent: all that a page has. */
  readonly states?: readonly string[];
  readonly tongues: readonly Tongue[];
  readonly widths: readonly number[];
  readonly schemes: readonly Scheme[];
  /** Where the report goes. */
  readonly out: string;
  /** How many pages are walked at once. */
  readonly workers: number;
  /** The origin of a portal that is up already; absent: one is brought up. */
  readonly site?: string;
};

export const usage = `npm run walk -- [options]

  --pages A,B       only these pages (${Object.keys(walked).join(', ')})
  --states A,B      only these states
  --languages A,B   only these (${tongues.join(', ')})
  --widths N,M      only these widths (320, 768, 1280, 1920)
  --fast            English and the pseudo-locale, 320 and 1280 pixels, light
  --out DIR         where the report goes (walk-report)
  --workers N       how many pages are walked at once (2)
  --site URL        a portal that is up already, as by npm start`;

const all = { tongues, widths: [320, 768, 1280, 1920], schemes: ['light', 'dark', 'forced'] } as const;
const fast = { tongues: ['en', 'pseudo'], widths: [320, 1280], schemes: ['light', 'forced'] } as const;

const listed = (text: string | undefined) => text?.split(',').map((name) => name.trim());

const isPage = (name: string): name is WalkedName => Object.hasOwn(walked, name);
const isTongue = (name: string): name is Tongue => tongues.some((one) => one === name);

/** The names of a list, each of which has to be known. Throws what is not. */
const known = <Name extends string>(what: string, names: readonly string[], is: (name: string) => name is Name) => {
  const unknown = names.filter((name) => !is(name));
  if (unknown.length > 0) throw new Error(`No such ${what}: ${unknown.join(', ')}`);
  return names.filter(is);
};

/** What is to be walked, from the command line. Throws what cannot be understood. */
export const readOptions = (args: readonly string[]): WalkOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: 'string' },
      states: { type: 'string' },
      languages: { type: 'string' },
      widths: { type: 'string' },
      fast: { type: 'boolean', default: false },
      out: { type: 'string', default: 'walk-report' },
      workers: { type: 'string', default: '2' },
      site: { type: 'string' },
    },
  });
  const usual = values.fast ? fast : all;
  const widths = listed(values.widths)?.map(Number) ?? usual.widths;
  if (widths.some((width) => !Number.isInteger(width) || width < 200)) throw new Error(`No widths: ${values.widths}`);
  const states = listed(values.states);
  return {
    pages: known('page', listed(values.pages) ?? Object.keys(walked), isPage),
    ...(states && { states }),
    tongues: known('language', listed(values.languages) ?? usual.tongues, isTongue),
    widths,
    schemes: usual.schemes,
    out: values.out,
    workers: Math.max(1, Number(values.workers) || 1),
    ...(values.site !== undefined && { site: new URL(values.site).origin }),
  };
};
