import { bounds } from './bounds.ts';
import { FileRefused } from './file-refused.ts';
import type { Range } from './sheet-address.ts';
import type { Cell } from './table.ts';

const cellsIn = ({ top, bottom, left, right }: Range) => (bottom - top + 1) * (right - left + 1);

/**
 * Puts what stands in the corner of a merged range into all of it, which is where it shows. A row that holds nothing else
 * stays blank: nobody wrote a line there. Throws FileRefused when that is too much.
 */
export const fillMerged = (rows: Map<number, Cell[]>, ranges: readonly Range[]): void => {
  if (ranges.length > bounds.mergedRanges) throw new FileRefused('FileTooLarge');
  let filled = 0;
  for (const range of ranges) {
    const { top, bottom, left, right } = range;
    // Turned round, or right of all columns that are read.
    if (bottom < top || right < left) continue;
    const shown = rows.get(top)?.[left - 1];
    if (shown === undefined || shown === null) continue;
    filled += cellsIn(range);
    if (filled > bounds.mergedCells) throw new FileRefused('FileTooLarge');
    for (let number = top; number <= bottom; number += 1) {
      const cells = rows.get(number);
      if (!cells) continue;
      while (cells.length < right) cells.push(null);
      cells.fill(shown, left - 1, right);
    }
  }
};
