import { expect, test } from '@jest/globals';
import { routes } from '#shared/api/routes/table.ts';
import { portalEvents } from '#shared/back-office/provider-events.ts';
import { limits } from '#shared/config/limits.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { validationErrorAt, waitUntilPasses } from './bookings.ts';
import { openSharedTestPortal } from './portal.ts';
import { createReturnsCsv, createLines, createSerialNumber, createReturnsClient } from './return-bookings.ts';

// The simulated provider of the shared portal sends no events, so no RMA number arrives during the tests.
const portal = openSharedTestPortal();
const { bookReturn, correctReturn, findSerialNumbers } = routes.returns;
const openClient = async (name: string) => createReturnsClient(await portal.signInOnce('nuk', name));

test('books, lists and finds a return of a thousand lines', async () => {
  const client = await openClient('both');
  const serial = createSerialNumber();
  const lines = createLines(returnLimits.lines, serial);
  const { status, json } = await client.book({ lines });
  expect(status).toBe(201);
  expect((await client.list({ limit: '1' })).json.items[0]).toMatchObject({ id: json.id, numberOfProducts: 1000 });
  expect((await client.find(json)).json.lines).toEqual(lines);

  // The emulated table takes a while to write two thousand index items.
  const lastLineQuery = { search: `${serial}-999`.toLowerCase() };
  await waitUntilPasses(async () => expect(await client.listReferences(lastLineQuery)).toHaveLength(1));
  for (const reader of [client, await openClient('admin')]) {
    const { json: page } = await reader.list({ search: serial, limit: '10' });
    expect([page.items.map(({ id }) => id), page.cursor]).toEqual([[json.id], undefined]);
  }
  const serialNumbers = Array.from({ length: limits.serialNumbersPerLookup }, (_, index) => `${serial}-${index * 2}`);
  const { storeRefNo, id, createdAt } = json;
  expect((await client.findSerialNumbers(serialNumbers)).json.items).toEqual(
    serialNumbers.map((serialNumber) => ({ serialNumber, storeRefNo, id, createdAt })),
  );
}, 90_000);

test('finds serial numbers that the store has returned before', async () => {
  const client = await openClient('returns');
  const otherStore = await openClient('both');
  const admin = await openClient('admin');
  const serial = createSerialNumber();
  const { json } = await client.book({ lines: createLines(2, serial) });
  const earlierReturn = {
    serialNumber: `${serial}-1`,
    storeRefNo: json.storeRefNo,
    id: json.id,
    createdAt: json.createdAt,
  };
  const serialNumbers = [`${serial}-1`.toLowerCase(), createSerialNumber(), `${serial}-1`];
  await waitUntilPasses(async () =>
    expect((await client.findSerialNumbers(serialNumbers)).json.items).toEqual([earlierReturn]),
  );
  expect((await otherStore.findSerialNumbers(serialNumbers)).json.items).toEqual([]);
  expect((await admin.findSerialNumbers(serialNumbers, { storeId: 'UK-1001' })).json.items).toEqual([earlierReturn]);
  expect((await admin.findSerialNumbers(serialNumbers, { storeId: 'UK-1002' })).json.items).toEqual([]);
});

test('reports an invalid serial number query at its field', async () => {
  const client = await openClient('returns');
  const tooManySerialNumbers = Array.from({ length: limits.serialNumbersPerLookup + 1 }, (_, index) => `X${index}`);
  for (const [change, path] of [
    [{ serialNumbers: [] }, 'serialNumbers'],
    [{ serialNumbers: tooManySerialNumbers }, 'serialNumbers'],
    [{ serialNumbers: ['X1', ' '] }, 'serialNumbers.1'],
    [{ storeId: 'UK-1002' }, 'storeId'],
    [{ state: 'submitted' }, 'state'],
  ] as const)
    expect(await client.findSerialNumbers(['X1'], change)).toMatchObject(validationErrorAt(path));
});

test.each([
  ['a booking longer than a thousand lines of maximum length', bookReturn, 600_000],
  ['a correction longer than a thousand lines of maximum length', correctReturn, 600_000],
  ['an oversized serial number query', findSerialNumbers, limits.requestBodyBytes],
])('%s is rejected before it is parsed', async (_, route, maxBytes) => {
  const browser = await portal.signInOnce('nuk', 'returns');
  const createBody = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;
  const sendBytes = async (bytes: number) => {
    const { status, code } = await browser.send(route, 'nuk', { body: createBody(bytes) });
    return `${status} ${code}`;
  };
  expect(await sendBytes(maxBytes + 1)).toBe('413 PayloadTooLarge');
  expect(await sendBytes(maxBytes)).toBe('400 InvalidParameterException');
});

test('a corrected return is updated everywhere and published without personal data', async () => {
  const busEvents: { readonly type: string; readonly detail: unknown }[] = [];
  portal.getCloud().onEvent(({ 'detail-type': type, detail }) => busEvents.push({ type, detail }));
  const client = await openClient('returns');
  const { json: bookedReturn } = await client.book({ lines: createLines(3) });
  const [first, second, third] = bookedReturn.lines;
  const addedSerialNumber = createSerialNumber();
  const lines = [
    first,
    { ...third, productDescription: 'Box damaged' },
    { ...second, serialNumber: addedSerialNumber },
  ];
  const { status, json } = await client.correct(bookedReturn, lines as object[]);
  const changes = { by: 'returns@nuk.example', before: [second, third], added: [addedSerialNumber] };
  const timeline = [...bookedReturn.timeline, { type: 'corrected', at: json.timeline[1]?.at, ...changes }];
  expect([status, json]).toEqual([200, { ...bookedReturn, lines, products: json.products, version: 2, timeline }]);
  expect((await client.find(bookedReturn)).json).toEqual(json);
  const expectFound = (search: string, ...references: string[]) =>
    waitUntilPasses(async () => expect(await client.listReferences({ search })).toEqual(references));
  await expectFound(addedSerialNumber, bookedReturn.storeRefNo);
  await expectFound(second?.serialNumber ?? '');
  const publishedEvents = await waitUntilPasses(async () => {
    const events = busEvents.filter(({ detail }) => JSON.stringify(detail).includes(bookedReturn.id));
    expect(events.map(({ type }) => type)).toEqual(['ReturnBooked', 'ReturnCorrected']);
    return events;
  });
  expect(portalEvents.ReturnBooked.parse(publishedEvents[0]?.detail)).toMatchObject({
    storeRefNo: bookedReturn.storeRefNo,
  });
  expect(publishedEvents[1]?.detail).toMatchObject({ numberOfProducts: 3, key: { store: 'nuk#UK-1001' } });
  expect(JSON.stringify(publishedEvents)).not.toMatch(/returns@nuk|serialNumber/);
});

test('rejects a correction of a return that would be invalid as a booking', async () => {
  const client = await openClient('returns');
  const { json: bookedReturn } = await client.book();
  const [line] = bookedReturn.lines;
  for (const [lines, path] of [
    [[{ ...line, ean: '1' }], 'lines.0.ean'],
    [[{ ...line }, { ...line }], 'lines.1.serialNumber'],
    [[], 'lines'],
  ] as const)
    expect(await client.correct(bookedReturn, lines)).toMatchObject(validationErrorAt(path));
  expect((await client.find(bookedReturn)).json).toEqual(bookedReturn);
});

test('a withdrawn return is no longer reported as sent before', async () => {
  const client = await openClient('returns');
  const lines = createLines(2);
  const storeRefNo = `RET-${createSerialNumber()}`;
  const file = createReturnsCsv('UK-1001', storeRefNo, lines);
  const read = async () => (await client.read(await client.upload(file))).json;
  const { json: bookedReturn } = await client.book({ storeRefNo, files: [(await read()).hash], lines });
  const fetchEarlierBookings = async () => [
    (await client.findSerialNumbers(lines.map(({ serialNumber }) => serialNumber))).json.items.length,
    (await read()).sentBefore?.storeRefNo,
  ];
  await waitUntilPasses(async () => expect(await fetchEarlierBookings()).toEqual([2, storeRefNo]));
  await client.withdraw(bookedReturn);
  await waitUntilPasses(async () => expect(await fetchEarlierBookings()).toEqual([0, undefined]));
});
