import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { routes } from '#shared/routes/table.ts';
import type { Browser } from './browser.ts';
import { portalForTests } from './portal.ts';

const portal = portalForTests();
const { bookRepair, listRepairs } = routes.repairs;

const booking = (change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XTW70012345678',
  purchaseDate: '2026-01-15',
  storeRefNo: `R-${randomUUID()}`,
  detailedDescription: '',
  customerPresence: true,
  termsAcceptance: true,
  ...change,
});

const book = (browser: Browser, change?: Record<string, unknown>, region = 'nuk') => browser.send(bookRepair, region, { body: booking(change) });
const references = async (browser: Browser, region = 'nuk', query = {}) =>
  (await browser.send(listRepairs, region, { query })).json.items.map(({ storeRefNo }) => storeRefNo);

describe('booking a repair', () => {
  test('it is in the list at once, pending, with the store of whoever booked', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const { status, json } = await book(browser, { storeRefNo: ' Ab 1 ' });
    expect([status, json.rma, json.storeId, json.storeRefNo]).toEqual([201, null, 'UK-1001', 'Ab 1']);
    expect((await references(browser))[0]).toBe('Ab 1');
  });

  test('the same reference in the store is refused, however it is written', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const reference = `Straße-${randomUUID().slice(0, 8)}`;
    await book(browser, { storeRefNo: reference });
    const { status, code } = await book(browser, { storeRefNo: ` ${reference.toUpperCase()}` });
    expect([status, code]).toEqual([409, 'RepairRequestExists']);
  });

  test('the same reference in another store is another repair', async () => {
    const [one, other] = [await portal.signedIn('nuk', 'repairs'), await portal.signedIn('nuk', 'both')];
    expect((await book(one, { storeRefNo: 'shared' })).status).toBe(201);
    expect((await book(other, { storeRefNo: 'shared' })).status).toBe(201);
  });

  test('the same booking sent again answers what was stored', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const body = booking();
    const [first, again] = [await browser.send(bookRepair, 'nuk', { body }), await browser.send(bookRepair, 'nuk', { body })];
    expect(again).toMatchObject({ status: 201, json: first.json });
  });

  test('of many at once with one reference exactly one wins', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    for (let round = 0; round < 3; round += 1) {
      const storeRefNo = `race-${round}`;
      const answers = await Promise.all(Array.from({ length: 40 }, () => book(browser, { storeRefNo })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'RepairRequestExists')).toHaveLength(39);
    }
  });

  test.each([
    ['a future purchase date', { purchaseDate: '2999-01-01' }, 'purchaseDate'],
    ['an unknown field', { rma: 'RMA-1' }, 'rma'],
    ['a store of one’s own choice', { storeId: 'UK-1002' }, 'storeId'],
    ['no acceptance of the terms', { termsAcceptance: false }, 'termsAcceptance'],
    ['an accessory of another product', { product: 'switch-2', accessories: ['dock-switch'] }, 'accessories'],
  ])('with %s nothing is stored', async (_, change, path) => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const before = await references(browser);
    const { status, code, json } = await book(browser, change);
    expect([status, code, json.error?.problems?.map((problem) => problem.path)]).toEqual([400, 'InvalidParameterException', [path]]);
    expect(await references(browser)).toEqual(before);
  });

  test.each([
    ['invalid JSON', '{"id":', {}, 400, 'InvalidParameterException'],
    ['another content type', '{}', { 'content-type': 'text/plain' }, 415, 'UnsupportedMediaType'],
    ['a body over the limit', JSON.stringify({ x: 'x'.repeat(limits.requestBodyBytes) }), {}, 413, 'PayloadTooLarge'],
  ])('%s is refused with the error object', async (_, body, headers, status, code) => {
    const browser = await portal.signedIn('nuk', 'repairs');
    expect(await browser.send(bookRepair, 'nuk', { body, headers })).toMatchObject({ status, code });
  });

  test('ten megabytes end at the gateway, with its own form of error', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const { status, json } = await browser.send(bookRepair, 'nuk', { body: 'x'.repeat(10 * 1024 * 1024 + 1) });
    expect([status, json]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });
});

describe('listing repairs', () => {
  test('pages by cursor hold every repair once, newest first', async () => {
    const browser = await portal.signedIn('ndach', 'repairs');
    for (let count = 0; count < 12; count += 1) await book(browser, { storeRefNo: `page-${count}` }, 'ndach');
    const all = await references(browser, 'ndach', { limit: '100' });
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await browser.send(listRepairs, 'ndach', { query: { limit: '5', ...(cursor && { cursor }) } });
      paged.push(...json.items.map(({ storeRefNo }) => storeRefNo));
      cursor = json.cursor;
    } while (cursor);
    expect(paged).toEqual(all);
    expect(all.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, index) => `page-${11 - index}`));
  });

  test('staff see their own store, an admin the region, and a cursor leads nowhere else', async () => {
    const [staff, other, admin] = [await portal.signedIn('nuk', 'repairs'), await portal.signedIn('nuk', 'both'), await portal.signedIn('nuk', 'admin')];
    const stores = async (browser: Browser, query = {}) =>
      new Set((await browser.send(listRepairs, 'nuk', { query: { limit: '100', ...query } })).json.items.map(({ storeId }) => storeId));
    expect(await stores(staff)).toEqual(new Set(['UK-1001']));
    expect(await stores(other)).toEqual(new Set(['UK-1002']));
    expect(await stores(admin)).toEqual(new Set(['UK-1001', 'UK-1002']));

    const { json } = await admin.send(listRepairs, 'nuk', { query: { limit: '1' } });
    const cursor = json.cursor ?? '';
    expect(cursor).not.toBe('');
    const foreign = (await other.send(listRepairs, 'nuk', { query: { cursor } })).json.items ?? [];
    expect(foreign.every(({ storeId }) => storeId === 'UK-1002')).toBe(true);
  });

  test('the answer holds what the list shows, not who booked', async () => {
    const browser = await portal.signedIn('nuk', 'repairs');
    const { json } = await browser.send(listRepairs, 'nuk');
    expect(Object.keys(json.items[0] ?? {})).not.toEqual(expect.arrayContaining(['createdBy']));
    expect(json.items[0]).not.toHaveProperty('store');
  });
});
