import { findRepairProduct } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import { toWeekNumber } from '#shared/dates/weeks.ts';
import type { IssueKey } from '#shared/repairs/content.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import type { NamedCount, OpenState, RepairsOverview, TurnaroundMonth, Week } from '#shared/statistics/overview.ts';
import { intervals } from '#shared/statistics/overview.ts';
import type { Share } from './figures.ts';
import { findLastWeek, formatPercent, sumOpen, toShares } from './figures.ts';
import type { AllTexts } from './overview-texts.ts';
import type { Figure } from './panel.tsx';

export type WeekRow = Week & { readonly id: string };

/** Number of bookings in the week 52 weeks before, from which the change is given in percent. A percentage of fewer bookings is misleading. */
const minBookingsForPercent = 20;

const formatWeekFinding = (weeks: readonly Week[], { tOverview, locale, language }: AllTexts): string => {
  const lastWeek = findLastWeek(weeks);
  if (!lastWeek) return '';
  const { monday, count = 0, countBefore } = lastWeek;
  const values = { count, week: toWeekNumber(monday) };
  if (countBefore === 0) return tOverview(count === 0 ? 'weeks.same' : 'weeks.first', values);
  if (count === countBefore) return tOverview('weeks.same', values);
  const difference =
    countBefore < minBookingsForPercent
      ? Math.abs(count - countBefore)
      : formatPercent(Math.abs(count / countBefore - 1), locale, language);
  return tOverview(count > countBefore ? 'weeks.more' : 'weeks.fewer', { ...values, difference });
};

export const createWeeksFigure = (
  kind: 'repairs' | 'returns',
  weeks: readonly Week[],
  texts: AllTexts,
): Figure<WeekRow> => {
  const { tOverview, formatDate } = texts;
  return {
    title: tOverview(`weeks.${kind}`),
    finding: formatWeekFinding(weeks, texts),
    fileName: tOverview(`weeks.${kind}File`),
    columns: [
      { id: 'week', header: tOverview('weeks.week'), number: ({ monday }) => toWeekNumber(monday), minWidth: 80 },
      { id: 'from', header: tOverview('weeks.from'), text: ({ monday }) => formatDate(monday) },
      { id: 'count', header: tOverview('weeks.count'), number: ({ count = null }) => count },
      { id: 'before', header: tOverview('weeks.countBefore'), number: ({ countBefore }) => countBefore },
    ],
    items: weeks.map((week) => ({ ...week, id: week.monday })),
  };
};

export type OpenRepairsRow = OpenState & { readonly id: string; readonly name: string };

const formatOpenFinding = ({ open, late }: ReturnType<typeof sumOpen>, { tOverview }: AllTexts): string => {
  if (open === 0) return tOverview('open.none');
  return late === 0 ? tOverview('open.noneLate', { open }) : tOverview('open.someLate', { open, late });
};

export const createOpenRepairsFigure = (states: readonly OpenState[], texts: AllTexts): Figure<OpenRepairsRow> => {
  const { tOverview, t } = texts;
  const total = sumOpen(states);
  return {
    title: tOverview('open.title'),
    finding: formatOpenFinding(total, texts),
    fileName: tOverview('open.file'),
    columns: [
      { id: 'state', header: tOverview('open.state'), text: ({ name }) => name },
      { id: 'count', header: tOverview('open.count'), number: ({ count }) => count },
      { id: 'late', header: tOverview('open.late'), number: (row) => row.late },
    ],
    items:
      total.open === 0
        ? []
        : states.map((state) => ({ ...state, id: state.state, name: t(`repairs.states.${state.state}`) })),
  };
};

const createShareFigure = (
  name: 'products' | 'issues',
  counts: readonly NamedCount[],
  toName: (key: string) => string,
  { tOverview, locale, language }: AllTexts,
): Figure<Share> => {
  const shares = toShares(counts, toName, tOverview('share.rest'));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const [largestShare] = shares;
  const toPercent = (share: number) => formatPercent(share, locale, language);
  return {
    title: tOverview(`${name}.title`),
    finding: largestShare
      ? tOverview(`${name}.finding`, { name: largestShare.name, percent: toPercent(largestShare.share), total })
      : tOverview('share.none'),
    fileName: tOverview(`${name}.file`),
    columns: [
      { id: 'name', header: tOverview(`${name}.name`), text: (entry) => entry.name },
      { id: 'count', header: tOverview('share.count'), number: ({ count }) => count },
      { id: 'share', header: tOverview('share.percent'), number: ({ share }) => share, format: toPercent },
    ],
    items: shares,
  };
};

export const createProductsFigure = (counts: readonly NamedCount[], texts: AllTexts) =>
  createShareFigure('products', counts, (key) => findRepairProduct(key)?.labels[texts.language] ?? key, texts);

const isIssueKey = (key: string): key is IssueKey => issueKeys.some((issue) => issue === key);

export const createIssuesFigure = (counts: readonly NamedCount[], texts: AllTexts) =>
  createShareFigure('issues', counts, (key) => (isIssueKey(key) ? texts.t(`repairs.issues.${key}`) : key), texts);

export type MonthRow = TurnaroundMonth & { readonly id: string };

export const formatMonth = (month: string, locale: string, width: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale, {
    month: width,
    ...(width === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));

export const createTurnaroundFigure = (
  { total, months }: RepairsOverview['turnaround'],
  { tOverview, locale }: AllTexts,
): Figure<MonthRow> => {
  const { repair } = total;
  return {
    title: tOverview('turnaround.title'),
    finding: repair
      ? tOverview('turnaround.finding', {
          half: tOverview('turnaround.days', { count: repair.half }),
          nineOfTen: repair.nineOfTen,
          promised: limits.terms.targetRepairDays,
        })
      : tOverview('turnaround.none'),
    fileName: tOverview('turnaround.file'),
    columns: [
      { id: 'month', header: tOverview('turnaround.month'), text: ({ month }) => formatMonth(month, locale, 'long') },
      ...intervals.flatMap((name) => {
        const interval = tOverview(`turnaround.intervals.${name}`);
        return [
          {
            id: `${name}-half`,
            header: tOverview('turnaround.halfOf', { interval }),
            number: (row: MonthRow) => row[name]?.half ?? null,
            minWidth: 240,
          },
          {
            id: `${name}-nineOfTen`,
            header: tOverview('turnaround.nineOfTenOf', { interval }),
            number: (row: MonthRow) => row[name]?.nineOfTen ?? null,
            minWidth: 240,
          },
        ];
      }),
    ],
    items: months.map((month) => ({ ...month, id: month.month })),
  };
};
