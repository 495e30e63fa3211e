import { useTexts } from '#web/i18n/i18n.ts';

/** Number of ranges that are listed; more would make the message hard to read. */
const maximumRanges = 20;

/** Formats ascending row numbers as ranges (2, 5–9, 12), up to a maximum of ranges; `hiddenRowCount` is the number of rows left out. */
export const formatRowRanges = (
  rows: readonly number[],
): { readonly text: string; readonly hiddenRowCount: number } => {
  const ranges: { first: number; last: number }[] = [];
  for (const row of rows) {
    const range = ranges.at(-1);
    if (range && row === range.last + 1) range.last = row;
    else ranges.push({ first: row, last: row });
  }
  const shownRanges = ranges
    .slice(0, maximumRanges)
    .map(({ first, last }) => (first === last ? String(first) : [first, last].join('–')));
  const hiddenRowCount = ranges.slice(maximumRanges).reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return { text: shownRanges.join(', '), hiddenRowCount };
};

/** Returns the function that describes rows of a file by their row numbers in Excel. */
export const useRowRangesText = () => {
  const { t } = useTexts();
  return (rows: readonly number[]): string => {
    const { text, hiddenRowCount } = formatRowRanges(rows);
    return hiddenRowCount === 0
      ? t('file.rows', { rows: text, count: rows.length })
      : t('file.rowsAndMore', { rows: text, count: hiddenRowCount });
  };
};
