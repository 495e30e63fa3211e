import { useTexts } from '#web/language/i18n.ts';
import { rowRanges } from './row-ranges.ts';

/** Rows of a file in words, by the numbers that Excel shows. */
export const useRowWords = () => {
  const { t } = useTexts();
  return (rows: readonly number[]): string => {
    const { text, more } = rowRanges(rows);
    return more === 0
      ? t('returns.file.rows', { rows: text })
      : t('returns.file.rowsAndMore', { rows: text, count: more });
  };
};
