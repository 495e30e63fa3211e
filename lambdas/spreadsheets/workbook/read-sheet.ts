import { bounds, FileRefused } from '#lambdas/spreadsheets/bounds.ts';
import { withFarCell } from '#lambdas/spreadsheets/far-cells.ts';
import { cellText, isBlank } from '#lambdas/spreadsheets/table.ts';
import type { Cell, FarCells } from '#lambdas/spreadsheets/table.ts';
import type { Workbook } from './cells.ts';
import { sheetCell } from './cells.ts';
import type { Range } from './ranges.ts';
import { markResults, placeOf, rangeOf } from './ranges.ts';
import type { Attributes } from './xml.ts';
import { readXml } from './xml.ts';

// A writer may leave numbers out: then each row, or cell, is the next one. Excel knows no other order than upwards.
const next = (given: number | undefined, last: number, row: number) => {
  const number = given ?? last + 1;
  if (!Number.isSafeInteger(number) || number <= last) throw new FileRefused('FileDamaged', { row });
  return number;
};

/** Rows that were prepared with formulas look empty until something is typed. */
const showsNothing = (cell: Cell) =>
  isBlank(cell) || (typeof cell === 'object' && cell?.kind === 'formula' && cell.shown === '');

/** What a formula came to when the file was saved. A result that no program writes is none: nobody takes it for typed. */
const formulaCell = (cell: () => Cell, hasValue: boolean): Cell => {
  try {
    return { kind: 'formula', ...(hasValue && { shown: cellText(cell()) }) };
  } catch {
    return { kind: 'formula' };
  }
};

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Reads a sheet's part in one go. Throws FileRefused. */
export const readSheet = (xml: string, workbook: Workbook) => {
  const rows = new Map<number, Cell[]>();
  const farCells = new Map<number, FarCells>();
  const hidden = new Set<number>();
  const merged: Range[] = [];
  const results: Range[] = [];
  const readCell = sheetCell(workbook);
  let row = 0;
  let cells: Cell[] = [];
  let far: FarCells | undefined;
  let filled = 0;
  let cell = {
    column: 0,
    type: undefined as string | undefined,
    style: undefined as string | undefined,
    value: '',
    inline: '',
    hasValue: false,
    isFormula: false,
  };
  let into: 'value' | 'inline' | undefined;
  let isData = false;
  let isReading = false;
  let hasData = false;

  const openRow = ({ r, hidden: isHidden }: Attributes) => {
    row = next(r === undefined ? undefined : Number(r), row, row);
    if (row > bounds.lastRow) throw new FileRefused('FileDamaged', { row });
    if (isTrue(isHidden)) hidden.add(row);
    cells = [];
    far = undefined;
    cell.column = 0;
  };

  const openCell = ({ r, t, s }: Attributes) => {
    const place = r === undefined ? undefined : placeOf(r);
    // An address in another row: nobody knows which of the two the writer means.
    if (r !== undefined && place?.row !== row) throw new FileRefused('FileDamaged', { row });
    const column = next(place?.column, cell.column, row);
    cell = { column, type: t, style: s, value: '', inline: '', hasValue: false, isFormula: false };
  };

  const closeCell = () => {
    // A cell has one of the two; where a writer left both, the type says which counts.
    const text = cell.type === 'inlineStr' ? cell.inline || cell.value : cell.value || cell.inline;
    const read = () => readCell(cell.type, cell.style, text);
    const content = cell.isFormula ? formulaCell(read, cell.hasValue) : read();
    if (isBlank(content)) return;
    filled += 1;
    if (filled > bounds.cells) throw new FileRefused('FileTooLarge', { row });
    if (cell.column > bounds.columns) {
      if (!showsNothing(content)) far = withFarCell(far, { row, column: cell.column }, content);
      return;
    }
    while (cells.length < cell.column - 1) cells.push(null);
    cells.push(content);
  };

  const closeRow = () => {
    if (cells.every(showsNothing) && far === undefined) return;
    rows.set(row, cells);
    if (far) farCells.set(row, far);
    // One more is the header.
    if (rows.size > bounds.rows + 1) throw new FileRefused('FileTooLarge', { row });
  };

  readXml(xml, {
    onOpen: (name, attributes) => {
      if (name === 'sheetData') hasData = isData = true;
      else if (name === 'mergeCell' && merged.length <= bounds.mergedRanges)
        merged.push(...[rangeOf(attributes.ref ?? '')].filter((range) => range !== undefined));
      else if (!isData) return;
      else if (name === 'row') openRow(attributes);
      else if (name === 'c') openCell(attributes);
      else if (name === 'f') {
        cell.isFormula = true;
        if (attributes.ref !== undefined && attributes.t === 'array' && results.length <= bounds.mergedRanges)
          results.push(...[rangeOf(attributes.ref)].filter((range) => range !== undefined));
      } else if (name === 'rPh') isReading = true;
      else if (name === 'v') {
        into = 'value';
        cell.hasValue = true;
      } else if (name === 't') into = isReading ? undefined : 'inline';
    },
    onText: (text) => {
      if (into) cell[into] += text;
    },
    onClose: (name) => {
      if (name === 'sheetData') isData = false;
      else if (!isData) return;
      else if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'rPh') isReading = false;
      else if (name === 'v' || name === 't') into = undefined;
    },
  });
  if (!hasData) throw new FileRefused('FileDamaged');
  markResults(rows, results);
  return { rows, farCells, hidden, merged };
};

export type Sheet = ReturnType<typeof readSheet>;
