import BarChart from '@cloudscape-design/components/bar-chart';
import LineChart from '@cloudscape-design/components/line-chart';
import { limits } from '#shared/config/limits.ts';
import type { MonthRow, OpenRepairsRow, WeekRow } from './create-figures.ts';
import { formatMonth } from './create-figures.ts';
import type { Share } from './figures.ts';
import type { AllTexts } from './overview-texts.ts';

/** Chart colors, defined in overview.css. The colors of one chart also differ in lightness, so that a print without colors is readable. */
const colors = {
  main: 'var(--chart-main)',
  comparison: 'var(--chart-before)',
  onTime: 'var(--chart-on-time)',
  late: 'var(--chart-late)',
} as const;

/** Height of a line chart's plot in pixels. */
const plotHeight = 220;
/** Height of each bar, with its spacing, in pixels. */
const barHeight = 34;

type ChartProps<Item> = { readonly label: string; readonly items: readonly Item[]; readonly texts: AllTexts };

const commonProps = {
  hideFilter: true,
  emphasizeBaselineAxis: true,
  // With small numbers, the chart would also label fractions of a repair.
  yTickFormatter: (value: number) => (Number.isInteger(value) ? String(value) : ''),
} as const;

/** Returns the maximum of an axis: at least 1, so that an axis with only zeros has a length. */
const findMaximum = (numbers: readonly number[]) => Math.max(1, ...numbers);

export const WeeksChart = ({ label, items, texts: { tOverview, formatDayOfYear } }: ChartProps<WeekRow>) => {
  const toDate = (monday: string) => new Date(`${monday}T00:00:00Z`);
  const mondays = items.map(({ monday }) => toDate(monday));
  return (
    <LineChart
      {...commonProps}
      ariaLabel={label}
      height={plotHeight}
      xScaleType="time"
      xDomain={[mondays[0] ?? new Date(0), mondays.at(-1) ?? new Date(0)]}
      yDomain={[0, findMaximum(items.flatMap(({ count = 0, countBefore }) => [count, countBefore]))]}
      xTickFormatter={(date) => formatDayOfYear(date.toISOString().slice(0, 10))}
      series={[
        {
          type: 'line',
          title: tOverview('weeks.countBefore'),
          color: colors.comparison,
          data: items.map(({ monday, countBefore }) => ({ x: toDate(monday), y: countBefore })),
        },
        {
          type: 'line',
          title: tOverview('weeks.count'),
          color: colors.main,
          data: items.flatMap(({ monday, count }) => (count === undefined ? [] : [{ x: toDate(monday), y: count }])),
        },
      ]}
    />
  );
};

export const OpenChart = ({ label, items, texts: { tOverview } }: ChartProps<OpenRepairsRow>) => (
  <BarChart
    {...commonProps}
    ariaLabel={label}
    height={items.length * barHeight}
    horizontalBars
    stackedBars
    xScaleType="categorical"
    xDomain={items.map(({ name }) => name)}
    yDomain={[0, findMaximum(items.map(({ count }) => count))]}
    series={[
      {
        type: 'bar',
        title: tOverview('open.onTime'),
        color: colors.onTime,
        data: items.map(({ name, count, late }) => ({ x: name, y: count - late })),
      },
      {
        type: 'bar',
        title: tOverview('open.late'),
        color: colors.late,
        data: items.map(({ name, late }) => ({ x: name, y: late })),
      },
    ]}
  />
);

export const SharesChart = ({ label, items, texts: { tOverview } }: ChartProps<Share>) => (
  <BarChart
    {...commonProps}
    ariaLabel={label}
    height={items.length * barHeight}
    horizontalBars
    hideLegend
    xScaleType="categorical"
    xDomain={items.map(({ name }) => name)}
    yDomain={[0, findMaximum(items.map(({ count }) => count))]}
    series={[
      {
        type: 'bar',
        title: tOverview('share.count'),
        color: colors.main,
        data: items.map(({ name, count }) => ({ x: name, y: count })),
      },
    ]}
  />
);

export const TurnaroundChart = ({ label, items, texts: { tOverview, locale } }: ChartProps<MonthRow>) => {
  const months = items.map(({ month }) => month);
  const spreads = items.flatMap(({ month, repair }) => (repair ? [{ month, ...repair }] : []));
  return (
    <LineChart
      {...commonProps}
      ariaLabel={label}
      height={plotHeight}
      xScaleType="categorical"
      xDomain={months}
      yDomain={[0, findMaximum([limits.terms.targetRepairDays, ...spreads.map(({ nineOfTen }) => nineOfTen)])]}
      xTickFormatter={(month) => formatMonth(month, locale, 'short')}
      series={[
        {
          type: 'line',
          title: tOverview('turnaround.nineOfTen'),
          color: colors.comparison,
          data: spreads.map(({ month, nineOfTen }) => ({ x: month, y: nineOfTen })),
        },
        {
          type: 'line',
          title: tOverview('turnaround.half'),
          color: colors.main,
          data: spreads.map(({ month, half }) => ({ x: month, y: half })),
        },
        {
          type: 'threshold',
          title: tOverview('turnaround.promised'),
          color: colors.late,
          y: limits.terms.targetRepairDays,
        },
      ]}
    />
  );
};
