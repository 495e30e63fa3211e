import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { linesOf, newSerial, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { bookReturn, findSerialNumbers } = routes.returns;
const deskFor = async (name: string) => returnsDeskOf(await portal.signedIn('nuk', name));

describe('booking a return', () => {
  test('it is in the list at once, pending, with the store of whoever booked, and its lines in its details', async () => {
    const desk = await deskFor('returns');
    const before = new Date().toISOString();
    const lines = linesOf(3);
    const { status, json } = await desk.book({ storeRefNo: ' Ab 1 ', lines });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      rma: null,
      state: 'submitted',
      storeId: 'UK-1001',
      storeName: 'London Oxford Street',
      storeRefNo: 'Ab 1',
      numberOfProducts: 3,
      kindsOfProducts: 3,
      lines,
      version: 1,
      timeline: [{ type: 'booked', at: json.createdAt, by: 'returns@nuk.example' }],
    });
    expect(json.createdAt >= before).toBe(true);
    expect((await desk.list()).json.items[0]).toMatchObject({
      id: json.id,
      rma: null,
      state: 'submitted',
      numberOfProducts: 3,
      products: lines.map(({ product }) => product),
    });
    expect((await desk.find(json)).json).toEqual(json);
  });

  test('an EAN that was scanned as a GTIN-14, or typed with spaces, is the EAN-13 that it is', async () => {
    const [one, other] = linesOf(2);
    const { json } = await (
      await deskFor('returns')
    ).book({
      lines: [
        { ...one, ean: `0${one?.ean}` },
        { ...other, ean: other?.ean.replace(/^(.{7})/, '$1 ') },
      ],
    });
    expect(json.lines.map(({ ean }) => ean)).toEqual([one?.ean, other?.ean]);
  });
});

test('a return of a thousand lines is booked, listed, shown and found by each of its serial numbers', async () => {
  const desk = await deskFor('both');
  const serial = newSerial();
  const lines = linesOf(returnLimits.lines, serial).map((line) => ({ ...line, productDescription: 'é'.repeat(90) }));
  const { status, json } = await desk.book({ lines });
  expect(status).toBe(201);
  expect((await desk.list({ limit: '1' })).json.items[0]).toMatchObject({ id: json.id, numberOfProducts: 1000 });
  expect((await desk.find(json)).json.lines).toEqual(lines);

  const last = `${serial}-999`;
  const found = () => desk.references({ search: last.toLowerCase() });
  // Two thousand items of the index take the emulated table a while.
  for (let patience = 0; patience < 3 && (await found())?.length !== 1; patience += 1)
    await eventually(found, (references) => references?.length === 1);
  const admin = await deskFor('admin');
  for (const each of [desk, admin]) {
    const { json: page } = await each.list({ search: serial, limit: '10' });
    expect([page.items.map(({ id }) => id), page.cursor]).toEqual([[json.id], undefined]);
  }
  const asked = Array.from({ length: limits.serialNumbersPerQuestion }, (_, index) => `${serial}-${index * 10}`);
  expect((await desk.serials(asked)).json.items).toEqual(
    asked.map((serialNumber) => ({
      serialNumber,
      storeRefNo: json.storeRefNo,
      id: json.id,
      createdAt: json.createdAt,
    })),
  );
}, 60_000);

describe('finding', () => {
  test('by the beginning of a reference or a serial number, in any case, with state and period', async () => {
    const desk = await deskFor('returns');
    const mark = newSerial().slice(0, 10);
    const [{ json: byReference }, { json: bySerial }] = [
      await desk.book({ storeRefNo: `${mark}-ref` }),
      await desk.book({ lines: linesOf(3, `${mark}-S`) }),
    ];
    const all = [byReference.storeRefNo, bySerial.storeRefNo].toSorted();
    expect(
      (
        await eventually(
          () => desk.references({ search: mark.toLowerCase() }),
          (found) => found?.length === 2,
        )
      )?.toSorted(),
    ).toEqual(all);
    expect(await desk.references({ search: `${mark}-s` })).toEqual([bySerial.storeRefNo]);
    expect(await desk.references({ search: mark, state: 'registered' })).toEqual([]);
    expect(await desk.references({ search: mark, to: '2024-01-01' })).toEqual([]);
    expect(await desk.references({ search: mark.slice(1) })).toEqual([]);
  });

  test.each(['submitted', 'registered'] as const)(
    'by the state %s shows what a list of all shows in that state, in the same order',
    async (state) => {
      const desk = await deskFor('admin');
      const all = (await desk.list({ limit: '500' })).json.items;
      const inState = all.filter((returned) => returned.state === state).map(({ storeRefNo }) => storeRefNo);
      expect(inState.length).toBeGreaterThan(0);
      expect(await desk.references({ state })).toEqual(inState);
    },
  );

  test('serial numbers that the store has sent back before, and no other store', async () => {
    const [desk, other, admin] = [await deskFor('returns'), await deskFor('both'), await deskFor('admin')];
    const serial = newSerial();
    const { json } = await desk.book({ lines: linesOf(2, serial) });
    const before = { serialNumber: `${serial}-1`, storeRefNo: json.storeRefNo, id: json.id, createdAt: json.createdAt };
    const asked = [`${serial}-1`.toLowerCase(), newSerial(), `${serial}-1`];
    expect(
      await eventually(
        async () => (await desk.serials(asked)).json.items,
        (items) => items.length === 1,
      ),
    ).toEqual([before]);
    expect((await other.serials(asked)).json.items).toEqual([]);
    expect((await admin.serials(asked, { storeId: 'UK-1001' })).json.items).toEqual([before]);
    expect((await admin.serials(asked, { storeId: 'UK-1002' })).json.items).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['none', { serialNumbers: [] }, 'serialNumbers'],
    [
      'more than can be asked at once',
      { serialNumbers: Array.from({ length: limits.serialNumbersPerQuestion + 1 }, (_, index) => `X${index}`) },
      'serialNumbers',
    ],
    ['a blank one', { serialNumbers: ['X1', ' '] }, 'serialNumbers.1'],
    ['another store’s', { storeId: 'UK-1002' }, 'storeId'],
    ['something else', { state: 'submitted' }, 'state'],
  ])('of %s is refused at its field', async (_, change, path) => {
    const { status, json } = await (await deskFor('returns')).serials(['X1'], change);
    expect([status, json.error?.problems?.map((problem) => problem.path)]).toEqual([400, [path]]);
  });
});

test.each([
  ['a booking longer than a thousand of the longest lines', bookReturn, 600_000],
  ['a question longer than a hundred serial numbers', findSerialNumbers, limits.requestBodyBytes],
])('%s is refused before it is read', async (_, route, most) => {
  const browser = await portal.signedIn('nuk', 'returns');
  const bodyOf = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;
  expect(await browser.send(route, 'nuk', { body: bodyOf(most + 1) })).toMatchObject({
    status: 413,
    code: 'PayloadTooLarge',
  });
  expect(await browser.send(route, 'nuk', { body: bodyOf(most) })).toMatchObject({
    status: 400,
    code: 'InvalidParameterException',
  });
});

test('the functions’ logs hold nothing of a return, nor of who books', async () => {
  const desk = await deskFor('returns');
  const lines = linesOf(2, 'CANARYSERIAL').map((each) => ({ ...each, productDescription: 'canary description' }));
  const canary = { storeRefNo: 'canary-reference', lines };
  const { json } = await desk.book(canary);
  expect(json.lines).toHaveLength(2);
  await desk.book(canary);
  await desk.book({ ...canary, lines: [...lines, ...lines] });
  await desk.list({ search: 'canary-reference' });
  await desk.serials(['CANARYSERIAL-1']);
  await desk.find({ ...json, storeRefNo: 'canary-other' });
  expect(portal.lines.length).toBeGreaterThan(0);
  expect(portal.lines.filter((each) => /canary|returns@nuk\.example/i.test(each))).toEqual([]);
});
