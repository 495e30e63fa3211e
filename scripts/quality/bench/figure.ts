import { alignColumns, toErrorMessage } from '#scripts/command-line.ts';

/** Measured value and its limits, in `unit`. */
export type Figure = {
  readonly label: string;
  readonly value: number;
  /** Omitted for counts and ratios. */
  readonly unit?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
};

/** Measurement that returns figures. `run` throws if the measurement cannot be carried out. */
export type Measurement<Context> = {
  readonly description: string;
  readonly run: (context: Context) => Promise<Figure[]>;
};

/** Benchmark of `npm run bench`. */
export type Bench = Measurement<{
  /** Number of repairs in the long list. */
  readonly recordCount: number;
  /** True if the sizes of pages are saved, for comparison by later runs. */
  readonly shouldSaveSizes: boolean;
  /** Reports progress. */
  readonly say: (message: string) => void;
}>;

export const createExactFigure = (label: string, value: number, expected: number): Figure => ({
  label,
  value,
  atMost: expected,
  atLeast: expected,
});

export const createZeroFigure = (label: string, value: number): Figure => createExactFigure(label, value, 0);

/** Checks whether a figure is within its limits. */
export const isWithinLimits = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  value <= atMost && value >= atLeast;

const isTime = ({ unit }: Figure) => unit === 's' || unit === 'ms';

/** Returns the figures outside their limits, without times on a busy machine, where they mean nothing. */
export const findMissedBounds = (figures: readonly Figure[], isQuiet: boolean): Figure[] =>
  figures.filter((figure) => !isWithinLimits(figure) && (isQuiet || !isTime(figure)));

const formatNumber = (value: number) =>
  Number.isInteger(value)
    ? value.toLocaleString('en-GB')
    : value.toLocaleString('en-GB', { maximumSignificantDigits: 3 });

const formatValue = (value: number, { unit = '' }: Figure) => [formatNumber(value), unit].filter(Boolean).join(' ');

const formatTarget = (figure: Figure) => {
  const { atMost, atLeast } = figure;
  if (atMost !== undefined && atMost === atLeast) return formatValue(atMost, figure);
  return [
    atMost === undefined ? '' : `≤ ${formatValue(atMost, figure)}`,
    atLeast === undefined ? '' : `≥ ${formatValue(atLeast, figure)}`,
  ]
    .filter(Boolean)
    .join(', ');
};

export const formatTable = (figures: readonly Figure[]): string[] =>
  alignColumns(
    figures.map((figure) => [
      figure.label,
      formatValue(figure.value, figure),
      formatTarget(figure),
      isWithinLimits(figure) ? 'met' : 'NOT MET',
    ]),
  );

/** Runs each measurement and prints its figures. Returns all figures; `hasRun` is false if a measurement could not run. */
export const measureAll = async <Context>(
  measurements: readonly (readonly [name: string, measurement: Measurement<Context>])[],
  context: Context,
): Promise<{ readonly hasRun: boolean; readonly figures: readonly Figure[] }> => {
  let hasRun = true;
  const allFigures: Figure[] = [];
  for (const [name, { description, run }] of measurements) {
    console.log(`\n${name}: ${description}`);
    const startedAt = performance.now();
    try {
      const figures = await run(context);
      console.log(formatTable(figures).join('\n'));
      allFigures.push(...figures);
    } catch (error) {
      console.error(`  could not run: ${toErrorMessage(error)}`);
      hasRun = false;
    }
    console.log(`  after ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  return { hasRun, figures: allFigures };
};
