import { describe, expect, test } from '@jest/globals';
import { returnLimits } from '#shared/returns/limits.ts';
import { eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { csvOf, linesOf, newSerial, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const deskFor = async (name: string) => returnsDeskOf(await portal.signedIn('nuk', name));

describe('a return that is changed', () => {
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

  test('a thousand lines are all corrected in one request, and sent again they are the same', async () => {
    const desk = await deskFor('returns');
    const { json: booked } = await desk.book({ lines: linesOf(returnLimits.lines) });
    // Two thousand items of the search table are written behind a booking: on a busy machine a correction at once would wait for them.
    await eventually(
      () => desk.references({ search: booked.lines.at(-1)?.serialNumber ?? '' }),
      (references) => references?.length === 1,
    );
    const lines = booked.lines.map((line) => ({ ...line, productDescription: `${line.productDescription}, new` }));
    // Where they still are, it answers as a busy service does: try again.
    const { status, json } = await eventually(
      () => desk.correct(booked, lines),
      (answer) => answer.status !== 503,
    );
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

  test('what was withdrawn was not sent: neither its file nor its serial numbers', async () => {
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
});
