import type { ReturnsContext } from '#lambdas/functions/return-files/lines/build-report.ts';
import { reportOnTable } from '#lambdas/functions/return-files/lines/build-report.ts';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { Line } from './lines.ts';
import { toCells, context, buildGoodLines, buildTable } from './lines.ts';

export type LineChange = Partial<Record<FileColumn, Cell>>;

/** Returns the report on four valid lines, the second of which is changed. */
export const reportOn = (change: LineChange, contextChange: Partial<ReturnsContext> = {}) => {
  const toCell = (line: Line, column: FileColumn) => (change[column] === undefined ? line[column] : change[column]);
  const rows = buildGoodLines(4).map((line, index) =>
    index === 1 ? fileColumns.map((column) => toCell(line, column)) : toCells(line),
  );
  return reportOnTable(buildTable(rows), { ...context, ...contextChange });
};
