import type { Language } from '#shared/config/regions.ts';
import type { NamedCount, OpenState, StoreFigures, Week } from '#shared/statistics/overview.ts';

/** Bars of a chart: the most frequent ones, and all others as one. */
const shownBars = 10;

export type Share = NamedCount & { readonly id: string; readonly name: string; readonly share: number };

/** Returns the most frequent of the counts with their names and shares, and the sum of all others. */
export const toShares = (counts: readonly NamedCount[], toName: (key: string) => string, restName: string): Share[] => {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const rest = counts.slice(shownBars).reduce((sum, { count }) => sum + count, 0);
  const shown = counts.slice(0, shownBars).map(({ key, count }) => ({ key, count, name: toName(key) }));
  return [...shown, ...(rest > 0 ? [{ key: '', count: rest, name: restName }] : [])].map((entry) => ({
    ...entry,
    id: entry.key,
    share: entry.count / total,
  }));
};

/** Returns the last week that has ended: the current one cannot be compared yet. */
export const findLastWeek = (weeks: readonly Week[]): Week | undefined =>
  weeks.filter(({ count }) => count !== undefined).at(-2);

export const sumOpen = (open: readonly OpenState[]) => ({
  open: open.reduce((sum, { count }) => sum + count, 0),
  late: open.reduce((sum, { late }) => sum + late, 0),
});

export const formatPercent = (share: number, locale: string, language: Language): string => {
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  // Intl's space may break.
  return language === 'en' ? text : text.replaceAll(' ', '\u00A0');
};

/** Returns the stores with the most bookings, largest first. */
export const findLargestStores = (stores: readonly StoreFigures[]): StoreFigures[] =>
  stores.toSorted((a, b) => b.repairs + b.returns - a.repairs - a.returns).slice(0, shownBars);
