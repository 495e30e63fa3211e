import type { Table } from '#lambdas/lib/spreadsheets/table.ts';
import { findReturnItemByEan, toReturnItemLabel } from '#shared/catalogue/returns.ts';
import type { Language } from '#shared/config/regions.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import type { ReturnsReadContext } from './lines/build-report.ts';
import { reportOnTable } from './lines/build-report.ts';

const createEanFinder = (language: Language) => (ean: string) => {
  const item = findReturnItemByEan(ean);
  return item && { key: item.key, description: toReturnItemLabel(item, language) };
};

/**
 * Returns the report on the table of a returns file: the lines that can be booked, the rejected ones, and the open
 * questions.
 */
export const validateReturns = (table: Table, { language, ...readContext }: ReturnsReadContext): FileReport =>
  reportOnTable(table, { ...readContext, findByEan: createEanFinder(language) });
