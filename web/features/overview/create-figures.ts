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

/** Number of earlier bookings from which a change is given in percent; a percentage of fewer bookings is misleading. */
const minBookingsForPercent = 20;

const formatWeekFinding = (weeks: readonly Week[], { o, locale, language }: AllTexts): string => {
  const lastWeek = findLastWeek(weeks);
  if (!lastWeek) return '';
  const { monday, count = 0, countBefore } = lastWeek;
  const values = { count, week: toWeekNumber(monday) };
  if (countBefore === 0) return o(count === 0 ? 'weeks.same' : 'weeks.first', values);
  if (count === countBefore) return o('weeks.same', values);
  const difference =
    countBefore < minBookingsForPercent
      ? Math.abs(count - countBefore)
      : formatPercent(Math.abs(count / countBefore - 1), locale, language);
  return o(count > countBefore ? 'weeks.more' : 'weeks.fewer', { ...values, difference });
};

export const createWeeksFigure = (
  kind: 'repairs' | 'returns',
  weeks: readonly Week[],
  texts: AllTexts,
): Figure<WeekRow> => {
  const { o, formatDate } = texts;
  return {
    title: o(`weeks.${kind}`),
    finding: formatWeekFinding(weeks, texts),
    fileName: o(`weeks.${kind}File`),
    columns: [
      { id: 'week', header: o('weeks.week'), number: ({ monday }) => toWeekNumber(monday), minWidth: 80 },
      { id: 'from', header: o('weeks.from'), text: ({ monday }) => formatDate(monday) },
      { id: 'count', header: o('weeks.count'), number: ({ count = null }) => count },
      { id: 'before', header: o('weeks.countBefore'), number: ({ countBefore }) => countBefore },
    ],
    items: weeks.map((week) => ({ ...week, id: week.monday })),
  };
};

export type OpenRow = OpenState & { readonly id: string; readonly name: string };

const formatOpenFinding = ({ open, late }: ReturnType<typeof sumOpen>, { o }: AllTexts): string => {
  if (open === 0) return o('open.none');
  return late === 0 ? o('open.noneLate', { open }) : o('open.someLate', { open, late });
};

export const createOpenFigure = (states: readonly OpenState[], texts: AllTexts): Figure<OpenRow> => {
  const { o, t } = texts;
  const total = sumOpen(states);
  return {
    title: o('open.title'),
    finding: formatOpenFinding(total, texts),
    fileName: o('open.file'),
    columns: [
      { id: 'state', header: o('open.state'), text: ({ name }) => name },
      { id: 'count', header: o('open.count'), number: ({ count }) => count },
      { id: 'late', header: o('open.late'), number: (row) => row.late },
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
  { o, locale, language }: AllTexts,
): Figure<Share> => {
  const shares = toShares(counts, toName, o('share.rest'));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const [first] = shares;
  const toPercent = (share: number) => formatPercent(share, locale, language);
  return {
    title: o(`${name}.title`),
    finding: first
      ? o(`${name}.finding`, { name: first.name, percent: toPercent(first.share), total })
      : o('share.none'),
    fileName: o(`${name}.file`),
    columns: [
      { id: 'name', header: o(`${name}.name`), text: (entry) => entry.name },
      { id: 'count', header: o('share.count'), number: ({ count }) => count },
      { id: 'share', header: o('share.percent'), number: ({ share }) => share, format: toPercent },
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
  { o, locale }: AllTexts,
): Figure<MonthRow> => {
  const { repair } = total;
  return {
    title: o('turnaround.title'),
    finding: repair
      ? o('turnaround.finding', {
          half: o('turnaround.days', { count: repair.half }),
          nineOfTen: repair.nineOfTen,
          promised: limits.terms.targetRepairDays,
        })
      : o('turnaround.none'),
    fileName: o('turnaround.file'),
    columns: [
      { id: 'month', header: o('turnaround.month'), text: ({ month }) => formatMonth(month, locale, 'long') },
      ...intervals.flatMap((name) => {
        const interval = o(`turnaround.intervals.${name}`);
        return [
          {
            id: `${name}-half`,
            header: o('turnaround.halfOf', { interval }),
            number: (row: MonthRow) => row[name]?.half ?? null,
            minWidth: 240,
          },
          {
            id: `${name}-nineOfTen`,
            header: o('turnaround.nineOfTenOf', { interval }),
            number: (row: MonthRow) => row[name]?.nineOfTen ?? null,
            minWidth: 240,
          },
        ];
      }),
    ],
    items: months.map((month) => ({ ...month, id: month.month })),
  };
};
