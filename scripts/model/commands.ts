import fc from 'fast-check';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import type { Weather } from './functions.ts';
import { fair } from './functions.ts';
import type { Content, Entry, Name, Request } from './model.ts';
import { contents, names } from './model.ts';
import type { Fate } from './operation.ts';
import { fates } from './operation.ts';
import type { Run } from './run.ts';

type Command = fc.AsyncCommand<Run, Run>;

/** More at once are a rare accident, and take long to explain. */
const mostAtOnce = 4;

/** Each thing that a store does takes so long, so that reports can have happened in between. */
const secondsBetween = 10;

const hasRoom = (run: Readonly<Run>) => run.waiting() < mostAtOnce;
const nextAt = ({ clock }: Run) => clock.seconds + secondsBetween;

/** The version that a store has seen last; before it has seen any, the first. */
const seenBy = ({ asked }: Run, name: Name): number =>
  Math.max(
    1,
    ...asked
      .filter(({ request }) => request.name === name)
      .map(({ answer }) => Number(/, version (\d+),/.exec(answer ?? '')?.[1] ?? 1)),
  );

const asking = (said: string, requestOf: (run: Run) => Request): Command => ({
  check: hasRoom,
  run: (run) => run.ask(requestOf(run)),
  toString: () => said,
});

const book = (name: Name, content: Content) =>
  asking(`book ${name} ${content}`, (run) => ({ does: 'book', at: nextAt(run), name, content }));

const correct = (name: Name, content: Content, behind: number) =>
  asking(`correct ${name} ${content}, ${behind} behind`, (run) => ({
    does: 'correct',
    at: nextAt(run),
    name,
    content,
    seen: seenBy(run, name) - behind,
  }));

const withdraw = (name: Name, behind: number) =>
  asking(`withdraw ${name}, ${behind} behind`, (run) => ({
    does: 'withdraw',
    at: nextAt(run),
    name,
    seen: seenBy(run, name) - behind,
  }));

const find = (name: Name) => asking(`find ${name}`, (run) => ({ does: 'find', at: nextAt(run), name }));

/** A report of its own; `place` says between which things of the store it happened. A return has an RMA number and no further state. */
const report = (name: Name, place: number, status: Entry['what'] | undefined) =>
  asking(`report of ${name} at ${place}: ${status}`, ({ asked, kind }) => {
    const number = String(asked.length).padStart(3, '0');
    const said =
      status === undefined || kind.event === 'Return'
        ? { what: 'rmaAssigned' as const, rma: `UK-${number}` }
        : { what: status };
    return { does: 'report', name, entry: { at: place * secondsBetween + 5, event: `event-${number}`, ...said } };
  });

/** The same request once more, whatever became of it. What a store sends later happens later. */
const again = (which: number): Command => ({
  check: hasRoom,
  run: async (run) => {
    const { request } = run.asked[which % run.asked.length] ?? {};
    if (!request) return;
    run.count('repeated');
    await run.ask(request.does === 'report' ? request : { ...request, at: nextAt(run) });
  },
  toString: () => `again ${which}`,
});

const goOn = (which: number, fate: Fate): Command => ({
  check: (run) => run.waiting() > 0,
  run: (run) => run.goOn(which, fate),
  toString: () => `go on ${which}: ${fate}`,
});

const deliver = (most: number, weather: Weather): Command => ({
  check: () => true,
  run: async (run) => void (await run.deliver(most, weather)),
  toString: () => `deliver ${most}: ${JSON.stringify(weather)}`,
});

// The first booking is what most is about.
const name = fc.oneof({ weight: 4, arbitrary: fc.constant(names[0]) }, { weight: 1, arbitrary: fc.constant(names[1]) });
const content = fc.constantFrom(...contents);
const behind = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const fate = fc.oneof(
  { weight: 7, arbitrary: fc.constant(fates[0]) },
  { weight: 3, arbitrary: fc.constantFrom(...fates) },
);
const weather = fc.oneof(
  { weight: 1, arbitrary: fc.constant(fair) },
  {
    weight: 1,
    arbitrary: fc.record({ search: fc.constantFrom(...fates), events: fc.nat(2), isAnswerLost: fc.boolean() }),
  },
);

const goesOn = fc.tuple(fc.nat(mostAtOnce - 1), fate).map((args) => goOn(...args));

/** What may happen, in any order; commands are drawn evenly, and a request takes two or three calls. */
export const commands = fc.commands(
  [
    fc.tuple(name, content).map((args) => book(...args)),
    fc.tuple(name, content, behind).map((args) => correct(...args)),
    fc.tuple(name, content, behind).map((args) => correct(...args)),
    fc.tuple(name, behind).map((args) => withdraw(...args)),
    name.map(find),
    fc
      .tuple(name, fc.nat(15), fc.option(fc.constantFrom(...providerStates), { nil: undefined }))
      .map((args) => report(...args)),
    fc.nat(9).map(again),
    goesOn,
    goesOn,
    goesOn,
    goesOn,
    goesOn,
    goesOn,
    fc.tuple(fc.integer({ min: 1, max: 3 }), weather).map((args) => deliver(...args)),
  ],
  { maxCommands: 60, size: 'max' },
);

/** What every run begins with: a booking on its way. */
export const firstBooking: Request = { does: 'book', at: secondsBetween, name: names[0], content: contents[0] };
