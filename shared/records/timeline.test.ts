import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RepairContent } from '#shared/repairs/content.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { providerStates, repairRankOf, repairStateOf } from '#shared/repairs/lifecycle.ts';
import { rmaOf, withEntry } from './timeline.ts';

type Timeline = readonly RepairEntry[];

const runs = { numRuns: 1000 };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();
const booked: RepairEntry = { type: 'booked', at: at(0), by: 'anna@store.example' };
const rma = (minute: number, number = 'UK50000001', eventId = `rma-${minute}`): RepairEntry => ({
  type: 'rmaAssigned',
  at: at(minute),
  eventId,
  rma: number,
});
const status = (
  minute: number,
  reported: (typeof providerStates)[number],
  eventId = `${reported}-${minute}`,
): RepairEntry => ({ type: 'status', at: at(minute), eventId, status: reported });
const withdrawn = (minute: number): RepairEntry => ({ type: 'withdrawn', at: at(minute), by: 'anna@store.example' });

const told = (entries: readonly RepairEntry[]) =>
  entries.reduce<Timeline>((timeline, entry) => withEntry(timeline, entry, repairRankOf), [booked]);
const outcome = (timeline: Timeline) => ({ timeline, state: repairStateOf(timeline), rma: rmaOf(timeline) });

/** Ids that look alike, or like nothing at all, are still different ids. */
const eventIds = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
  fc.constantFrom('a', 'A', 'a\u200B', '\u00E9', 'e\u0301', '\u0000', '\u0001'),
);

/** What can happen to a repair, in any order: many at one instant, as a back office with a coarse clock reports them. */
const happenings = fc
  .uniqueArray(
    fc.record({ eventId: eventIds, minute: fc.nat({ max: 3 }), what: fc.constantFrom('rma', ...providerStates) }),
    { selector: ({ eventId }) => eventId, maxLength: 12 },
  )
  .map((events) =>
    events.map(({ eventId, minute, what }) =>
      what === 'rma' ? rma(minute, `RMA-${eventId}`, eventId) : status(minute, what, eventId),
    ),
  );

const shuffled = happenings.chain((events) =>
  fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
);

describe('the timeline of a repair', () => {
  test('is the same in whatever order the events arrive', () => {
    fc.assert(
      fc.property(shuffled, ([events, otherOrder]) => {
        expect(outcome(told(otherOrder))).toEqual(outcome(told(events)));
      }),
      runs,
    );
  });

  test('is the same however often an event arrives', () => {
    fc.assert(
      fc.property(shuffled, ([events, again]) => {
        expect(outcome(told([...events, ...again]))).toEqual(outcome(told(events)));
      }),
      runs,
    );
  });

  test('loses nothing and runs in the order of time', () => {
    fc.assert(
      fc.property(happenings, (events) => {
        const timeline = told(events);
        expect(timeline).toHaveLength(events.length + 1);
        expect(timeline).toEqual(expect.arrayContaining(events));
        const instants = timeline.map((entry) => entry.at);
        expect(instants).toEqual(instants.toSorted());
      }),
      runs,
    );
  });

  test('keeps what the store did twice, and leaves the one it grew from as it was', () => {
    const corrected: RepairEntry = {
      type: 'corrected',
      at: at(1),
      by: 'anna@store.example',
      before: {} as RepairContent,
    };
    const before: Timeline = [booked];
    const once = withEntry(before, corrected);
    expect(withEntry(once, corrected)).toHaveLength(3);
    expect(before).toEqual([booked]);
  });
});

describe('the state of a repair', () => {
  test.each<[string, RepairEntry[], string, string | null]>([
    ['booked', [], 'submitted', null],
    ['with an RMA', [rma(1)], 'registered', 'UK50000001'],
    ['confirmed', [rma(1), status(2, 'confirmed')], 'confirmed', 'UK50000001'],
    ['reported before its RMA came', [status(2, 'received'), rma(1)], 'received', 'UK50000001'],
    ['without an RMA, but received', [status(2, 'received')], 'received', null],
    [
      'dispatched, with a late report',
      [rma(1), status(9, 'dispatched'), status(3, 'assessed')],
      'dispatched',
      'UK50000001',
    ],
    ['reported twice at one instant', [status(2, 'quoted'), status(2, 'assessed')], 'quoted', null],
    ['with a second RMA', [rma(3, 'NEW'), rma(1, 'OLD')], 'registered', 'NEW'],
    ['withdrawn', [withdrawn(1)], 'withdrawn', null],
    ['withdrawn, and an RMA that crossed it', [withdrawn(2), rma(3)], 'withdrawn', 'UK50000001'],
  ])('%s', (_, entries, state, number) => {
    expect(outcome(told(entries))).toMatchObject({ state, rma: number });
  });
});
