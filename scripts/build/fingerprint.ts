import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const isTest = (name: string) => /\.test\.tsx?$/.test(name);

const filesOf = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
};

/** Changes when a file among these files and folders is added, removed or written; tests don't count. */
export const fingerprint = (paths: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf).sort()) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
};
