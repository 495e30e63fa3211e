import { useTexts } from '#web/language/i18n.ts';

const most = 20;

/** Rows in few words, those that follow each other as one: 2, 5–9, 12; and how many ranges were left out. Row numbers ascend. */
export const rowRanges = (rows: readonly number[]): { readonly text: string; readonly more: number } => {
  const ranges: { first: number; last: number }[] = [];
  for (const row of rows) {
    const range = ranges.at(-1);
    if (range && row === range.last + 1) range.last = row;
    else ranges.push({ first: row, last: row });
  }
  const shown = ranges
    .slice(0, most)
    .map(({ first, last }) => (first === last ? String(first) : [first, last].join('–')));
  const rest = ranges.slice(most).reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return { text: shown.join(', '), more: rest };
};

/** Rows of a file in words, by the numbers that Excel shows. */
export const useRowWords = () => {
  const { t } = useTexts();
  return (rows: readonly number[]): string => {
    const { text, more } = rowRanges(rows);
    return more === 0 ? t('file.rows', { rows: text }) : t('file.rowsAndMore', { rows: text, count: more });
  };
};
