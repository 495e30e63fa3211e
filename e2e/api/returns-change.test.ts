import { describe, expect, test } from '@jest/globals';
import { returnLimits } from '#shared/returns/limits.ts';
import { eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { providerOf, reportOf } from './provider.ts';
import { csvOf, linesOf, newSerial, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const deskFor = async (name: string) => returnsDeskOf(await portal.signedIn('nuk', name));

describe('correcting a return', () => {
  test('it reads as corrected everywhere, its timeline keeps what it said, and the provider is told', async () => {
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
    expect(told[1]?.detail).toMatchObject({ numberOfProducts: 3, key: { store: 'nuk#UK-1001' } });
  });

  test('of two editors one wins, and the other gets one clear conflict', async () => {
    const [one, other] = [await deskFor('returns'), await deskFor('admin')];
    const { json: booked } = await one.book();
    const answers = await Promise.all([one.correct(booked, linesOf(1)), other.correct(booked, linesOf(3))]);
    expect(answers.map(({ status, code }) => [status, code]).toSorted()).toEqual([
      [200, undefined],
      [409, 'ReturnChanged'],
    ]);
    const won = answers.find(({ status }) => status === 200);
    expect((await one.find(booked)).json).toEqual(won?.json);
  });

  test('an RMA that comes at the same moment is never lost, and after it nothing is changed any more', async () => {
    const desk = await deskFor('returns');
    const provider = providerOf(portal.cloud());
    for (let round = 0; round < 5; round += 1) {
      const { json: booked } = await desk.book();
      const [{ status, code }] = await Promise.all([
        desk.correct(booked, linesOf(1)),
        provider.put('RmaAssigned', reportOf('nuk', booked, { kind: 'return', rma: `UK7000000${round}` })),
      ]);
      const { json: now } = await eventually(
        () => desk.find(booked),
        ({ json }) => json.rma !== null,
      );
      expect([status, code, now.numberOfProducts]).toEqual(
        status === 200 ? [200, undefined, 1] : [409, 'ReturnNotPending', 2],
      );
      expect(await desk.correct(now, linesOf(4))).toMatchObject({ status: 409, code: 'ReturnNotPending' });
      expect(await desk.withdraw(now)).toMatchObject({ status: 409, code: 'ReturnNotPending' });
      expect((await desk.find(booked)).json).toEqual(now);
    }
  });

  test('a thousand lines are all corrected in one request, and sent again they are the same', async () => {
    const desk = await deskFor('returns');
    const { json: booked } = await desk.book({ lines: linesOf(returnLimits.lines) });
    // Two thousand items of the search table are written behind a booking: on a busy machine a correction at once would wait for them.
    await eventually(
      () => desk.references({ search: booked.lines.at(-1)?.serialNumber ?? '' }),
      (references) => references?.length === 1,
    );
    const lines = booked.lines.map((line) => ({ ...line, productDescription: `${line.productDescription}, new` }));
    const { status, json } = await desk.correct(booked, lines);
    expect([status, json.lines, json.timeline[1]]).toEqual([
      200,
      lines,
      expect.objectContaining({ type: 'corrected', before: booked.lines, added: [] }),
    ]);
    expect((await desk.correct(booked, lines)).json).toEqual(json);
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
});

describe('withdrawing a return', () => {
  test('it stays in the list as withdrawn, its reference is free again, and the provider is told', async () => {
    const heard: string[] = [];
    portal.cloud().onEvent(({ 'detail-type': type, detail }) => heard.push(`${type} ${JSON.stringify(detail)}`));
    const desk = await deskFor('returns');
    const { json: booked } = await desk.book();
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.withdraw(booked)));
    const [{ json: withdrawn } = { json: booked }] = answers;
    expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [200, withdrawn]));
    expect(withdrawn).toMatchObject({
      id: booked.id,
      state: 'withdrawn',
      rma: null,
      version: 2,
      timeline: [{ type: 'booked' }, { type: 'withdrawn', by: 'returns@nuk.example' }],
    });
    const { status: again, json: next } = await desk.book({ storeRefNo: booked.storeRefNo.toUpperCase() });
    expect(again).toBe(201);
    expect((await desk.list({ limit: '2' })).json.items.map(({ id, state }) => [id, state])).toEqual([
      [next.id, 'submitted'],
      [booked.id, 'withdrawn'],
    ]);
    expect((await desk.list({ limit: '1', state: 'withdrawn' })).json.items[0]?.id).toBe(booked.id);
    expect((await desk.find(booked)).json).toEqual(withdrawn);
    expect((await desk.find(next)).json).toEqual(next);
    expect(await desk.correct(withdrawn, linesOf(1))).toMatchObject({ status: 409, code: 'ReturnChanged' });
    await eventually(
      async () => heard.filter((told) => told.startsWith('ReturnWithdrawn') && told.includes(booked.id)),
      (told) => told.length === 1,
    );
  });

  test('what it held was not sent: neither its file nor its serial numbers', async () => {
    const desk = await deskFor('returns');
    const lines = linesOf(2);
    const storeRefNo = `RET-${newSerial()}`;
    const file = csvOf('UK-1001', storeRefNo, lines);
    const read = async () => (await desk.read(await desk.upload(file))).json;
    const { json: booked } = await desk.book({ storeRefNo, files: [(await read()).hash], lines });
    const known = (json: Awaited<ReturnType<typeof read>>) => [
      json.sentBefore?.storeRefNo,
      json.serialsSentBefore?.length,
    ];
    await eventually(read, (json) => known(json).join() === `${storeRefNo},2`);
    await desk.withdraw(booked);
    await eventually(read, (json) => known(json).join() === ',0');
    expect((await desk.serials(lines.map(({ serialNumber }) => serialNumber))).json.items).toEqual([]);
  });

  test('corrected and withdrawn at once, exactly one of the two happens', async () => {
    const [one, other] = [await deskFor('returns'), await deskFor('admin')];
    for (let round = 0; round < 5; round += 1) {
      const { json: booked } = await one.book();
      const [corrected, withdrawn] = await Promise.all([one.correct(booked, linesOf(1)), other.withdraw(booked)]);
      expect([corrected.status, withdrawn.status].toSorted()).toEqual([200, 409]);
      expect((await one.find(booked)).json).toEqual((corrected.status === 200 ? corrected : withdrawn).json);
    }
  });
});
