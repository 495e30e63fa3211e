import { isSameData } from '#web/data/use-query.ts';
import { rowKey } from './load-rows.ts';
import type { Row } from './load-rows.ts';

/** Rows that stayed as they were stay the same objects. Unless `isComplete`, what follows the last row known to both stays. */
export const mergeRows = <Item extends Row>(
  shown: readonly Item[],
  fresh: readonly Item[],
  isComplete: boolean,
): readonly Item[] => {
  const known = new Map(shown.map((row) => [rowKey(row), row]));
  const asked = new Set(fresh.map(rowKey));
  const beginning = fresh.map((row) => {
    const before = known.get(rowKey(row));
    return before !== undefined && isSameData(before, row) ? before : row;
  });
  const rest = isComplete ? [] : shown.slice(shown.findLastIndex((row) => asked.has(rowKey(row))) + 1);
  const merged = [...beginning, ...rest];
  return merged.length === shown.length && merged.every((row, index) => row === shown[index]) ? shown : merged;
};
