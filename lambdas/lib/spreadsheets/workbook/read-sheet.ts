import { bounds, FileRejectedError } from '#lambdas/lib/spreadsheets/bounds.ts';
import { addFarCell } from '#lambdas/lib/spreadsheets/far-cells.ts';
import { toCellText, isBlank } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell, FarCells } from '#lambdas/lib/spreadsheets/table.ts';
import type { Workbook } from './cells.ts';
import { createCellReader } from './cells.ts';
import type { Range } from './ranges.ts';
import { markArrayResults, parseCellAddress, parseRange } from './ranges.ts';
import type { Attributes } from './xml.ts';
import { readXml } from './xml.ts';

// A program may omit the numbers of rows and columns, which then count up by one. Excel allows only ascending ones.
const toNextNumber = (explicitNumber: number | undefined, lastNumber: number, row: number) => {
  const number = explicitNumber ?? lastNumber + 1;
  if (!Number.isSafeInteger(number) || number <= lastNumber) throw new FileRejectedError('FileDamaged', { row });
  return number;
};

/** Rows prepared with formulas look empty until data is entered. */
const isShownEmpty = (cell: Cell) =>
  isBlank(cell) || (typeof cell === 'object' && cell?.kind === 'formula' && cell.shown === '');

/**
 * Returns a formula cell with the result that was saved; a malformed result is dropped, since results are never
 * accepted as input.
 */
const toFormulaCell = (readResult: () => Cell, hasValue: boolean): Cell => {
  try {
    return { kind: 'formula', ...(hasValue && { shown: toCellText(readResult()) }) };
  } catch {
    return { kind: 'formula' };
  }
};

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Reads a sheet's XML in one pass. Throws FileRejectedError. */
export const readSheet = (xml: string, workbook: Workbook) => {
  const rows = new Map<number, Cell[]>();
  const farCells = new Map<number, FarCells>();
  const hiddenRows = new Set<number>();
  const mergedRanges: Range[] = [];
  const arrayFormulaRanges: Range[] = [];
  const readCell = createCellReader(workbook);
  let row = 0;
  let cells: Cell[] = [];
  let far: FarCells | undefined;
  let filledCount = 0;
  let cell = {
    column: 0,
    type: undefined as string | undefined,
    style: undefined as string | undefined,
    value: '',
    inline: '',
    hasValue: false,
    isFormula: false,
  };
  /** Field of the cell to which the next text belongs. */
  let target: 'value' | 'inline' | undefined;
  let isInSheetData = false;
  /** True if the current text is a phonetic guide to the cell's text (`rPh`), which is left out. */
  let isPhonetic = false;
  let hasSheetData = false;

  const openRow = ({ r, hidden: isHidden }: Attributes) => {
    row = toNextNumber(r === undefined ? undefined : Number(r), row, row);
    if (row > bounds.lastRow) throw new FileRejectedError('FileDamaged', { row });
    if (isTrue(isHidden)) hiddenRows.add(row);
    cells = [];
    far = undefined;
    cell.column = 0;
  };

  const openCell = ({ r, t, s }: Attributes) => {
    const address = r === undefined ? undefined : parseCellAddress(r);
    // An address in another row is ambiguous.
    if (r !== undefined && address?.row !== row) throw new FileRejectedError('FileDamaged', { row });
    const column = toNextNumber(address?.column, cell.column, row);
    cell = { column, type: t, style: s, value: '', inline: '', hasValue: false, isFormula: false };
  };

  const closeCell = () => {
    // If a program wrote both a value and an inline text, the type decides which one counts.
    const text = cell.type === 'inlineStr' ? cell.inline || cell.value : cell.value || cell.inline;
    const readContent = () => readCell(cell.type, cell.style, text);
    const content = cell.isFormula ? toFormulaCell(readContent, cell.hasValue) : readContent();
    if (isBlank(content)) return;
    filledCount += 1;
    if (filledCount > bounds.cells) throw new FileRejectedError('FileTooLarge', { row });
    if (cell.column > bounds.columns) {
      if (!isShownEmpty(content)) far = addFarCell(far, { row, column: cell.column }, content);
      return;
    }
    while (cells.length < cell.column - 1) cells.push(null);
    cells.push(content);
  };

  const closeRow = () => {
    if (cells.every(isShownEmpty) && far === undefined) return;
    rows.set(row, cells);
    if (far) farCells.set(row, far);
    // The limit does not include the header row.
    if (rows.size > bounds.rows + 1) throw new FileRejectedError('FileTooLarge', { row });
  };

  readXml(xml, {
    onOpen: (name, attributes) => {
      if (name === 'sheetData') hasSheetData = isInSheetData = true;
      else if (name === 'mergeCell' && mergedRanges.length <= bounds.mergedRanges)
        mergedRanges.push(...[parseRange(attributes.ref ?? '')].filter((range) => range !== undefined));
      else if (!isInSheetData) return;
      else if (name === 'row') openRow(attributes);
      else if (name === 'c') openCell(attributes);
      else if (name === 'f') {
        cell.isFormula = true;
        if (
          attributes.ref !== undefined &&
          attributes.t === 'array' &&
          arrayFormulaRanges.length <= bounds.mergedRanges
        )
          arrayFormulaRanges.push(...[parseRange(attributes.ref)].filter((range) => range !== undefined));
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v') {
        target = 'value';
        cell.hasValue = true;
      } else if (name === 't') target = isPhonetic ? undefined : 'inline';
    },
    onText: (text) => {
      if (target) cell[target] += text;
    },
    onClose: (name) => {
      if (name === 'sheetData') isInSheetData = false;
      else if (!isInSheetData) return;
      else if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'v' || name === 't') target = undefined;
    },
  });
  if (!hasSheetData) throw new FileRejectedError('FileDamaged');
  markArrayResults(rows, arrayFormulaRanges);
  return { rows, farCells, hiddenRows, mergedRanges };
};

export type Sheet = ReturnType<typeof readSheet>;
