import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { demoAccounts, demoStores } from '#scripts/demo/accounts.ts';
import { regionIds } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { identityOf, notFound, refusedAt, soon } from './bookings.ts';
import type { Desk } from './kinds.ts';
import { kinds } from './kinds.ts';
import { sharedPortalForTests } from './portal.ts';
import { linesOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = sharedPortalForTests();

const outsiders = [
  ['staff of another store', 'nuk', 'both'],
  ['an admin of another region', 'ndach', 'admin'],
  ['staff of another region', 'ndach', 'both'],
] as const;
const withoutRequestId = ({ error }: { readonly error?: object }) => ({ ...error, requestId: '' });

describe.each(kinds)('a $kind of others', ({ kind, staff, others, open }) => {
  /** Of the first store of nuk; looked for by everybody who may not see it. */
  let secret: Awaited<ReturnType<Desk['find']>>['json'];
  let owner: Desk;
  const mark = `CANARY${randomUUID().slice(0, 8)}`.toUpperCase();
  const serial = `${mark}-1`;
  const content = kind === 'Repair' ? { serialNumber: serial } : { lines: linesOf(2, mark) };
  /** What is known of a device: by its history, or by its serial number. */
  const known = async (desk: Desk, query: Record<string, string> = {}) =>
    'device' in desk ? desk.device(serial, query) : desk.serials([serial], query);
  const nothing = kind === 'Repair' ? { repairs: [], returns: [] } : { items: [] };

  beforeAll(async () => {
    owner = open(await portal.signedIn('nuk', staff));
    secret = (await owner.book({ storeRefNo: `${mark}-ref`, ...content })).json;
    // From now on the index could give it away.
    await soon(async () => expect(await owner.references({ search: mark })).toHaveLength(1));
  });

  describe.each(outsiders)('to %s', (_, region, name) => {
    let desk: Desk;
    beforeAll(async () => {
      desk = open(await portal.signedIn(region, name), region);
    });

    test('is not there, by its identity neither: it is not read, corrected nor withdrawn', async () => {
      const unknown = await desk.find({ ...secret, id: randomUUID() });
      expect(unknown).toMatchObject(notFound);
      for (const storeId of [secret.storeId, 'UK-1002', 'DE-2001', 'FR-3001']) {
        const answer = await desk.find({ ...secret, storeId });
        expect([answer.status, withoutRequestId(answer.json)]).toEqual([404, withoutRequestId(unknown.json)]);
        expect(await desk.correctAs({ ...secret, storeId }, 1)).toMatchObject(notFound);
        expect(await desk.withdraw({ ...secret, storeId })).toMatchObject(notFound);
      }
      expect((await owner.find(secret)).json).toEqual(secret);
    });

    test('is in no list and found by no search', async () => {
      for (const query of [{}, { state: 'submitted' }])
        expect(await desk.references(query)).not.toContain(secret.storeRefNo);
      for (const search of [mark, `${mark}-ref`, serial]) expect(await desk.references({ search })).toEqual([]);
      expect((await known(desk)).json).toMatchObject(nothing);
    });

    test('is no nearer by naming its store', async () => {
      const { storeId } = secret;
      for (const answer of [await desk.list({ storeId }), await desk.list({ storeId, search: mark })])
        expect(answer).toMatchObject(name === 'admin' ? { status: 200, json: { items: [] } } : refusedAt('storeId'));
      expect(await known(desk, { storeId })).toMatchObject(
        name === 'admin' ? { status: 200, json: nothing } : refusedAt('storeId'),
      );
      expect(await desk.book({ storeId })).toMatchObject(refusedAt('storeId'));
      if ('read' in desk)
        expect(await desk.read('uploads/x', { storeId })).toMatchObject(
          name === 'admin' ? notFound : refusedAt('storeId'),
        );
    });

    test('is no nearer by its owner’s cursor, by another region’s path, or by a region beside the path', async () => {
      for (const query of [{ limit: '1' }, { limit: '1', search: kind === 'Repair' ? '1001' : 'RET' }] as Record<
        string,
        string
      >[]) {
        const { cursor = '' } = (await owner.list(query)).json;
        expect(cursor).not.toBe('');
        expect(await desk.list({ ...query, cursor })).toMatchObject(refusedAt('cursor'));
      }
      const elsewhere = open(await portal.signedIn(region, name), region === 'nuk' ? 'ndach' : 'nuk');
      for (const answer of [await elsewhere.list(), await elsewhere.find(secret)]) expect(answer.status).toBe(401);
      expect(await desk.list({ region: 'nuk' })).toMatchObject({ status: 400, code: 'InvalidParameterException' });
    });
  });

  test('has a reference that belongs to its store only: others use the same in their own', async () => {
    for (const [region, name, more] of [
      ['nuk', 'both', {}],
      ['ndach', 'admin', { storeId: 'AT-2002' }],
    ] as const) {
      const { status, json } = await open(await portal.signedIn(region, name), region).book({
        storeRefNo: secret.storeRefNo,
        ...more,
      });
      expect(status).toBe(201);
      expect(json.storeId).not.toBe(secret.storeId);
    }
    expect((await owner.find(secret)).json).toEqual(secret);
  });

  test('is seen by an admin of the region among all, or by its store; nothing of other regions is', async () => {
    const desk = open(await portal.signedIn('nuk', 'admin'));
    const stores = async (query: Record<string, string> = {}) =>
      new Set((await desk.list({ limit: '500', ...query })).json.items.map(({ storeId }) => storeId));
    expect(await stores()).toEqual(new Set(['UK-1001', 'UK-1002']));
    expect(await stores({ storeId: 'UK-1002' })).toEqual(new Set(['UK-1002']));
    for (const storeId of ['DE-2001', 'FR-3001', 'UK-9999', 'UK 1001'])
      expect(await stores({ storeId })).toEqual(new Set());
    for (const storeId of ['UK-1001#x', 'UK-1001/..', '%00', 'UK-1001\u001F'])
      for (const answer of [await desk.list({ storeId }), await desk.find({ ...secret, storeId })])
        expect(answer).toMatchObject({ status: 400, code: 'InvalidParameterException' });
    expect((await desk.find(secret)).json).toEqual(secret);
    expect((await desk.find({ ...secret, storeId: 'UK-1002' })).status).toBe(404);
  });

  test('is closed to whoever books none', async () => {
    const desk = open(await portal.signedIn('nuk', others));
    for (const answer of [
      await desk.list(),
      await desk.find(secret),
      await known(desk),
      await desk.correctAs(secret, 1),
      await desk.withdraw(secret),
      await desk.book(),
    ])
      expect(answer).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  });

  const forged = async (query: Record<string, string>, end: object) => {
    const desk = open(await portal.signedIn('nuk', 'both'));
    const { cursor = '' } = (await desk.list({ limit: '1', ...query })).json;
    const [question] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string];
    return desk.list({
      limit: '100',
      ...query,
      cursor: Buffer.from(JSON.stringify([question, end])).toString('base64url'),
    });
  };

  test('is not reached by a cursor that was made up to begin in its store', async () => {
    const end = { createdAt: '2999-01-01T00:00:00.000Z', storeId: 'UK-1001', reference: `${mark}-ref`.toLowerCase() };
    const { status, json } = await forged({}, end);
    expect(status).toBe(200);
    expect(new Set(json.items.map(({ storeId }) => storeId))).toEqual(new Set(['UK-1002']));
    expect(await forged({ from: '2026-01-01' }, { ...end, createdAt: '2025-01-01T00:00:00.000Z' })).toMatchObject(
      refusedAt('cursor'),
    );
  });
});

test('a repair and a return may have one reference, and neither shows as the other', async () => {
  const browser = await portal.signedIn('nuk', 'both');
  const [, returns] = kinds;
  const { json } = await returns.open(browser).book();
  expect(await browser.send(routes.repairs.findRepair, 'nuk', { query: identityOf(json) })).toMatchObject(notFound);
});

test.each(['admin', 'repairs', 'nothing'])(
  'where a region has no returns, every call is refused to %s',
  async (name) => {
    const [, returns] = kinds;
    const desk = returns.open(await portal.signedIn('nfr', name), 'nfr');
    const seen = { id: randomUUID(), storeId: 'FR-3001', storeRefNo: 'R', version: 1 };
    for (const answer of [
      await desk.list(),
      await desk.find(seen),
      await desk.serials(['X1']),
      await desk.book({ ...(name === 'admin' && { storeId: 'FR-3001' }) }),
      await desk.correctAs(seen, 1),
      await desk.withdraw(seen),
      await desk.presign(),
      await desk.read('uploads/x'),
    ])
      expect(answer).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  },
);

test.each(regionIds)('%s: an admin sees each store of the region once, by id, and staff their own', async (region) => {
  const stores = demoStores[region].map(({ id, name }) => ({ storeId: id, storeName: name }));
  const admin = await portal.signedIn(region, 'admin');
  const { items } = (await admin.send(routes.stores.listStores, region)).json;
  // Other files add stores of their own.
  expect(items).toEqual(expect.arrayContaining(stores));
  const ids = items.map(({ storeId }) => storeId);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  const staff = await portal.signedIn(region, 'repairs');
  const { store } = demoAccounts.find(({ email }) => email === `repairs@${region}.example`) ?? {};
  const own = (await staff.send(routes.stores.ownStore, region)).json;
  expect(own).toEqual({ storeId: store?.id, storeName: store?.name });
});
