import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { routes } from '#shared/api/routes/table.ts';
import { eventSources, portalEvents } from '#shared/back-office/provider-events.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { createRepairsClient, waitUntilPasses } from './bookings.ts';
import { openTestPortal } from './portal.ts';
import { openProvider, createProviderEvent } from './provider.ts';
import { openTables } from './rows.ts';

type PublishedEvent = {
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: { readonly id?: unknown };
};

// Provider events come from the tests only, and retries are fast.
const portal = openTestPortal({ backOffice: 'silent', maxRetryDelayMs: 50 });
const publishedEvents: PublishedEvent[] = [];
beforeAll(() => portal.getCloud().onEvent((event) => publishedEvents.push(event as PublishedEvent)));

const openClient = async (name: string, region: RegionId = 'nuk') =>
  createRepairsClient(await portal.signInOnce(region, name), region);
const getProvider = () => openProvider(portal.getCloud());
const findEvents = (id: string) =>
  publishedEvents.filter(({ source, detail }) => source === eventSources.portal && detail.id === id);
const waitForEvent = (id: string) => waitUntilPasses(async () => expect(findEvents(id)).not.toEqual([]));
const assignRma = (repair: Repair, rma: string, change: Record<string, unknown> = {}) =>
  getProvider().put('RmaAssigned', createProviderEvent('nuk', repair, { kind: 'repair', rma, ...change }));
const reportStatus = (repair: Repair, status: string, occurredAt: string, change: Record<string, unknown> = {}) =>
  getProvider().put('RepairStatusChanged', createProviderEvent('nuk', repair, { status, occurredAt, ...change }));
const addSeconds = ({ createdAt }: Repair, seconds: number) =>
  new Date(Date.parse(createdAt) + seconds * 1000).toISOString();

test('publishes the booking, correction and withdrawal of a repair in order, but no provider events', async () => {
  const client = await openClient('repairs');
  const { json: bookedRepair } = await client.book({ detailedDescription: 'Canary: Lüfter laut 🎮' });
  const { json: correctedRepair } = await client.correct(bookedRepair, { serialNumber: 'XTW70000000001' });
  await client.withdraw(correctedRepair);
  const { json: registeredRepair } = await client.book();
  await assignRma(registeredRepair, 'UK-CANARY-0');
  await waitUntilPasses(async () => expect((await client.find(registeredRepair)).json.rma).toBe('UK-CANARY-0'));
  // Events are published in order, so an event caused by the RMA number would have arrived before this one.
  const { json: lastBooking } = await client.book();
  await waitForEvent(lastBooking.id);
  const [first, second, ...laterEvents] = findEvents(bookedRepair.id);
  expect([first, second, ...laterEvents].map((event) => event?.['detail-type'])).toEqual([
    'RepairBooked',
    'RepairCorrected',
    'RepairWithdrawn',
  ]);
  expect(first?.detail).toEqual(portalEvents.RepairBooked.parse(first?.detail));
  const { storeRefNo, createdAt: occurredAt } = bookedRepair;
  expect(first?.detail).toMatchObject({ storeRefNo, detailedDescription: 'Canary: Lüfter laut 🎮', occurredAt });
  expect(second?.detail).toMatchObject({ serialNumber: 'XTW70000000001' });
  expect(findEvents(registeredRepair.id).map((event) => event['detail-type'])).toEqual(['RepairBooked']);
});

test('shows an RMA number in the list, the search and the repair', async () => {
  const client = await openClient('repairs');
  const { json: repair } = await client.book();
  const rma = `UK${randomUUID().slice(0, 8)}`;
  await assignRma(repair, rma);
  const findListedRepair = async (query: Record<string, string>) =>
    (await client.list({ limit: '500', ...query })).json.items.find(({ id }) => id === repair.id);
  await waitUntilPasses(async () => expect(await findListedRepair({})).toMatchObject({ rma, state: 'registered' }));
  const search = rma.slice(0, 6).toLowerCase();
  await waitUntilPasses(async () => expect(await findListedRepair({ search })).toMatchObject({ rma }));
  expect((await client.find(repair)).json).toMatchObject({
    rma,
    timeline: [{ type: 'booked' }, { type: 'rmaAssigned', rma }],
  });
});

test("lists a provider's own deadline until the next event", async () => {
  const client = await openClient('repairs');
  const otherStore = await openClient('both');
  const admin = await openClient('admin');
  const { json: quotedRepair } = await client.book();
  const deadline = addDays(toCalendarDate(new Date(), regions.nuk.timeZone), 3);
  await reportStatus(quotedRepair, 'quoted', addSeconds(quotedRepair, 1), { dueAt: deadline });
  const findDueThisWeek = async (sender: typeof client) =>
    (await sender.list({ due: 'week', limit: '500' })).json.items.find(({ id }) => id === quotedRepair.id);
  const expectedDeadline = { state: 'quoted', next: { promise: 'feeAnswer', by: deadline, who: ['customer'] } };
  await waitUntilPasses(async () => expect(await findDueThisWeek(client)).toMatchObject(expectedDeadline));
  expect(await findDueThisWeek(admin)).toMatchObject(expectedDeadline);
  expect(await findDueThisWeek(otherStore)).toBeUndefined();

  await reportStatus(quotedRepair, 'cancelled', addSeconds(quotedRepair, 2));
  await waitUntilPasses(async () => expect(await findDueThisWeek(client)).toBeUndefined());
  expect((await client.find(quotedRepair)).json).not.toHaveProperty('next');
});

test('sends provider events that cannot be applied to the dead-letter queue', async () => {
  const client = await openClient('repairs');
  const { json: repair } = await client.book();
  const unknownRepair = { ...repair, id: randomUUID() };
  const invalidEvents: [string, object][] = [
    ['RmaAssigned', createProviderEvent('nuk', unknownRepair, { kind: 'repair', rma: 'UK1' })],
    ['RmaAssigned', createProviderEvent('ndach', repair, { kind: 'repair', rma: 'UK2' })],
    ['RepairEaten', createProviderEvent('nuk', repair)],
    ['RepairStatusChanged', createProviderEvent('nuk', repair, { status: 'received', dueAt: '2026-01-01' })],
  ];
  for (const [type, detail] of invalidEvents) await getProvider().put(type, detail);
  await assignRma(repair, 'UK-CANARY-3');
  await waitUntilPasses(async () => expect((await client.find(repair)).json.rma).toBe('UK-CANARY-3'));
  const { provider: source } = eventSources;
  const expectedLetters = invalidEvents.map(([type, detail]) =>
    expect.objectContaining({ source, 'detail-type': type, detail }),
  );
  await waitUntilPasses(async () => {
    const deadLetters = await getProvider().peekMessages('LostReports');
    expect(deadLetters).toHaveLength(expectedLetters.length);
    expect(deadLetters).toEqual(expect.arrayContaining(expectedLetters));
  });
  expect((await client.find(repair)).json.timeline).toHaveLength(2);
}, 60_000);

test('publishes every repair despite an unreadable one in between', async () => {
  const client = await openClient('both', 'ndach');
  const book = async () => (await client.book()).json;
  const bookedBefore = await Promise.all([book(), book(), book()]);
  await openTables(portal.getCloud()).put('repairs', {
    store: 'ndach#AT-2002',
    reference: 'poison',
    serialNumber: 'canary',
  });
  const bookedAfter = await Promise.all([book(), book(), book()]);
  for (const { id, storeRefNo } of [...bookedBefore, ...bookedAfter]) {
    await waitForEvent(id);
    expect(findEvents(id)).toHaveLength(1);
    await waitUntilPasses(async () =>
      expect(await client.listReferences({ search: storeRefNo })).toEqual([storeRefNo]),
    );
  }
  const unreadableStreamRecord = { eventName: 'INSERT', dynamodb: { Keys: { reference: { S: 'poison' } } } };
  await waitUntilPasses(async () => {
    const [firstLetter, ...otherLetters] = await getProvider().peekMessages('LostChanges');
    // Events are delivered at least once: a late response of the queue causes a retry.
    for (const letter of [firstLetter, ...otherLetters])
      expect(letter).toMatchObject({ Records: [unreadableStreamRecord] });
  });
}, 60_000);

test('shows news to the staff of the store only, until they have seen them', async () => {
  const client = await openClient('repairs');
  const staff = await portal.signInOnce('nuk', 'repairs');
  const findNews = async () => (await staff.send(routes.stores.showNews, 'nuk')).json;
  const { json: repair } = await client.book();
  await assignRma(repair, 'UK-NEWS-0');
  await waitUntilPasses(async () =>
    expect((await findNews()).items).toContainEqual(expect.objectContaining({ id: repair.id, news: ['rmaAssigned'] })),
  );
  const otherStore = await portal.signInOnce('nuk', 'both');
  expect(JSON.stringify((await otherStore.send(routes.stores.showNews, 'nuk')).json)).not.toContain(repair.id);
  const admin = await portal.signInOnce('nuk', 'admin');
  expect(await admin.send(routes.stores.showNews, 'nuk')).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  const { marks } = await findNews();
  expect(await staff.send(routes.stores.markNewsSeen, 'nuk', { body: marks })).toMatchObject({ status: 200 });
  expect((await findNews()).items).toEqual([]);
  // A page at another till that sends older marks does not make the news new again.
  await staff.send(routes.stores.markNewsSeen, 'nuk', { body: { ...marks, repairs: '2026-01-01T00:00:00.000Z' } });
  expect((await findNews()).items).toEqual([]);
});
