import { describe, expect, test } from '@jest/globals';
import { portalEvents } from '#shared/back-office/events.ts';
import { limits } from '#shared/limits.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { csvOf, linesOf, newSerial, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { bookReturn, findSerialNumbers } = routes.returns;
const deskFor = async (name: string) => returnsDeskOf(await portal.signedIn('nuk', name));

test('a return of a thousand lines is booked, listed, shown, found by each of its serial numbers, and corrected in one request', async () => {
  const desk = await deskFor('both');
  const serial = newSerial();
  const lines = linesOf(returnLimits.lines, serial);
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
  const asked = Array.from({ length: limits.serialNumbersPerQuestion }, (_, index) => `${serial}-${index * 2}`);
  expect((await desk.serials(asked)).json.items).toEqual(
    asked.map((serialNumber) => ({
      serialNumber,
      storeRefNo: json.storeRefNo,
      id: json.id,
      createdAt: json.createdAt,
    })),
  );

  const corrected = lines.map((line) => ({ ...line, productDescription: 'corrected' }));
  // While the index is still written behind the booking it answers as a busy service does: try again.
  const answer = await eventually(
    () => desk.correct(json, corrected),
    (each) => each.status !== 503,
  );
  expect([answer.status, answer.json.lines, answer.json.timeline[1]]).toEqual([
    200,
    corrected,
    expect.objectContaining({ type: 'corrected', before: lines, added: [] }),
  ]);
  expect((await desk.correct(json, corrected)).json).toEqual(answer.json);
}, 90_000);

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
  ['a question about more serial numbers than the most', findSerialNumbers, limits.requestBodyBytes],
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

describe('a return that is changed', () => {
  test('reads as corrected everywhere, its timeline keeps what it said, and the provider is told, of no person or device', async () => {
    const heard: { readonly type: string; readonly detail: unknown }[] = [];
    portal.cloud().onEvent(({ 'detail-type': type, detail }) => heard.push({ type, detail }));
    const desk = await deskFor('returns');
    const { json: booked } = await desk.book({ lines: linesOf(3) });
    const [first, second, third] = booked.lines;
    const added = newSerial();
    const lines = [first, { ...third, productDescription: 'Box damaged' }, { ...second, serialNumber: added }];
    const { status, json } = await desk.correct(booked, lines as object[]);
    expect([status, json]).toEqual([
      200,
      {
        ...booked,
        lines,
        products: json.products,
        version: 2,
        timeline: [
          ...booked.timeline,
          {
            type: 'corrected',
            at: json.timeline[1]?.at,
            by: 'returns@nuk.example',
            before: [second, third],
            added: [added],
          },
        ],
      },
    ]);
    expect((await desk.find(booked)).json).toEqual(json);
    const found = (text: string, many: number) =>
      eventually(
        () => desk.references({ search: text }),
        (references) => references?.length === many,
      );
    expect(await found(added, 1)).toEqual([booked.storeRefNo]);
    expect(await found(second?.serialNumber ?? '', 0)).toEqual([]);
    const told = await eventually(
      async () => heard.filter(({ detail }) => JSON.stringify(detail).includes(booked.id)),
      (events) => events.length === 2,
    );
    expect(told.map(({ type }) => type)).toEqual(['ReturnBooked', 'ReturnCorrected']);
    expect(portalEvents.ReturnBooked.parse(told[0]?.detail)).toMatchObject({ storeRefNo: booked.storeRefNo });
    expect(told[1]?.detail).toMatchObject({ numberOfProducts: 3, key: { store: 'nuk#UK-1001' } });
    expect(JSON.stringify(told)).not.toMatch(/returns@nuk|serialNumber/);
  });

  test.each([
    ['a line that is wrong', (lines: object[]) => [{ ...lines[0], ean: '1' }], 'lines.0.ean'],
    ['a serial number that stands twice', (lines: object[]) => [lines[0], lines[0]], 'lines.1.serialNumber'],
    ['no line at all', () => [], 'lines'],
  ])('%s is refused as when booking', async (_, lines, path) => {
    const desk = await deskFor('returns');
    const { json: booked } = await desk.book();
    const { status, json } = await desk.correct(booked, lines(booked.lines) as object[]);
    expect([status, json.error?.problems?.map((problem) => problem.path)]).toEqual([400, [path]]);
    expect((await desk.find(booked)).json).toEqual(booked);
  });

  test('what was withdrawn was not sent: neither its file nor its serial numbers', async () => {
    const desk = await deskFor('returns');
    const lines = linesOf(2);
    const storeRefNo = `RET-${newSerial()}`;
    const file = csvOf('UK-1001', storeRefNo, lines);
    const read = async () => (await desk.read(await desk.upload(file))).json;
    const { json: booked } = await desk.book({ storeRefNo, files: [(await read()).hash], lines });
    const serials = async () => (await desk.serials(lines.map(({ serialNumber }) => serialNumber))).json.items;
    await eventually(serials, ({ length }) => length === 2);
    await eventually(read, ({ sentBefore }) => sentBefore?.storeRefNo === storeRefNo);
    await desk.withdraw(booked);
    await eventually(serials, ({ length }) => length === 0);
    await eventually(read, ({ sentBefore }) => sentBefore === undefined);
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
