import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { accessoriesOf } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { bookAndHangUp, booking, content, deskOf, identityOf } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { repairRowsOf } from './repair-rows.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { bookRepair, correctRepair } = routes.repairs;
const [accessory] = accessoriesOf('switch-oled').map(({ key }) => key);
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

const wrongContent: [string, Record<string, unknown>, string][] = [
  ['a future purchase date', { purchaseDate: '2999-01-01' }, 'purchaseDate'],
  ['a day that does not exist', { purchaseDate: '2026-02-30' }, 'purchaseDate'],
  ['no product', { product: undefined }, 'product'],
  ['an unknown product', { product: 'toaster' }, 'product'],
  ['a product that is only a label', { product: 'wii-u' }, 'product'],
  ['an accessory of another product', { product: 'switch-2', accessories: [accessory] }, 'accessories'],
  ['accessories only, but none', { isOnlyAccessories: true }, 'accessories'],
  [
    'more accessories than a parcel holds',
    { accessories: Array.from({ length: limits.accessoriesPerRepair + 1 }, () => accessory) },
    'accessories',
  ],
  ['a flag in words', { isOnlyAccessories: 'yes' }, 'isOnlyAccessories'],
  ['an unknown issue', { issue: 'noIdea' }, 'issue'],
  ['other problems without a word', { issue: 'otherProblems' }, 'detailedDescription'],
  [
    'a description too long',
    { detailedDescription: 'd'.repeat(limits.text.detailedDescription + 1) },
    'detailedDescription',
  ],
  ['no serial number', { serialNumber: ' ' }, 'serialNumber'],
  ['a serial number with signs', { serialNumber: 'XTW/1' }, 'serialNumber'],
  ['an RMA number of one’s own', { rma: 'RMA-1' }, 'rma'],
  ['a state of one’s own', { state: 'repaired' }, 'state'],
  ['a store name of one’s own', { storeName: 'Mine' }, 'storeName'],
  ['somebody else’s name', { createdBy: 'sub' }, 'createdBy'],
  ['a date of booking of one’s own', { createdAt: '2020-01-01T00:00:00.000Z' }, 'createdAt'],
  ['a timeline of one’s own', { timeline: [] }, 'timeline'],
  ['groups', { groups: ['admin'] }, 'groups'],
  ['the region once more', { region: 'nfr' }, 'region'],
];

describe('bad input', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ...wrongContent,
    ['a store of one’s own choice', { storeId: 'UK-1002' }, 'storeId'],
    ['one’s own store, which nobody asked for', { storeId: 'UK-1001' }, 'storeId'],
    ['no acceptance of the terms', { termsAcceptance: false }, 'termsAcceptance'],
    ['no presence of the customer', { customerPresence: undefined }, 'customerPresence'],
    ['no id', { id: 'mine' }, 'id'],
    ['a blank reference', { storeRefNo: ' ' }, 'storeRefNo'],
    ['a reference that ends a key', { storeRefNo: 'a\u001Fb' }, 'storeRefNo'],
    ['a reference too long', { storeRefNo: 'r'.repeat(limits.text.storeRefNo + 1) }, 'storeRefNo'],
    ['a version of one’s own', { version: 7 }, 'version'],
  ])('with %s nothing is stored', async (_, change, path) => {
    const desk = await deskFor('repairs');
    const before = await desk.references();
    const { status, code, json } = await desk.book(change);
    expect([status, code, json.error?.problems?.map((problem) => problem.path)]).toEqual([
      400,
      'InvalidParameterException',
      [path],
    ]);
    expect(await desk.references()).toEqual(before);
  });

  test.each(wrongContent)('with %s nothing is corrected', async (_, change, path) => {
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

  test('a key of JavaScript’s own is refused like any other unknown field', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const body = JSON.stringify(booking()).replace('{', '{"__proto__":{"rma":"MINE"},"constructor":{},');
    expect(await browser.send(bookRepair, 'nuk', { body })).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
    });
  });

  describe.each([
    ['booking', bookRepair],
    ['correction', correctRepair],
  ])('as a %s', (_, route) => {
    test.each([
      ['invalid JSON', '{"id":', {}, 400, 'InvalidParameterException'],
      ['a list', '[]', {}, 400, 'InvalidParameterException'],
      ['another content type', '{}', { 'content-type': 'text/plain' }, 415, 'UnsupportedMediaType'],
      ['a body over the limit', JSON.stringify({ x: 'x'.repeat(limits.requestBodyBytes) }), {}, 413, 'PayloadTooLarge'],
    ])('%s is refused with the error object', async (__, body, headers, status, code) => {
      const browser = await portal.signedIn('nuk', 'repairs');
      expect(await browser.send(route, 'nuk', { body, headers })).toMatchObject({ status, code });
    });
  });
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
