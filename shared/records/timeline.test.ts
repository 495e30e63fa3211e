import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RepairContent } from '#shared/repairs/content.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { providerStates, rankRepairEntry, toRepairState } from '#shared/repairs/lifecycle.ts';
import { findRma, insertEntry } from './timeline.ts';

type Timeline = readonly RepairEntry[];

const runOptions = { numRuns: 1000 };
const toInstant = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();
const bookedEntry: RepairEntry = { type: 'booked', at: toInstant(0), by: 'anna@store.example' };
const buildRmaEntry = (minute: number, rma = 'UK50000001', eventId = `rma-${minute}`): RepairEntry => ({
  type: 'rmaAssigned',
  at: toInstant(minute),
  eventId,
  rma,
});
const buildStatusEntry = (
  minute: number,
  reportedState: (typeof providerStates)[number],
  eventId = `${reportedState}-${minute}`,
): RepairEntry => ({ type: 'status', at: toInstant(minute), eventId, status: reportedState });
const buildWithdrawnEntry = (minute: number): RepairEntry => ({
  type: 'withdrawn',
  at: toInstant(minute),
  by: 'anna@store.example',
});

const buildTimeline = (entries: readonly RepairEntry[]) =>
  entries.reduce<Timeline>((timeline, entry) => insertEntry(timeline, entry, rankRepairEntry), [bookedEntry]);
const summarize = (timeline: Timeline) => ({ timeline, state: toRepairState(timeline), rma: findRma(timeline) });

/** Event ids, including different ids that look alike or are invisible. */
const eventIds = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
  fc.constantFrom('a', 'A', 'a\u200B', '\u00E9', 'e\u0301', '\u0000', '\u0001'),
);

/**
 * Possible events of a repair in any order. Several may have the same instant, because the back office may have a
 * coarse clock.
 */
const eventLists = fc
  .uniqueArray(
    fc.record({ eventId: eventIds, minute: fc.nat({ max: 3 }), report: fc.constantFrom('rma', ...providerStates) }),
    { selector: ({ eventId }) => eventId, maxLength: 12 },
  )
  .map((events) =>
    events.map(({ eventId, minute, report }) =>
      report === 'rma' ? buildRmaEntry(minute, `RMA-${eventId}`, eventId) : buildStatusEntry(minute, report, eventId),
    ),
  );

const shuffledEvents = eventLists.chain((events) =>
  fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
);

describe('insertEntry', () => {
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
      fc.property(shuffledEvents, ([events, repeatedEvents]) => {
        expect(summarize(buildTimeline([...events, ...repeatedEvents]))).toEqual(summarize(buildTimeline(events)));
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
    const correctedEntry: RepairEntry = {
      type: 'corrected',
      at: toInstant(1),
      by: 'anna@store.example',
      before: {} as RepairContent,
    };
    const originalTimeline: Timeline = [bookedEntry];
    const correctedTimeline = insertEntry(originalTimeline, correctedEntry, rankRepairEntry);
    expect(insertEntry(correctedTimeline, correctedEntry, rankRepairEntry)).toHaveLength(3);
    expect(originalTimeline).toEqual([bookedEntry]);
  });
});

describe('toRepairState and findRma', () => {
  test.each<[string, RepairEntry[], string, string | null]>([
    ['booked', [], 'submitted', null],
    ['with an RMA', [buildRmaEntry(1)], 'registered', 'UK50000001'],
    ['confirmed', [buildRmaEntry(1), buildStatusEntry(2, 'confirmed')], 'confirmed', 'UK50000001'],
    [
      'received before its RMA was assigned',
      [buildStatusEntry(2, 'received'), buildRmaEntry(1)],
      'received',
      'UK50000001',
    ],
    ['without an RMA, but received', [buildStatusEntry(2, 'received')], 'received', null],
    [
      'dispatched, with a late report',
      [buildRmaEntry(1), buildStatusEntry(9, 'dispatched'), buildStatusEntry(3, 'assessed')],
      'dispatched',
      'UK50000001',
    ],
    ['reported twice at one instant', [buildStatusEntry(2, 'quoted'), buildStatusEntry(2, 'assessed')], 'quoted', null],
    ['with a second RMA', [buildRmaEntry(3, 'NEW'), buildRmaEntry(1, 'OLD')], 'registered', 'NEW'],
    ['withdrawn', [buildWithdrawnEntry(1)], 'withdrawn', null],
    ['withdrawn before an RMA arrived', [buildWithdrawnEntry(2), buildRmaEntry(3)], 'withdrawn', 'UK50000001'],
  ])('derive the state and the RMA of a repair: %s', (_, entries, state, rma) => {
    expect(summarize(buildTimeline(entries))).toMatchObject({ state, rma });
  });
});
