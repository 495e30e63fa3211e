import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';

/**
 * What records should do, one request after the other, said again in a few lines and without the product's own rules. It is of one
 * reference of one store, for which there are two bookings; what they say is one of three things.
 */

export const names = ['first', 'second'] as const;
export type Name = (typeof names)[number];

export const contents = ['A', 'B', 'C'] as const;
export type Content = (typeof contents)[number];

/** `at` is seconds since the run began. Only the back office's have an event id, and perhaps an RMA number. */
export type Entry = {
  readonly at: number;
  readonly what: 'booked' | 'corrected' | 'withdrawn' | 'rmaAssigned' | RepairState;
  readonly event?: string;
  readonly rma?: string;
};

export type Kept = {
  readonly name: Name;
  readonly content: Content;
  readonly version: number;
  readonly timeline: readonly Entry[];
};

export type Told = {
  readonly what: 'Booked' | 'Corrected' | 'Withdrawn';
  readonly name: Name;
  readonly at: number;
  readonly content?: Content;
};

/** What stands at the reference, what was withdrawn from it, and what was told. */
export type World = {
  readonly standing: Kept | undefined;
  readonly aside: Readonly<Partial<Record<Name, Kept>>>;
  readonly told: readonly Told[];
};

export const beginning: World = { standing: undefined, aside: {}, told: [] };

export type Request = { readonly name: Name } & (
  | { readonly does: 'book'; readonly at: number; readonly content: Content }
  | { readonly does: 'correct'; readonly at: number; readonly content: Content; readonly seen: number }
  | { readonly does: 'withdraw'; readonly at: number; readonly seen: number }
  | { readonly does: 'find'; readonly at: number }
  | { readonly does: 'report'; readonly entry: Entry & { readonly event: string } }
);

/** How the codes and the events of a kind of records begin. */
export type Event = 'Repair' | 'Return';

export const rmaOf = ({ timeline }: Kept): string | undefined =>
  timeline.findLast(({ what }) => what === 'rmaAssigned')?.rma;

/** What the back office or a withdrawal said last; otherwise whether there is an RMA number. */
export const stateOf = (kept: Kept): string => {
  const last = kept.timeline.findLast(({ what }) => !['booked', 'corrected', 'rmaAssigned'].includes(what));
  return last?.what ?? (rmaOf(kept) === undefined ? 'submitted' : 'registered');
};

const ended = ['repaired', 'dispatched', 'returnedUnrepaired', 'abandoned', 'cancelled', 'withdrawn'];

/** Under what a repair is found by a date: a quote waits for its answer, a device that came for its repair; what was sent off may be missed. */
export const dueOf = (kept: Kept): 'due' | 'complaint' | undefined => {
  const state = stateOf(kept);
  if (state === 'dispatched' || state === 'returnedUnrepaired') return 'complaint';
  if (state === 'quoted') return 'due';
  const said = kept.timeline.map(({ what }) => what);
  const begun = said.indexOf('received');
  return begun === -1 || said.slice(begun).some((what) => ended.includes(what)) ? undefined : 'due';
};

type Shown = Pick<Kept, 'name' | 'version' | 'timeline'> & {
  readonly content: string | undefined;
  readonly state: string;
  readonly rma: string | undefined;
};

/** A record in one line, by which answers, rows and the model are compared. */
export const written = ({ name, content, version, state, rma, timeline }: Shown): string => {
  const happened = timeline.map((entry) => [entry.at, entry.what, entry.rma].filter(Boolean).join(' '));
  return `${name} ${content}, version ${version}, ${state}, RMA ${rma}: ${happened.join('; ')}`;
};

export const lineOf = (kept: Kept): string => written({ ...kept, state: stateOf(kept), rma: rmaOf(kept) });

const rank = ({ what }: Entry) => (providerStates as readonly string[]).indexOf(what);

/** The timeline is in the order in which things happened, whenever they are heard of. */
const after = (kept: Kept, entry: Entry, change: Partial<Kept> = {}): Kept => ({
  ...kept,
  ...change,
  version: kept.version + 1,
  timeline: [...kept.timeline, entry].toSorted(
    (one, other) => one.at - other.at || rank(one) - rank(other) || ((one.event ?? '') < (other.event ?? '') ? -1 : 1),
  ),
});

export const answered = (world: World, request: Request, event: Event): { world: World; answer: string } => {
  const { name } = request;
  const { standing, aside, told } = world;
  const nothing = (answer: string) => ({ world, answer });

  if (request.does === 'book') {
    const { at, content } = request;
    if (standing?.name === name) return nothing(lineOf(standing));
    // An id is one record, also once that was withdrawn.
    if (aside[name]) return nothing(`${event}Withdrawn`);
    if (standing) return nothing(`${event}RequestExists`);
    const booked: Kept = { name, content, version: 1, timeline: [{ at, what: 'booked' }] };
    return {
      world: { standing: booked, aside, told: [...told, { what: 'Booked', name, at, content }] },
      answer: lineOf(booked),
    };
  }

  const isStanding = standing?.name === name;
  const kept = isStanding ? standing : aside[name];
  if (!kept) return nothing(request.does === 'report' ? 'UnknownRecord' : 'NotFound');
  if (request.does === 'find') return nothing(lineOf(kept));

  if (request.does === 'report') {
    const { entry } = request;
    if (kept.timeline.some((known) => known.event === entry.event)) return nothing('entered');
    const entered = after(kept, entry);
    return {
      world: isStanding ? { ...world, standing: entered } : { ...world, aside: { ...aside, [name]: entered } },
      answer: 'entered',
    };
  }

  // Done already: by the same request, or as good as.
  if (request.does === 'correct' && isStanding && kept.content === request.content) return nothing(lineOf(kept));
  if (request.does === 'withdraw' && !isStanding) return nothing(lineOf(kept));
  if (!isStanding) return nothing(`${event}Changed`);
  if (stateOf(kept) !== 'submitted') return nothing(`${event}NotPending`);
  if (kept.version !== request.seen) return nothing(`${event}Changed`);

  const { at } = request;
  if (request.does === 'correct') {
    const { content } = request;
    const corrected = after(kept, { at, what: 'corrected' }, { content });
    return {
      world: { ...world, standing: corrected, told: [...told, { what: 'Corrected', name, at, content }] },
      answer: lineOf(corrected),
    };
  }
  const withdrawn = after(kept, { at, what: 'withdrawn' });
  return {
    world: {
      standing: undefined,
      aside: { ...aside, [name]: withdrawn },
      told: [...told, { what: 'Withdrawn', name, at }],
    },
    answer: lineOf(withdrawn),
  };
};
