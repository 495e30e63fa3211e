import { reasonHeader } from '#shared/spreadsheet.ts';

/** The columns of a file of users, in the template's order. Headers are the same in every language. */
export const userColumns = ['email', 'storeId', 'storeName', 'registerRepairs', 'registerReturns', 'admin'] as const;
export type UserColumn = (typeof userColumns)[number];

/** Heads the column that says why a row was refused: a corrected file may still have it, and it is passed over. */
export const reasonColumn = 'reason';

const fold = (header: string) => header.trim().toLowerCase();

const columnByHeader = new Map<string, UserColumn | 'reason'>([
  ...userColumns.map((column) => [fold(column), column] as const),
  ...Object.values(reasonHeader).map((header) => [fold(header), 'reason'] as const),
]);

/** The column that a header names, by its exact name but for capitals and the spaces around it; undefined for any other. */
export const userColumnOf = (header: string): UserColumn | 'reason' | undefined => columnByHeader.get(fold(header));
