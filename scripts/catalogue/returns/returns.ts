import type { Kind } from '../kind.ts';
import { returnTables } from './layout.ts';
import { readReturns } from './read.ts';

/** What a store may send back. */
export const returns: Kind = {
  dataFile: 'return-items.json',
  formats: ['.xlsx', '.csv'],
  tables: returnTables,
  read: readReturns,
};
