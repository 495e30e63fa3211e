import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { bookAndHangUp, booking, content, deskOf, identityOf } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { repairRowsOf } from './repair-rows.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { bookRepair } = routes.repairs;
const deskFor = async (name: string) => deskOf(await portal.signedIn('nuk', name));

describe('a repair', () => {
  test('is booked under the terms that were accepted', async () => {
    const { json } = await (await deskFor('repairs')).book();
    expect(json.termsAccepted).toBe(limits.terms.lastUpdated);
  });

  test('whose answer was lost, and which is sent again, is told as it is stored, and is no second one', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const desk = deskOf(browser);
    for (let round = 0; round < 10; round += 1) {
      const body = booking();
      const stored = async () => (await desk.list({ limit: '1' })).json.items[0];
      await bookAndHangUp(browser, portal.cloud().siteUrl, 'nuk', body, async () => (await stored())?.id === body.id);
      const { createdAt } = (await stored()) ?? {};
      expect(await browser.send(bookRepair, 'nuk', { body })).toMatchObject({
        status: 201,
        json: { id: body.id, createdAt, version: 1 },
      });
      expect((await desk.references())?.filter((reference) => reference === body.storeRefNo)).toHaveLength(1);
    }
  });

  test('reads as corrected everywhere, and its timeline keeps what it said', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const change = { serialNumber: 'XTW70087654321', issue: 'otherProblems', detailedDescription: 'Makes a noise.' };
    const { status, json } = await desk.correct(booked, change);
    expect([status, json]).toEqual([
      200,
      {
        ...booked,
        ...change,
        version: 2,
        timeline: [
          ...booked.timeline,
          { type: 'corrected', at: json.timeline[1]?.at, by: 'repairs@nuk.example', before: content },
        ],
      },
    ]);
    expect((await desk.find(booked)).json).toEqual(json);
    expect((await desk.list()).json.items[0]).toMatchObject({
      id: booked.id,
      serialNumber: 'XTW70087654321',
      issue: 'otherProblems',
    });
  });

  test('is changed no more after a first report of the provider, with or without an RMA', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const confirmed = {
      type: 'status',
      at: new Date().toISOString(),
      eventId: randomUUID(),
      status: 'confirmed',
    } as const;
    await (await repairRowsOf(portal.cloud())).enter('nuk', booked, confirmed);
    const { json: now } = await desk.find(booked);
    for (const seen of [booked, now]) {
      expect(await desk.correct(seen, { serialNumber: 'TOOLATE' })).toMatchObject({
        status: 409,
        code: 'RepairNotPending',
      });
      expect(await desk.withdraw(seen)).toMatchObject({ status: 409, code: 'RepairNotPending' });
    }
    expect((await desk.find(booked)).json).toEqual(now);
  });

  test('is corrected in nothing that only a booking says, and withdrawn for no reason', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    expect((await desk.correct(booked, { customerPresence: true })).status).toBe(400);
    expect((await desk.withdraw(booked, { reason: 'none' })).status).toBe(400);
    expect(await desk.correct(booked)).toMatchObject({ status: 200, json: booked });
    expect((await desk.find(booked)).json).toEqual(booked);
  });
});

test.each([
  ['a rule over two fields', { issue: 'otherProblems' }, 'detailedDescription'],
  ['a rule of a day', { purchaseDate: '2999-01-01' }, 'purchaseDate'],
  ['the catalogue', { product: 'wii-u' }, 'product'],
  ['the form', { createdBy: 'sub' }, 'createdBy'],
])('a correction against %s changes nothing', async (_, change, path) => {
  const desk = await deskFor('repairs');
  const { json } = await desk.book();
  const answer = await desk.correct(json, change);
  expect([answer.status, answer.code, answer.json.error?.problems?.map((problem) => problem.path)]).toEqual([
    400,
    'InvalidParameterException',
    [path],
  ]);
  expect((await desk.find(json)).json).toEqual(json);
});

test('the portal looks at itself from outside, finds all well, and says how long records have waited for an RMA number', async () => {
  await (await deskFor('repairs')).book();
  await portal.cloud().passTime(5 * 60_000);
  const linesOf = (pattern: RegExp) => portal.lines.filter((line) => pattern.test(line));
  expect(linesOf(/"look failed"/)).toEqual([]);
  expect(linesOf(/"waiting for RMA","look":"repairs","region":"nuk","counts":\{"hours":\d+\}/)).toHaveLength(1);
  expect(linesOf(/"GET \/users\/\{region\}","status":401/)).toHaveLength(1);
});

describe('the functions’ logs', () => {
  test('hold nothing of a repair, nor of who books', async () => {
    const desk = await deskFor('repairs');
    const canary = {
      serialNumber: 'CANARYSERIAL',
      storeRefNo: 'canary-reference',
      detailedDescription: 'canary description',
    };
    const { json } = await desk.book(canary);
    await desk.book({ ...canary, id: randomUUID() });
    await desk.list({ search: 'canary-reference' });
    await desk.device('CANARYSERIAL');
    await desk.correct({ ...json, version: 7 }, { detailedDescription: 'canary correction' });
    await desk.withdraw({ ...identityOf(json), version: 7 });
    expect(portal.lines.length).toBeGreaterThan(0);
    expect(portal.lines.filter((line) => /canary|repairs@nuk\.example/i.test(line))).toEqual([]);
  });
});
