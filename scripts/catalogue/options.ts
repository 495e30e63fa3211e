import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { Kind } from './kind.ts';
import { repairs } from './repairs/repairs.ts';
import { returns } from './returns/returns.ts';

const kinds = { repairs, returns } as const satisfies Record<string, Kind>;

export const usage = `Replaces what can be booked, after checking all of it, and says what changes.

  npm run catalogue -- repairs --export FILE.xlsx     writes today's catalogue as a workbook to edit
  npm run catalogue -- repairs FILE.xlsx              replaces the catalogue by that of the workbook
  npm run catalogue -- returns …                      the same for returns; .xlsx or .csv

  --dry-run          only says what would change
  --allow-removals   goes on although keys disappear that old records may carry`;

export type Options = {
  readonly kind: Kind;
  readonly file: string;
  readonly isExport: boolean;
  readonly isDryRun: boolean;
  readonly allowsRemovals: boolean;
};

const isKind = (name: string | undefined): name is keyof typeof kinds =>
  name !== undefined && Object.hasOwn(kinds, name);

/** Throws with what is wrong with the command line. */
export const parseOptions = (args: string[]): Options => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      export: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'allow-removals': { type: 'boolean', default: false },
    },
  });
  const [name, given, ...more] = positionals;
  if (!isKind(name)) throw new Error(`Which catalogue? ${Object.keys(kinds).join(' or ')}`);
  const kind: Kind = kinds[name];
  const file = values.export ?? given;
  if (file === undefined) throw new Error('Which file?');
  if (more.length > 0 || (values.export !== undefined && given !== undefined)) throw new Error('One file at a time.');
  if (!kind.formats.includes(extname(file).toLowerCase()))
    throw new Error(`${file}: the catalogue of ${name} is a file with ${kind.formats.join(' or ')}.`);
  return {
    kind,
    file,
    isExport: values.export !== undefined,
    isDryRun: values['dry-run'],
    allowsRemovals: values['allow-removals'],
  };
};
