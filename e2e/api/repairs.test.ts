import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { accessoriesOf } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { bookAndHangUp, booking, deskOf, identityOf } from './bookings.ts';
import { portalForTests } from './portal.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { bookRepair, correctRepair } = routes.repairs;
const [accessory] = accessoriesOf('switch-oled').map(({ key }) => key);
const deskFor = async (name: string) => deskOf(await portal.signedIn('nuk', name));

describe('booking a repair', () => {
  test('it is in the list at once, pending, with the store of whoever booked, when, and the terms that were accepted', async () => {
    const desk = await deskFor('repairs');
    const before = new Date().toISOString();
    const { status, json } = await desk.book({ storeRefNo: ' Ab 1 ' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      rma: null,
      state: 'submitted',
      storeId: 'UK-1001',
      storeName: 'London Oxford Street',
      storeRefNo: 'Ab 1',
      termsAccepted: limits.terms.lastUpdated,
      version: 1,
      timeline: [{ type: 'booked', at: json.createdAt, by: 'repairs@nuk.example' }],
    });
    expect(json.createdAt >= before).toBe(true);
    expect((await desk.list()).json.items[0]).toMatchObject({ id: json.id, rma: null, state: 'submitted' });
    expect((await desk.find(json)).json).toEqual(json);
  });

  test('the answer holds what the portal shows, not its keys nor who booked', async () => {
    const desk = await deskFor('repairs');
    const { json } = await desk.book();
    const [listed] = (await desk.list()).json.items;
    for (const name of ['createdBy', 'store', 'reference', 'region', 'stateAt', 'pending', 'customerPresence']) {
      expect(json).not.toHaveProperty(name);
      expect(listed).not.toHaveProperty(name);
    }
    expect(listed).not.toHaveProperty('timeline');
  });

  test('the same reference in the store is refused, however it is written', async () => {
    const desk = await deskFor('repairs');
    const reference = `Straße-${randomUUID().slice(0, 8)}`;
    await desk.book({ storeRefNo: reference });
    expect(await desk.book({ storeRefNo: ` ${reference.toUpperCase()}` })).toMatchObject({
      status: 409,
      code: 'RepairRequestExists',
    });
  });

  test('the same reference in another store is another repair', async () => {
    expect((await (await deskFor('repairs')).book({ storeRefNo: 'shared' })).status).toBe(201);
    expect((await (await deskFor('both')).book({ storeRefNo: 'shared' })).status).toBe(201);
  });

  test('an admin books for a store of the region, and for no other', async () => {
    const desk = await deskFor('admin');
    expect(await desk.book({ storeId: 'UK-1001' })).toMatchObject({
      status: 201,
      json: { storeId: 'UK-1001', storeName: 'London Oxford Street' },
    });
    expect(await desk.book({ storeId: 'UK-1002' })).toMatchObject({
      status: 201,
      json: { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' },
    });
    const before = await desk.references();
    for (const storeId of ['DE-2001', 'UK-9999', 'uk-1001', undefined]) {
      const { status, json } = await desk.book({ storeId });
      expect([status, json.error?.problems?.map(({ path }) => path)]).toEqual([400, ['storeId']]);
    }
    expect(await desk.references()).toEqual(before);
  });
});

describe('a booking that is sent again', () => {
  test('answers what was stored, also after it was corrected', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const body = booking();
    const first = await browser.send(bookRepair, 'nuk', { body });
    expect(await browser.send(bookRepair, 'nuk', { body })).toMatchObject({ status: 201, json: first.json });
    const corrected = await deskOf(browser).correct(first.json, { serialNumber: 'XTW70087654321' });
    expect(await browser.send(bookRepair, 'nuk', { body })).toMatchObject({ status: 201, json: corrected.json });
  });

  test('by twenty at once is stored once, and each is told the same', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const body = booking();
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.send(bookRepair, 'nuk', { body })));
    expect(new Set(answers.map(({ status, json }) => JSON.stringify([status, json])))).toEqual(
      new Set([JSON.stringify([201, answers[0]?.json])]),
    );
    expect((await deskOf(browser).references())?.filter((reference) => reference === body.storeRefNo)).toHaveLength(1);
  });

  test('because its answer was lost is told what was stored, and is no second repair', async () => {
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

  test.each([{ serialNumber: 'OTHER' }, { storeRefNo: 'another reference' }])(
    'with %j is told what was booked, which stays as it was',
    async (change) => {
      const browser = await portal.signedIn('nuk', 'repairs');
      const body = booking();
      const { json } = await browser.send(bookRepair, 'nuk', { body });
      const again = await browser.send(bookRepair, 'nuk', { body: { ...body, ...change } });
      expect([again.status, again.json]).toEqual([201, json]);
      expect((await deskOf(browser).find(json)).json).toEqual(json);
    },
  );
});

test('of 200 at once with one reference exactly one wins', async () => {
  const [one, other] = [deskOf(await portal.signIn('nuk', 'repairs')), deskOf(await portal.signIn('nuk', 'repairs'))];
  const storeRefNo = 'race';
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 ? one : other).book({ storeRefNo })),
  );
  const won = answers.filter(({ status }) => status === 201);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ status, code }) => status === 409 && code === 'RepairRequestExists')).toHaveLength(199);
  const [winner] = won.map(({ json }) => json);
  if (!winner) throw new Error('nobody won');
  expect((await one.find(winner)).json).toEqual(winner);
  expect((await one.references())?.filter((reference) => reference === storeRefNo)).toHaveLength(1);
}, 60_000);

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

    test('ten megabytes end at the gateway, with its own form of error', async () => {
      const browser = await portal.signedIn('nuk', 'repairs');
      const { status, json } = await browser.send(route, 'nuk', { body: 'x'.repeat(10 * 1024 * 1024 + 1) });
      expect([status, json]).toEqual([413, { message: 'Request Entity Too Large' }]);
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
