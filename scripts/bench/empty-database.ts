import { join } from 'node:path';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { BenchDatabase } from './database.ts';
import { openDatabase } from './database.ts';

/** Does something with an empty database of all that repairs and returns need, which is gone afterwards. */
export const withEmptyDatabase = async <Result>(
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> => {
  const { path, remove } = temporaryFolder();
  try {
    const tables = ['repairs', 'returns', 'search', 'users', 'sessions', 'attempts'] as const;
    const database = await openDatabase(join(path, 'db.sqlite'), tables);
    return await work(database).finally(database.stop);
  } finally {
    remove();
  }
};
