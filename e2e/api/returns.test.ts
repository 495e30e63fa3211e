import { expect, test } from '@jest/globals';
import { portalEvents } from '#shared/back-office/events.ts';
import { limits } from '#shared/limits.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { refusedAt, soon } from './bookings.ts';
import { sharedPortalForTests } from './portal.ts';
import { csvOf, linesOf, newSerial, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = sharedPortalForTests();
const { bookReturn, correctReturn, findSerialNumbers } = routes.returns;
const deskFor = async (name: string) => returnsDeskOf(await portal.signedIn('nuk', name));

test('a return of a thousand lines is booked, listed, shown, and found by each of its serial numbers', async () => {
  const desk = await deskFor('both');
  const serial = newSerial();
  const lines = linesOf(returnLimits.lines, serial);
  const { status, json } = await desk.book({ lines });
  expect(status).toBe(201);
  expect((await desk.list({ limit: '1' })).json.items[0]).toMatchObject({ id: json.id, numberOfProducts: 1000 });
  expect((await desk.find(json)).json.lines).toEqual(lines);

  // Two thousand items of the index take the emulated table a while.
  const last = { search: `${serial}-999`.toLowerCase() };
  await soon(async () => expect(await desk.references(last)).toHaveLength(1), 75_000);
  for (const each of [desk, await deskFor('admin')]) {
    const { json: page } = await each.list({ search: serial, limit: '10' });
    expect([page.items.map(({ id }) => id), page.cursor]).toEqual([[json.id], undefined]);
  }
  const asked = Array.from({ length: limits.serialNumbersPerQuestion }, (_, index) => `${serial}-${index * 2}`);
  const { storeRefNo, id, createdAt } = json;
  expect((await desk.serials(asked)).json.items).toEqual(
    asked.map((serialNumber) => ({ serialNumber, storeRefNo, id, createdAt })),
  );
}, 90_000);

test('serial numbers are found that the store has sent back before, and no other store', async () => {
  const [desk, other, admin] = [await deskFor('returns'), await deskFor('both'), await deskFor('admin')];
  const serial = newSerial();
  const { json } = await desk.book({ lines: linesOf(2, serial) });
  const before = { serialNumber: `${serial}-1`, storeRefNo: json.storeRefNo, id: json.id, createdAt: json.createdAt };
  const asked = [`${serial}-1`.toLowerCase(), newSerial(), `${serial}-1`];
  await soon(async () => expect((await desk.serials(asked)).json.items).toEqual([before]));
  expect((await other.serials(asked)).json.items).toEqual([]);
  expect((await admin.serials(asked, { storeId: 'UK-1001' })).json.items).toEqual([before]);
  expect((await admin.serials(asked, { storeId: 'UK-1002' })).json.items).toEqual([]);
});

test('a question for serial numbers is refused at the field that is wrong', async () => {
  const desk = await deskFor('returns');
  const many = Array.from({ length: limits.serialNumbersPerQuestion + 1 }, (_, index) => `X${index}`);
  for (const [change, path] of [
    [{ serialNumbers: [] }, 'serialNumbers'],
    [{ serialNumbers: many }, 'serialNumbers'],
    [{ serialNumbers: ['X1', ' '] }, 'serialNumbers.1'],
    [{ storeId: 'UK-1002' }, 'storeId'],
    [{ state: 'submitted' }, 'state'],
  ] as const)
    expect(await desk.serials(['X1'], change)).toMatchObject(refusedAt(path));
});

test.each([
  ['a booking longer than a thousand of the longest lines', bookReturn, 600_000],
  ['a correction longer than that', correctReturn, 600_000],
  ['a question about more serial numbers than the most', findSerialNumbers, limits.requestBodyBytes],
])('%s is refused before it is read', async (_, route, most) => {
  const browser = await portal.signedIn('nuk', 'returns');
  const bodyOf = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;
  const told = async (bytes: number) => {
    const { status, code } = await browser.send(route, 'nuk', { body: bodyOf(bytes) });
    return `${status} ${code}`;
  };
  expect(await told(most + 1)).toBe('413 PayloadTooLarge');
  expect(await told(most)).toBe('400 InvalidParameterException');
});

test('a return reads as corrected everywhere, its timeline keeps what it said, and the provider is told, of no person or device', async () => {
  const heard: { readonly type: string; readonly detail: unknown }[] = [];
  portal.cloud().onEvent(({ 'detail-type': type, detail }) => heard.push({ type, detail }));
  const desk = await deskFor('returns');
  const { json: booked } = await desk.book({ lines: linesOf(3) });
  const [first, second, third] = booked.lines;
  const added = newSerial();
  const lines = [first, { ...third, productDescription: 'Box damaged' }, { ...second, serialNumber: added }];
  const { status, json } = await desk.correct(booked, lines as object[]);
  const said = { by: 'returns@nuk.example', before: [second, third], added: [added] };
  const timeline = [...booked.timeline, { type: 'corrected', at: json.timeline[1]?.at, ...said }];
  expect([status, json]).toEqual([200, { ...booked, lines, products: json.products, version: 2, timeline }]);
  expect((await desk.find(booked)).json).toEqual(json);
  const finds = (search: string, ...found: string[]) =>
    soon(async () => expect(await desk.references({ search })).toEqual(found));
  await finds(added, booked.storeRefNo);
  await finds(second?.serialNumber ?? '');
  const told = await soon(async () => {
    const events = heard.filter(({ detail }) => JSON.stringify(detail).includes(booked.id));
    expect(events.map(({ type }) => type)).toEqual(['ReturnBooked', 'ReturnCorrected']);
    return events;
  });
  expect(portalEvents.ReturnBooked.parse(told[0]?.detail)).toMatchObject({ storeRefNo: booked.storeRefNo });
  expect(told[1]?.detail).toMatchObject({ numberOfProducts: 3, key: { store: 'nuk#UK-1001' } });
  expect(JSON.stringify(told)).not.toMatch(/returns@nuk|serialNumber/);
});

test('a correction of a return is refused as a booking is', async () => {
  const desk = await deskFor('returns');
  const { json: booked } = await desk.book();
  const [line] = booked.lines;
  for (const [lines, path] of [
    [[{ ...line, ean: '1' }], 'lines.0.ean'],
    [[{ ...line }, { ...line }], 'lines.1.serialNumber'],
    [[], 'lines'],
  ] as const)
    expect(await desk.correct(booked, lines)).toMatchObject(refusedAt(path));
  expect((await desk.find(booked)).json).toEqual(booked);
});

test('what was withdrawn was not sent: neither its file nor its serial numbers', async () => {
  const desk = await deskFor('returns');
  const lines = linesOf(2);
  const storeRefNo = `RET-${newSerial()}`;
  const file = csvOf('UK-1001', storeRefNo, lines);
  const read = async () => (await desk.read(await desk.upload(file))).json;
  const { json: booked } = await desk.book({ storeRefNo, files: [(await read()).hash], lines });
  const known = async () => [
    (await desk.serials(lines.map(({ serialNumber }) => serialNumber))).json.items.length,
    (await read()).sentBefore?.storeRefNo,
  ];
  await soon(async () => expect(await known()).toEqual([2, storeRefNo]));
  await desk.withdraw(booked);
  await soon(async () => expect(await known()).toEqual([0, undefined]));
});
