import { aligned, messageOf } from '../command-line.ts';

/** Something measured, `value` in `unit`, and its limits. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  /** Blank for counts and ratios. */
  readonly unit?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
};

/** What is measured, and the figures that it promises. Throws when it cannot run. */
export type Measured<Context> = {
  readonly about: string;
  readonly run: (context: Context) => Promise<Figure[]>;
};

/** How many records the long list holds, and whom to tell what takes a while. */
export type Bench = Measured<{ readonly records: number; readonly say: (message: string) => void }>;

export const exactly = (what: string, value: number, promised: number): Figure => ({
  what,
  value,
  atMost: promised,
  atLeast: promised,
});

export const none = (what: string, value: number): Figure => exactly(what, value, 0);

/** Whether a figure keeps its limits. */
export const isMet = ({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  value <= atMost && value >= atLeast;

const number = (value: number) =>
  Number.isInteger(value)
    ? value.toLocaleString('en-GB')
    : value.toLocaleString('en-GB', { maximumSignificantDigits: 3 });

const shown = (value: number, { unit = '' }: Figure) => [number(value), unit].filter(Boolean).join(' ');

const targetOf = (figure: Figure) => {
  const { atMost, atLeast } = figure;
  if (atMost !== undefined && atMost === atLeast) return shown(atMost, figure);
  return [
    atMost === undefined ? '' : `≤ ${shown(atMost, figure)}`,
    atLeast === undefined ? '' : `≥ ${shown(atLeast, figure)}`,
  ]
    .filter(Boolean)
    .join(', ');
};

export const tableOf = (figures: readonly Figure[]): string[] =>
  aligned(
    figures.map((figure) => [
      figure.what,
      shown(figure.value, figure),
      targetOf(figure),
      isMet(figure) ? 'met' : 'NOT MET',
    ]),
  );

/** Shows the figures of each, as they come. Answers whether all of them ran, and kept their limits. */
export const measureAll = async <Context>(
  chosen: readonly (readonly [name: string, measured: Measured<Context>])[],
  context: Context,
): Promise<{ readonly hasRun: boolean; readonly hasMet: boolean }> => {
  let [hasRun, hasMet] = [true, true];
  for (const [name, { about, run }] of chosen) {
    console.log(`\n${name}: ${about}`);
    const began = performance.now();
    try {
      const figures = await run(context);
      console.log(tableOf(figures).join('\n'));
      hasMet &&= figures.every(isMet);
    } catch (error) {
      console.error(`  could not run: ${messageOf(error)}`);
      hasRun = false;
    }
    console.log(`  after ${Math.round((performance.now() - began) / 1000)} s`);
  }
  return { hasRun, hasMet };
};
