import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });

/** A temporary working tree of a commit, with the packages that are installed here. */
export const openCheckout = (commit: string): { readonly folder: string; readonly close: () => void } => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'mutants-')));
  const folder = join(parent, 'checkout');
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    close: () => {
      rmSync(parent, { recursive: true, force: true });
      git('worktree', 'prune');
    },
  };
};
