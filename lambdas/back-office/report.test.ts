import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eventOf, rmaAssigned, statusChanged } from '#lambdas/testing/provider-event.ts';
import { entryOf, parseReport } from './report.ts';

const now = new Date('2026-11-03T08:00:00.000Z');

describe('a report', () => {
  test('of an RMA number becomes an entry of the timeline', () =>
    expect(entryOf(parseReport(rmaAssigned(), now))).toEqual({
      type: 'rmaAssigned',
      at: '2026-11-03T08:00:00.000Z',
      eventId: 'e-1',
      rma: 'UK55500001',
    }));

  test('of a status becomes an entry of the timeline', () =>
    expect(entryOf(parseReport(statusChanged({ status: 'returnedUnrepaired' }), now))).toEqual({
      type: 'status',
      at: '2026-11-03T08:00:00.000Z',
      eventId: 'e-2',
      status: 'returnedUnrepaired',
    }));

  test('of a status may bring the provider’s own day, and that the device is another', () =>
    expect(
      entryOf(parseReport(statusChanged({ status: 'dispatched', dueAt: '2026-12-24', isReplacement: true }), now)),
    ).toMatchObject({ status: 'dispatched', dueAt: '2026-12-24', isReplacement: true }));

  test('may hold more than is read', () =>
    expect(parseReport(rmaAssigned({ clerk: 'somebody' }), now).detail).not.toHaveProperty('clerk'));

  test.each([
    ['2026-11-03T07:00:00Z', '2026-11-03T07:00:00.000Z'],
    ['2026-11-03T07:00:00.123456Z', '2026-11-03T07:00:00.123Z'],
  ])('of %s is kept in the one form in which instants sort', (occurredAt, at) =>
    expect(entryOf(parseReport(rmaAssigned({ occurredAt }), now)).at).toBe(at),
  );

  test('may come from a clock that is five minutes ahead', () =>
    expect(parseReport(rmaAssigned({ occurredAt: '2026-11-03T08:05:00.000Z' }), now).type).toBe('RmaAssigned'));
});

describe('refused is', () => {
  test.each([
    ['what is no JSON', '{', 'NotAnEvent'],
    ['what is no event', '[]', 'NotAnEvent'],
    ["an event of somebody else's", eventOf('RmaAssigned', {}, { source: 'retailer-support-portal' }), 'NotAnEvent'],
    ['a type that nobody knows', eventOf('RMAAssigned'), 'UnknownType'],
    ["a type of the portal's own", eventOf('RepairBooked'), 'UnknownType'],
    ['a type that every object has', eventOf('constructor'), 'UnknownType'],
    ['an RMA number without a number', rmaAssigned({ rma: '  ' }), 'InvalidDetail'],
    ['an RMA number with a control character', rmaAssigned({ rma: 'R\u001F1' }), 'InvalidDetail'],
    ['an RMA number that is too long', rmaAssigned({ rma: 'R'.repeat(41) }), 'InvalidDetail'],
    ['a day that does not exist', statusChanged({ dueAt: '2026-02-30' }), 'InvalidDetail'],
    ['a day more than a year off', statusChanged({ dueAt: '9999-12-31' }), 'InvalidDetail'],
    ['a day more than a year ago', statusChanged({ dueAt: '0001-01-01' }), 'InvalidDetail'],
    ['a status of the portal', statusChanged({ status: 'withdrawn' }), 'InvalidDetail'],
    ['an event without an id', rmaAssigned({ eventId: '' }), 'InvalidDetail'],
    ['a store id that would end its key', rmaAssigned({ storeId: 'UK001#' }), 'InvalidDetail'],
    ['a region that there is not', rmaAssigned({ region: 'nit' }), 'InvalidDetail'],
    ['another version', rmaAssigned({ version: 2 }), 'InvalidDetail'],
    ['a time without a zone', rmaAssigned({ occurredAt: '2026-11-03T08:00:00' }), 'InvalidDetail'],
    ['what happens later than in five minutes', rmaAssigned({ occurredAt: '2026-11-03T08:05:00.001Z' }), 'InTheFuture'],
  ])('%s', (_, body, reason) =>
    expect(() => parseReport(body, now)).toThrow(expect.objectContaining({ name: 'RefusedReport', reason })),
  );

  test('whatever else comes, without breaking down', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((detail) => eventOf('RmaAssigned', detail)),
        ),
        (body) => {
          expect(() => parseReport(body, now)).toThrow(expect.objectContaining({ name: 'RefusedReport' }));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
