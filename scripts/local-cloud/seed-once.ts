import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seed } from './seed.ts';
import type { SeedOptions } from './seed.ts';

type Options = Omit<SeedOptions, 'environment'> & {
  readonly stateFolder: string;
  /** Of the template's functions. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  readonly say: (message: string) => void;
};

/** Seeds a state folder the first time; a folder in which that was broken off is seeded again from the start. */
export const seedOnce = async ({ stateFolder, environments, say, ...options }: Options): Promise<void> => {
  const done = join(stateFolder, 'seeded');
  // Each function behind the API knows its own tables, and between them they know every name that the seed needs.
  const environment: Readonly<Record<string, string>> = Object.assign(
    {},
    ...environments.filter((candidate) => 'USERS_TABLE' in candidate),
  );
  if (existsSync(done) || !('REPAIRS_TABLE' in environment)) return;
  say('Making demo accounts, repairs and returns …');
  await seed({ ...options, environment });
  writeFileSync(done, new Date().toISOString());
};
