import { cellText, shownText } from '#lambdas/spreadsheets/cell-text.ts';
import type { Places as PlacesOf } from '#lambdas/spreadsheets/columns.ts';
import { valueOf } from '#lambdas/spreadsheets/columns.ts';
import type { Row } from '#lambdas/spreadsheets/table.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { returnLimits } from '#shared/returns/limits.ts';

export type Places = PlacesOf<FileColumn>;

/** A row's values as the file shows them, in the columns' order. */
export const shownValues = (row: Row, places: Places): string[] =>
  fileColumns.map((column) => shownText(cellText(valueOf(row, places, column)), returnLimits.file.valueLength));
