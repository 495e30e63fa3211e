import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventSources, portalEvents } from '#shared/back-office/events.ts';
import { repairProduct } from '#shared/catalogue/repairs.ts';
import { addDays, calendarDate } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { deskOf, eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { providerOf, reportOf } from './provider.ts';
import { rowsOf } from './rows.ts';

type Told = { readonly source: string; readonly 'detail-type': string; readonly detail: { readonly id?: unknown } };

describe('a back office', () => {
  // Nothing but what a test reports, and no long rests.
  const portal = portalForTests({ backOffice: 'silent', longestPauseMs: 50 });
  const told: Told[] = [];
  beforeAll(() => portal.cloud().onEvent((event) => told.push(event as Told)));

  const deskFor = async (name: string, region: RegionId = 'nuk') => deskOf(await portal.signedIn(region, name), region);
  const provider = () => providerOf(portal.cloud());
  const toldOf = (id: string) =>
    told.filter(({ source, detail }) => source === eventSources.portal && detail.id === id);
  const heard = (id: string, count: number) =>
    eventually(
      async () => toldOf(id),
      (events) => events.length >= count,
    );
  const assign = (repair: Repair, rma: string, change: Record<string, unknown> = {}) =>
    provider().put('RmaAssigned', reportOf('nuk', repair, { kind: 'repair', rma, ...change }));
  const report = (repair: Repair, status: string, occurredAt: string, change: Record<string, unknown> = {}) =>
    provider().put('RepairStatusChanged', reportOf('nuk', repair, { status, occurredAt, ...change }));
  const secondsLater = ({ createdAt }: Repair, seconds: number) =>
    new Date(Date.parse(createdAt) + seconds * 1000).toISOString();

  test('is told of a booking, with the provider’s codes and nothing that is the portal’s own', async () => {
    const desk = await deskFor('repairs');
    const { json: repair } = await desk.book({ detailedDescription: 'Lüfter laut 🎮' });
    const [event, ...others] = await heard(repair.id, 1);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ source: 'retailer-support-portal', 'detail-type': 'RepairBooked' });
    expect(event?.detail).toEqual(portalEvents.RepairBooked.parse(event?.detail));
    expect(event?.detail).toMatchObject({
      version: 1,
      region: 'nuk',
      id: repair.id,
      storeId: 'UK-1001',
      storeRefNo: repair.storeRefNo,
      storeName: 'London Oxford Street',
      product: { key: 'switch-oled', code: repairProduct('switch-oled')?.code },
      detailedDescription: 'Lüfter laut 🎮',
      occurredAt: repair.createdAt,
    });
  });

  test('is told of a correction and a withdrawal, in their order, and not of what it reported itself', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const { json: corrected } = await desk.correct(booked, { serialNumber: 'XTW70000000001' });
    await desk.withdraw(corrected);
    const { json: other } = await desk.book();
    await assign(other, 'UK55500000');
    await eventually(
      async () => (await desk.find(other)).json.rma,
      (rma) => rma !== null,
    );
    // What comes after it has been told, so it would have been, too.
    const { json: last } = await desk.book();
    await heard(last.id, 1);
    expect(toldOf(booked.id).map((event) => event['detail-type'])).toEqual([
      'RepairBooked',
      'RepairCorrected',
      'RepairWithdrawn',
    ]);
    expect(toldOf(booked.id)[1]?.detail).toMatchObject({ serialNumber: 'XTW70000000001' });
    expect(toldOf(other.id).map((event) => event['detail-type'])).toEqual(['RepairBooked']);
  });

  test('assigns an RMA number, which the list, the search and the repair then show', async () => {
    const desk = await deskFor('repairs');
    const { json: repair } = await desk.book();
    const rma = `UK${randomUUID().slice(0, 8)}`;
    await assign(repair, rma);
    const listed = async (query: Record<string, string>) =>
      (await desk.list({ limit: '500', ...query })).json.items.find(({ id }) => id === repair.id);
    expect(
      await eventually(
        () => listed({}),
        (item) => item?.rma === rma,
      ),
    ).toMatchObject({ rma, state: 'registered' });
    expect(
      await eventually(
        () => listed({ search: rma.slice(0, 6).toLowerCase() }),
        (item) => item !== undefined,
      ),
    ).toMatchObject({ rma });
    expect((await desk.find(repair)).json).toMatchObject({
      rma,
      timeline: [{ type: 'booked' }, { type: 'rmaAssigned', rma }],
    });
    expect(await desk.withdraw((await desk.find(repair)).json)).toMatchObject({
      status: 409,
      code: 'RepairNotPending',
    });
  });

  test('that gives a day of its own has it listed by it, for its store and the region’s admins, until it reports on', async () => {
    const [desk, others, admin] = [await deskFor('repairs'), await deskFor('both'), await deskFor('admin')];
    const [{ json: late }, { json: early }] = [await desk.book(), await desk.book()];
    const today = calendarDate(new Date(), regions.nuk.timeZone);
    const [before, after] = [addDays(today, -1), addDays(today, 3)];
    await report(late, 'quoted', secondsLater(late, 1), { dueAt: before });
    await report(early, 'received', secondsLater(early, 1), { dueAt: after });
    const due = (who: typeof desk, filter: string, limit = '500') => who.pages({ due: filter, limit });
    const both = [late.storeRefNo, early.storeRefNo];
    const ofBoth = (pages: string[][]) => pages.flat().filter((name) => both.includes(name));
    await eventually(
      () => due(desk, 'all'),
      (pages) => ofBoth(pages).length === 2,
    );
    for (const who of [desk, admin])
      for (const limit of ['1', '500']) {
        expect(ofBoth(await due(who, 'all', limit))).toEqual(both);
        expect(ofBoth(await due(who, 'overdue', limit))).toEqual([late.storeRefNo]);
        expect(ofBoth(await due(who, 'week', limit))).toEqual([early.storeRefNo]);
      }
    expect(ofBoth(await due(others, 'all'))).toEqual([]);
    const { items } = (await desk.list({ due: 'overdue', limit: '500' })).json;
    expect(items.find(({ id }) => id === late.id)).toMatchObject({
      state: 'quoted',
      next: { promise: 'feeAnswer', by: before, who: ['customer'] },
    });
    expect((await desk.find(late)).json.promises).toContainEqual(
      expect.objectContaining({ name: 'feeAnswer', by: before, state: 'broken' }),
    );

    await report(late, 'returnedUnrepaired', secondsLater(late, 2));
    await eventually(
      () => due(desk, 'all'),
      (pages) => ofBoth(pages).length === 1,
    );
    expect(ofBoth(await due(desk, 'all'))).toEqual([early.storeRefNo]);
    const { json } = await desk.find(late);
    expect(json).not.toHaveProperty('next');
  });

  test('that reports an event twice has reported it once', async () => {
    const desk = await deskFor('repairs');
    const { json: repair } = await desk.book();
    const detail = reportOf('nuk', repair, { kind: 'repair', rma: 'UK55500001' });
    await Promise.all([provider().put('RmaAssigned', detail), provider().put('RmaAssigned', detail)]);
    await provider().put('RmaAssigned', detail);
    await report(repair, 'confirmed', secondsLater(repair, 1));
    expect(
      await eventually(
        () => provider().isDone('EventsReports'),
        (isDone) => isDone,
      ),
    ).toBe(true);
    const { timeline, version } = (await desk.find(repair)).json;
    expect(timeline.map(({ type }) => type).toSorted()).toEqual(['booked', 'rmaAssigned', 'status']);
    expect(version).toBe(3);
  });

  test('that reports out of order is read in the order in which things happened', async () => {
    const desk = await deskFor('repairs');
    const { json: repair } = await desk.book();
    const states = ['confirmed', 'received', 'assessed', 'quoted', 'repaired', 'dispatched'];
    for (const [index, status] of [...states.entries()].toReversed())
      await report(repair, status, secondsLater(repair, 1 + index));
    await assign(repair, 'UK55500002', { occurredAt: repair.createdAt });
    const { json } = await eventually(
      () => desk.find(repair),
      (found) => found.json.timeline.length === 8,
    );
    expect(json).toMatchObject({ state: 'dispatched', rma: 'UK55500002' });
    expect(json.timeline.flatMap((entry) => (entry.type === 'status' ? entry.status : []))).toEqual(states);
  });

  test('that reports what nobody can enter finds it among the lost reports, as it sent it; all else arrives', async () => {
    const desk = await deskFor('repairs');
    const { json: repair } = await desk.book();
    const unknown = { ...repair, id: randomUUID() };
    const wrong: [string, object][] = [
      ['RmaAssigned', reportOf('nuk', unknown, { kind: 'repair', rma: 'UK1' })],
      ['RmaAssigned', reportOf('ndach', repair, { kind: 'repair', rma: 'UK2' })],
      ['RmaAssigned', reportOf('nuk', repair, { kind: 'repair' })],
      ['RepairStatusChanged', reportOf('nuk', repair, { status: 'eaten' })],
      ['RepairStatusChanged', reportOf('nuk', repair, { status: 'received', version: 2 })],
      ['RepairStatusChanged', reportOf('nuk', repair, { status: 'received', occurredAt: '2999-01-01T00:00:00Z' })],
      ['RepairEaten', reportOf('nuk', repair)],
      ['RmaAssigned', {}],
    ];
    for (const [type, detail] of wrong) await provider().put(type, detail);
    await assign(repair, 'UK55500003');
    expect(
      await eventually(
        async () => (await desk.find(repair)).json.rma,
        (rma) => rma !== null,
      ),
    ).toBe('UK55500003');
    const lost = await eventually(
      () => provider().waitingIn('LostReports'),
      (messages) => messages.length === wrong.length,
    );
    const said = (type: string, detail: unknown) => JSON.stringify([type, detail]);
    expect(new Set(lost.map((event) => said(String(event['detail-type']), event['detail'])))).toEqual(
      new Set(wrong.map(([type, detail]) => said(type, detail))),
    );
    expect(lost.every(({ source }) => source === eventSources.provider)).toBe(true);
    expect((await desk.find(repair)).json.timeline).toHaveLength(2);
  }, 60_000);

  test('hears of every repair, though one between them cannot be read', async () => {
    const desk = await deskFor('both', 'ndach');
    const book = async () => (await desk.book()).json;
    const before = await Promise.all([book(), book(), book()]);
    await rowsOf(portal.cloud()).put('repairs', {
      store: 'ndach#AT-2002',
      reference: 'poison',
      serialNumber: 'canary',
    });
    const after = await Promise.all([book(), book(), book()]);
    for (const { id, storeRefNo } of [...before, ...after]) {
      expect(await heard(id, 1)).toHaveLength(1);
      expect(
        await eventually(
          () => desk.references({ search: storeRefNo }),
          (found) => found?.length === 1,
        ),
      ).toEqual([storeRefNo]);
    }
    const lost = await eventually(
      () => provider().waitingIn('LostChanges'),
      (messages) => messages.length > 0,
    );
    // Once at least: an answer of the queue that comes late has it sent again.
    for (const letter of lost)
      expect(letter).toMatchObject({
        Records: [{ eventName: 'INSERT', dynamodb: { Keys: { reference: { S: 'poison' } } } }],
      });
  }, 60_000);

  test('leaves nothing of a repair in the logs', () => {
    expect(portal.lines.length).toBeGreaterThan(10);
    expect(portal.lines.join('\n')).not.toMatch(/XTW7|Lüfter|canary|UK555/);
  });
});

describe('the stand-in for the provider', () => {
  const portal = portalForTests({ backOffice: { delayMs: 50 } });

  test('assigns RMA numbers by itself, confirms, and leaves the demo repairs that wait as they are', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'repairs'));
    const waiting = (await desk.list({ state: 'submitted' })).json.items.map(({ id }) => id);
    expect(waiting).toHaveLength(3);
    const { json: repair } = await desk.book();
    const { json } = await eventually(
      () => desk.find(repair),
      (found) => found.json.state === 'confirmed',
    );
    expect(json.rma).toMatch(/^UK59\d{6}$/);
    expect((await desk.list({ state: 'submitted' })).json.items.map(({ id }) => id)).toEqual(waiting);
  });

  test('reports what is chosen on its page', async () => {
    const desk = deskOf(await portal.signedIn('ndach', 'repairs'), 'ndach');
    const { json: repair } = await desk.book();
    await eventually(
      () => desk.find(repair),
      (found) => found.json.state === 'confirmed',
    );
    const { backOfficeUrl } = portal.cloud();
    expect(await (await fetch(backOfficeUrl)).text()).toContain(repair.storeRefNo);
    const form = new URLSearchParams({ id: repair.id, report: 'quoted', rma: '' });
    expect((await fetch(`${backOfficeUrl}/reports`, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(
      303,
    );
    expect(
      await eventually(
        async () => (await desk.find(repair)).json.state,
        (state) => state === 'quoted',
      ),
    ).toBe('quoted');
  });
});
