import type { Language } from '#shared/config/regions.ts';
import type { NamedCount, OpenState, StoreFigures, Week } from '#shared/statistics/overview.ts';

/** Number of the largest values that a chart or table shows. A chart adds one bar with the sum of all others. */
const topCount = 10;

export type Share = NamedCount & { readonly id: string; readonly name: string; readonly share: number };

/** Returns the most frequent counts with their names and shares, followed by the sum of all others if there are any. `counts` is sorted, largest first. */
export const toShares = (
  counts: readonly NamedCount[],
  toName: (key: string) => string,
  otherName: string,
): Share[] => {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const topEntries = counts.slice(0, topCount).map(({ key, count }) => ({ key, count, name: toName(key) }));
  const otherCount = counts.slice(topCount).reduce((sum, { count }) => sum + count, 0);
  const otherEntries = otherCount > 0 ? [{ key: '', count: otherCount, name: otherName }] : [];
  return [...topEntries, ...otherEntries].map((entry) => ({
    ...entry,
    id: entry.key,
    share: entry.count / total,
  }));
};

/** Returns the last week that has ended, because the current week cannot be compared yet. Weeks that have not started have no count. */
export const findLastWeek = (weeks: readonly Week[]): Week | undefined =>
  weeks.filter(({ count }) => count !== undefined).at(-2);

export const sumOpen = (open: readonly OpenState[]) => ({
  open: open.reduce((sum, { count }) => sum + count, 0),
  late: open.reduce((sum, { late }) => sum + late, 0),
});

export const formatPercent = (share: number, locale: string, language: Language): string => {
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  // A plain space would allow a line break before the percent sign.
  return language === 'en' ? text : text.replaceAll(' ', '\u00A0');
};

/** Returns the stores with the most bookings, largest first. */
export const findLargestStores = (stores: readonly StoreFigures[]): StoreFigures[] =>
  stores.toSorted((a, b) => b.repairs + b.returns - a.repairs - a.returns).slice(0, topCount);
