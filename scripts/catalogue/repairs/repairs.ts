import type { Kind } from '../kind.ts';
import { repairTables } from './layout.ts';
import { readRepairs } from './read.ts';

/** What can be booked for repair, and which accessories go with it. */
export const repairs: Kind = {
  dataFile: 'repair-products.json',
  formats: ['.xlsx'],
  tables: repairTables,
  read: readRepairs,
};
