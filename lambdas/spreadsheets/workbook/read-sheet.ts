import { bounds } from '#lambdas/spreadsheets/bounds.ts';
import { FileRefused } from '#lambdas/spreadsheets/refusal.ts';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { isBlank } from '#lambdas/spreadsheets/table.ts';
import type { Workbook } from './cells.ts';
import { sheetCell } from './cells.ts';
import type { Range } from './ranges.ts';
import { columnOfAddress, rangeOf } from './ranges.ts';
import type { Attributes } from './xml.ts';
import { readXml } from './xml.ts';

/** What a sheet holds: its cells by the number of their row, which rows it hides, and what is merged. */
export type Sheet = {
  readonly rows: Map<number, Cell[]>;
  readonly hidden: ReadonlySet<number>;
  readonly merged: readonly Range[];
};

// A writer may leave numbers out: then each row, or cell, is the next one. Excel knows no other order than upwards.
const next = (given: number | undefined, last: number, row: number) => {
  const number = given ?? last + 1;
  if (!Number.isSafeInteger(number) || number <= last) throw new FileRefused('FileDamaged', { row });
  return number;
};

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Reads a sheet's part in one go. Throws FileRefused. */
export const readSheet = (xml: string, workbook: Workbook): Sheet => {
  const rows = new Map<number, Cell[]>();
  const hidden = new Set<number>();
  const merged: Range[] = [];
  let row = 0;
  let cells: Cell[] = [];
  let filled = 0;
  let cell = {
    column: 0,
    type: undefined as string | undefined,
    style: undefined as string | undefined,
    text: '',
    isFormula: false,
  };
  let isData = false;
  let isText = false;
  let isReading = false;
  let hasData = false;

  const openRow = ({ r, hidden: isHidden }: Attributes) => {
    row = next(r === undefined ? undefined : Number(r), row, row);
    if (isTrue(isHidden)) hidden.add(row);
    cells = [];
    cell.column = 0;
  };

  const openCell = ({ r, t, s }: Attributes) => {
    const column = next(r === undefined ? undefined : (columnOfAddress(r) ?? Number.NaN), cell.column, row);
    cell = { column, type: t, style: s, text: '', isFormula: false };
  };

  const closeCell = () => {
    const content: Cell = cell.isFormula ? { kind: 'formula' } : sheetCell(cell.type, cell.style, cell.text, workbook);
    if (isBlank(content)) return;
    filled += 1;
    if (cell.column > bounds.columns || filled > bounds.cells) throw new FileRefused('FileTooLarge', { row });
    while (cells.length < cell.column - 1) cells.push(null);
    cells.push(content);
  };

  const closeRow = () => {
    if (cells.length === 0) return;
    rows.set(row, cells);
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
      else if (name === 'f') cell.isFormula = true;
      else if (name === 'rPh') isReading = true;
      else if (name === 'v' || name === 't') isText = !isReading;
    },
    onText: (text) => {
      if (isText) cell.text += text;
    },
    onClose: (name) => {
      if (name === 'sheetData') isData = false;
      else if (!isData) return;
      else if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'rPh') isReading = false;
      else if (name === 'v' || name === 't') isText = false;
    },
  });
  if (!hasData) throw new FileRefused('FileDamaged');
  return { rows, hidden, merged };
};
