import fc from 'fast-check';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { fair } from './functions.ts';
import { contents, names } from './model.ts';
import type { Name, Request } from './model.ts';
import { fates } from './operation.ts';
import type { Run } from './run.ts';

/** More at once are a rare accident, and take long to explain. */
const mostAtOnce = 4;

/** Each thing that a store does takes so long, so that reports can have happened in between. */
const secondsBetween = 10;

// The first booking is what most is about, and calls mostly go well.
const mostly = <Value>(weight: number, usual: Value, others: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
const name = mostly<Name>(4, names[0], fc.constant(names[1]));
const content = fc.constantFrom(...contents);
/** By how many versions a store is behind. */
const behind = mostly(5, 0, fc.constant(1));
export const fate = mostly(3, fates[0], fc.constantFrom(...fates));
const weather = mostly(
  1,
  fair,
  fc.record({ search: fc.constantFrom(...fates), events: fc.nat(2), isAnswerLost: fc.boolean() }),
);
const does = <Does extends string>(what: Does) => fc.constant(what);

/** What may happen next; a request takes two or three calls of DynamoDB. */
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: does('book'), name, content }) },
  { weight: 2, arbitrary: fc.record({ does: does('correct'), name, content, behind }) },
  { weight: 1, arbitrary: fc.record({ does: does('withdraw'), name, behind }) },
  { weight: 1, arbitrary: fc.record({ does: does('find'), name }) },
  {
    weight: 1,
    // `place` says between which things of the store it happened. A return has an RMA number and no further state.
    arbitrary: fc.record({
      does: does('report'),
      name,
      place: fc.nat(15),
      status: fc.option(fc.constantFrom(...providerStates), { nil: undefined }),
    }),
  },
  // The same request once more, whatever became of it.
  { weight: 1, arbitrary: fc.record({ does: does('again'), which: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ does: does('go on'), which: fc.nat(mostAtOnce - 1), fate }) },
  { weight: 1, arbitrary: fc.record({ does: does('deliver'), most: fc.integer({ min: 1, max: 3 }), weather }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export const steps = fc.array(step, { maxLength: 60, size: 'max' });

/** What every run begins with: a booking on its way. */
export const firstBooking: Request = { does: 'book', at: secondsBetween, name: names[0], content: contents[0] };

/** The version that a store has seen last; before it has seen any, the first. */
const seenBy = ({ asked }: Run, of: Name): number =>
  Math.max(
    1,
    ...asked
      .filter(({ request }) => request.name === of)
      .map(({ answer }) => Number(/, version (\d+),/.exec(answer ?? '')?.[1] ?? 1)),
  );

const requestOf = (run: Run, taken: Exclude<Step, { does: 'go on' | 'deliver' }>): Request | undefined => {
  const { asked, clock, kind } = run;
  const at = clock.seconds + secondsBetween;
  switch (taken.does) {
    case 'book':
      return { ...taken, at };
    case 'find':
      return { ...taken, at };
    case 'correct':
    case 'withdraw': {
      const { behind: versions, ...said } = taken;
      return { ...said, at, seen: seenBy(run, said.name) - versions };
    }
    case 'report': {
      const number = String(asked.length).padStart(3, '0');
      const said =
        taken.status === undefined || kind.event === 'Return'
          ? { what: 'rmaAssigned' as const, rma: `UK-${number}` }
          : { what: taken.status };
      const entry = { at: taken.place * secondsBetween + 5, event: `event-${number}`, ...said };
      return { does: 'report', name: taken.name, entry };
    }
    case 'again': {
      const { request } = asked[taken.which % asked.length] ?? {};
      // What a store sends later happens later.
      return request === undefined || request.does === 'report' ? request : { ...request, at };
    }
  }
};

export const take = async (run: Run, taken: Step): Promise<void> => {
  if (taken.does === 'deliver') return void (await run.deliver(taken.most, taken.weather));
  if (taken.does === 'go on') return run.goOn(taken.which, taken.fate);
  const request = run.waiting() < mostAtOnce ? requestOf(run, taken) : undefined;
  if (request) await run.ask(request);
};
