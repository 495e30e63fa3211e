import { describe, expect, test } from '@jest/globals';
import { portalEvents } from '#shared/back-office/events.ts';
import { eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { linesOf, returnsDeskOf } from './return-bookings.ts';

const portal = portalForTests({ backOffice: { delayMs: 300 } });

describe('the RMA number of a return', () => {
  test('comes from the provider after it heard of the booking, and the return is found by it', async () => {
    const heard: unknown[] = [];
    portal.cloud().onEvent((event) => {
      if (event['detail-type'] === 'ReturnBooked') heard.push(event.detail);
    });
    const desk = returnsDeskOf(await portal.signedIn('nuk', 'returns'));
    const { json: booked } = await desk.book({ lines: linesOf(5) });
    const { json: registered } = await eventually(
      () => desk.find(booked),
      ({ json }) => json.rma !== null,
    );
    expect(registered).toEqual({
      ...booked,
      rma: registered.rma,
      state: 'registered',
      version: 2,
      timeline: [
        ...booked.timeline,
        { type: 'rmaAssigned', rma: registered.rma, at: expect.any(String), eventId: expect.any(String) },
      ],
    });
    expect((await desk.list({ state: 'registered', limit: '1' })).json.items).toMatchObject([
      { id: booked.id, rma: registered.rma },
    ]);
    expect(
      await eventually(
        () => desk.references({ search: registered.rma ?? '' }),
        (found) => found?.length === 1,
      ),
    ).toEqual([booked.storeRefNo]);

    const told = heard.map((detail) => portalEvents.ReturnBooked.parse(detail)).filter(({ id }) => id === booked.id);
    expect(told).toMatchObject([{ storeRefNo: booked.storeRefNo, numberOfProducts: 5, key: { store: 'nuk#UK-1001' } }]);
    expect(JSON.stringify(heard)).not.toMatch(/returns@nuk|serialNumber/);
  });

  test('makes a booking that is sent again no second one: it answers the return as it is now', async () => {
    const desk = returnsDeskOf(await portal.signedIn('ndach', 'returns'), 'ndach');
    const booking = { id: crypto.randomUUID(), storeRefNo: 'AGAIN', lines: linesOf(2) };
    const { json: booked } = await desk.book(booking);
    const { json: registered } = await eventually(
      () => desk.find(booked),
      ({ json }) => json.rma !== null,
    );
    expect(await desk.book(booking)).toMatchObject({ status: 201, json: registered });
  });
});
