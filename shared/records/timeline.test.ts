import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RepairContent } from '#shared/repairs/content.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { providerStates, rankRepairEntry, toRepairState } from '#shared/repairs/lifecycle.ts';
import { findRma, insertEntry } from './timeline.ts';

type Timeline = readonly RepairEntry[];

const runOptions = { numRuns: 1000 };
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
  reportedState: (typeof providerStates)[number],
  eventId = `${reportedState}-${minute}`,
): RepairEntry => ({ type: 'status', at: at(minute), eventId, status: reportedState });
const withdrawn = (minute: number): RepairEntry => ({ type: 'withdrawn', at: at(minute), by: 'anna@store.example' });

const buildTimeline = (entries: readonly RepairEntry[]) =>
  entries.reduce<Timeline>((timeline, entry) => insertEntry(timeline, entry, rankRepairEntry), [booked]);
const summarize = (timeline: Timeline) => ({ timeline, state: toRepairState(timeline), rma: findRma(timeline) });

/** Event ids that look alike, or are invisible, are still different. */
const eventIds = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
  fc.constantFrom('a', 'A', 'a\u200B', '\u00E9', 'e\u0301', '\u0000', '\u0001'),
);

/**
 * Possible events of a repair in any order, several of them at the same instant, as with a coarse clock of the back
 * office.
 */
const eventLists = fc
  .uniqueArray(
    fc.record({ eventId: eventIds, minute: fc.nat({ max: 3 }), what: fc.constantFrom('rma', ...providerStates) }),
    { selector: ({ eventId }) => eventId, maxLength: 12 },
  )
  .map((events) =>
    events.map(({ eventId, minute, what }) =>
      what === 'rma' ? rma(minute, `RMA-${eventId}`, eventId) : status(minute, what, eventId),
    ),
  );

const shuffledEvents = eventLists.chain((events) =>
  fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
);

describe('withEntry', () => {
  test('is independent of the order of events', () => {
    fc.assert(
      fc.property(shuffledEvents, ([events, otherOrder]) => {
        expect(summarize(buildTimeline(otherOrder))).toEqual(summarize(buildTimeline(events)));
      }),
      runOptions,
    );
  });

  test('ignores repeated events', () => {
    fc.assert(
      fc.property(shuffledEvents, ([events, repeated]) => {
        expect(summarize(buildTimeline([...events, ...repeated]))).toEqual(summarize(buildTimeline(events)));
      }),
      runOptions,
    );
  });

  test('keeps all events in chronological order', () => {
    fc.assert(
      fc.property(eventLists, (events) => {
        const timeline = buildTimeline(events);
        expect(timeline).toHaveLength(events.length + 1);
        expect(timeline).toEqual(expect.arrayContaining(events));
        const instants = timeline.map((entry) => entry.at);
        expect(instants).toEqual(instants.toSorted());
      }),
      runOptions,
    );
  });

  test('keeps repeated corrections and does not mutate its input', () => {
    const corrected: RepairEntry = {
      type: 'corrected',
      at: at(1),
      by: 'anna@store.example',
      before: {} as RepairContent,
    };
    const before: Timeline = [booked];
    const once = insertEntry(before, corrected, rankRepairEntry);
    expect(insertEntry(once, corrected, rankRepairEntry)).toHaveLength(3);
    expect(before).toEqual([booked]);
  });
});

describe('repairStateOf and rmaOf', () => {
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
    expect(summarize(buildTimeline(entries))).toMatchObject({ state, rma: number });
  });
});
