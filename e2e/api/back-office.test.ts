import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { eventSources, portalEvents } from '#shared/back-office/events.ts';
import { addDays, calendarDate } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { deskOf, soon } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { providerOf, reportOf } from './provider.ts';
import { rowsOf } from './rows.ts';

type Told = { readonly source: string; readonly 'detail-type': string; readonly detail: { readonly id?: unknown } };

// Nothing but what a test reports, and no long rests.
const portal = portalForTests({ backOffice: 'silent', longestPauseMs: 50 });
const told: Told[] = [];
beforeAll(() => portal.cloud().onEvent((event) => told.push(event as Told)));

const deskFor = async (name: string, region: RegionId = 'nuk') => deskOf(await portal.signedIn(region, name), region);
const provider = () => providerOf(portal.cloud());
const toldOf = (id: string) => told.filter(({ source, detail }) => source === eventSources.portal && detail.id === id);
const heard = (id: string) => soon(async () => expect(toldOf(id)).not.toEqual([]));
const assign = (repair: Repair, rma: string, change: Record<string, unknown> = {}) =>
  provider().put('RmaAssigned', reportOf('nuk', repair, { kind: 'repair', rma, ...change }));
const report = (repair: Repair, status: string, occurredAt: string, change: Record<string, unknown> = {}) =>
  provider().put('RepairStatusChanged', reportOf('nuk', repair, { status, occurredAt, ...change }));
const secondsLater = ({ createdAt }: Repair, seconds: number) =>
  new Date(Date.parse(createdAt) + seconds * 1000).toISOString();

test('a back office is told of a booking, a correction and a withdrawal, in their order, and not of what it reported itself', async () => {
  const desk = await deskFor('repairs');
  const { json: booked } = await desk.book({ detailedDescription: 'Canary: Lüfter laut 🎮' });
  const { json: corrected } = await desk.correct(booked, { serialNumber: 'XTW70000000001' });
  await desk.withdraw(corrected);
  const { json: other } = await desk.book();
  await assign(other, 'UK-CANARY-0');
  await soon(async () => expect((await desk.find(other)).json.rma).toBe('UK-CANARY-0'));
  // What comes after it has been told, so it would have been, too.
  const { json: last } = await desk.book();
  await heard(last.id);
  const [first, second, ...more] = toldOf(booked.id);
  expect([first, second, ...more].map((event) => event?.['detail-type'])).toEqual([
    'RepairBooked',
    'RepairCorrected',
    'RepairWithdrawn',
  ]);
  expect(first?.detail).toEqual(portalEvents.RepairBooked.parse(first?.detail));
  const { storeRefNo, createdAt: occurredAt } = booked;
  expect(first?.detail).toMatchObject({ storeRefNo, detailedDescription: 'Canary: Lüfter laut 🎮', occurredAt });
  expect(second?.detail).toMatchObject({ serialNumber: 'XTW70000000001' });
  expect(toldOf(other.id).map((event) => event['detail-type'])).toEqual(['RepairBooked']);
});

test('a back office assigns an RMA number, which the list, the search and the repair then show', async () => {
  const desk = await deskFor('repairs');
  const { json: repair } = await desk.book();
  const rma = `UK${randomUUID().slice(0, 8)}`;
  await assign(repair, rma);
  const listed = async (query: Record<string, string>) =>
    (await desk.list({ limit: '500', ...query })).json.items.find(({ id }) => id === repair.id);
  await soon(async () => expect(await listed({})).toMatchObject({ rma, state: 'registered' }));
  const search = rma.slice(0, 6).toLowerCase();
  await soon(async () => expect(await listed({ search })).toMatchObject({ rma }));
  expect((await desk.find(repair)).json).toMatchObject({
    rma,
    timeline: [{ type: 'booked' }, { type: 'rmaAssigned', rma }],
  });
});

test('a back office that gives a day of its own has it listed by it, for its store and the region’s admins, until it reports on', async () => {
  const [desk, others, admin] = [await deskFor('repairs'), await deskFor('both'), await deskFor('admin')];
  const { json: quoted } = await desk.book();
  const by = addDays(calendarDate(new Date(), regions.nuk.timeZone), 3);
  await report(quoted, 'quoted', secondsLater(quoted, 1), { dueAt: by });
  const dueThisWeek = async (who: typeof desk) =>
    (await who.list({ due: 'week', limit: '500' })).json.items.find(({ id }) => id === quoted.id);
  const due = { state: 'quoted', next: { promise: 'feeAnswer', by, who: ['customer'] } };
  await soon(async () => expect(await dueThisWeek(desk)).toMatchObject(due));
  expect(await dueThisWeek(admin)).toMatchObject(due);
  expect(await dueThisWeek(others)).toBeUndefined();

  await report(quoted, 'cancelled', secondsLater(quoted, 2));
  await soon(async () => expect(await dueThisWeek(desk)).toBeUndefined());
  expect((await desk.find(quoted)).json).not.toHaveProperty('next');
});

test('a back office that reports what nobody can enter finds it among the lost reports, as it sent it; all else arrives', async () => {
  const desk = await deskFor('repairs');
  const { json: repair } = await desk.book();
  const unknown = { ...repair, id: randomUUID() };
  const wrong: [string, object][] = [
    ['RmaAssigned', reportOf('nuk', unknown, { kind: 'repair', rma: 'UK1' })],
    ['RmaAssigned', reportOf('ndach', repair, { kind: 'repair', rma: 'UK2' })],
    ['RepairEaten', reportOf('nuk', repair)],
    ['RepairStatusChanged', reportOf('nuk', repair, { status: 'received', dueAt: '2026-01-01' })],
  ];
  for (const [type, detail] of wrong) await provider().put(type, detail);
  await assign(repair, 'UK-CANARY-3');
  await soon(async () => expect((await desk.find(repair)).json.rma).toBe('UK-CANARY-3'));
  const { provider: source } = eventSources;
  const sent = wrong.map(([type, detail]) => expect.objectContaining({ source, 'detail-type': type, detail }));
  await soon(async () => {
    const lost = await provider().waitingIn('LostReports');
    expect(lost).toHaveLength(sent.length);
    expect(lost).toEqual(expect.arrayContaining(sent));
  });
  expect((await desk.find(repair)).json.timeline).toHaveLength(2);
}, 60_000);

test('a back office hears of every repair, though one between them cannot be read', async () => {
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
    await heard(id);
    expect(toldOf(id)).toHaveLength(1);
    await soon(async () => expect(await desk.references({ search: storeRefNo })).toEqual([storeRefNo]));
  }
  const poison = { eventName: 'INSERT', dynamodb: { Keys: { reference: { S: 'poison' } } } };
  await soon(async () => {
    const [first, ...more] = await provider().waitingIn('LostChanges');
    // Once at least: an answer of the queue that comes late has it sent again.
    for (const letter of [first, ...more]) expect(letter).toMatchObject({ Records: [poison] });
  });
}, 60_000);
