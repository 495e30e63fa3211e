import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { demoAccounts, demoStores } from '#scripts/demo/accounts.ts';
import { routes } from '#shared/api/routes/table.ts';
import { regionIds } from '#shared/config/regions.ts';
import { toIdentity, notFoundError, validationErrorAt, waitUntilPasses } from './bookings.ts';
import type { RecordsClient } from './kinds.ts';
import { kinds } from './kinds.ts';
import { openSharedTestPortal } from './portal.ts';
import { createLines } from './return-bookings.ts';

// The simulated provider of the shared portal sends no events, so no RMA number arrives during the tests.
const portal = openSharedTestPortal();

const outsiders = [
  ['staff of another store', 'nuk', 'both'],
  ['an admin of another region', 'ndach', 'admin'],
  ['staff of another region', 'ndach', 'both'],
] as const;
const clearRequestId = ({ error }: { readonly error?: object }) => ({ ...error, requestId: '' });

describe.each(kinds)('a $kind of another store', ({ kind, staff, staffWithoutRole, open }) => {
  /** Record of nuk's first store, which no outsider may see. */
  let secretRecord: Awaited<ReturnType<RecordsClient['find']>>['json'];
  let owner: RecordsClient;
  /** Text that only this record contains. */
  const mark = `CANARY${randomUUID().slice(0, 8)}`.toUpperCase();
  const serial = `${mark}-1`;
  const content = kind === 'Repair' ? { serialNumber: serial } : { lines: createLines(2, mark) };
  /** Searches for the record by the serial number of its device. */
  const findByDevice = async (client: RecordsClient, query: Record<string, string> = {}) =>
    'findDevice' in client ? client.findDevice(serial, query) : client.findSerialNumbers([serial], query);
  const emptyResult = kind === 'Repair' ? { repairs: [], returns: [] } : { items: [] };

  beforeAll(async () => {
    owner = open(await portal.signInOnce('nuk', staff));
    secretRecord = (await owner.book({ storeRefNo: `${mark}-ref`, ...content })).json;
    // Waits until the search index could expose it.
    await waitUntilPasses(async () => expect(await owner.listReferences({ search: mark })).toHaveLength(1));
  });

  describe.each(outsiders)('to %s', (_, region, name) => {
    let client: RecordsClient;
    beforeAll(async () => {
      client = open(await portal.signInOnce(region, name), region);
    });

    test('cannot be found, corrected or withdrawn by its identity', async () => {
      const unknownResponse = await client.find({ ...secretRecord, id: randomUUID() });
      expect(unknownResponse).toMatchObject(notFoundError);
      for (const storeId of [secretRecord.storeId, 'UK-1002', 'DE-2001', 'FR-3001']) {
        const response = await client.find({ ...secretRecord, storeId });
        expect([response.status, clearRequestId(response.json)]).toEqual([404, clearRequestId(unknownResponse.json)]);
        expect(await client.correctToVariant({ ...secretRecord, storeId }, 1)).toMatchObject(notFoundError);
        expect(await client.withdraw({ ...secretRecord, storeId })).toMatchObject(notFoundError);
      }
      expect((await owner.find(secretRecord)).json).toEqual(secretRecord);
    });

    test('appears in no list and no search', async () => {
      for (const query of [{}, { state: 'submitted' }])
        expect(await client.listReferences(query)).not.toContain(secretRecord.storeRefNo);
      for (const search of [mark, `${mark}-ref`, serial]) expect(await client.listReferences({ search })).toEqual([]);
      expect((await findByDevice(client)).json).toMatchObject(emptyResult);
    });

    test('stays hidden when its store is named', async () => {
      const { storeId } = secretRecord;
      for (const response of [await client.list({ storeId }), await client.list({ storeId, search: mark })])
        expect(response).toMatchObject(
          name === 'admin' ? { status: 200, json: { items: [] } } : validationErrorAt('storeId'),
        );
      expect(await findByDevice(client, { storeId })).toMatchObject(
        name === 'admin' ? { status: 200, json: emptyResult } : validationErrorAt('storeId'),
      );
      expect(await client.book({ storeId })).toMatchObject(validationErrorAt('storeId'));
      if ('read' in client)
        expect(await client.read('uploads/x', { storeId })).toMatchObject(
          name === 'admin' ? notFoundError : validationErrorAt('storeId'),
        );
    });

    test('stays hidden with a cursor of its store, or its region in the path or query', async () => {
      for (const query of [{ limit: '1' }, { limit: '1', search: kind === 'Repair' ? '1001' : 'RET' }] as Record<
        string,
        string
      >[]) {
        const { cursor = '' } = (await owner.list(query)).json;
        expect(cursor).not.toBe('');
        expect(await client.list({ ...query, cursor })).toMatchObject(validationErrorAt('cursor'));
      }
      const otherRegion = open(await portal.signInOnce(region, name), region === 'nuk' ? 'ndach' : 'nuk');
      for (const response of [await otherRegion.list(), await otherRegion.find(secretRecord)])
        expect(response.status).toBe(401);
      expect(await client.list({ region: 'nuk' })).toMatchObject({ status: 400, code: 'InvalidParameterException' });
    });
  });

  test('does not reserve its reference in other stores', async () => {
    for (const [region, name, extraFields] of [
      ['nuk', 'both', {}],
      ['ndach', 'admin', { storeId: 'AT-2002' }],
    ] as const) {
      const { status, json } = await open(await portal.signInOnce(region, name), region).book({
        storeRefNo: secretRecord.storeRefNo,
        ...extraFields,
      });
      expect(status).toBe(201);
      expect(json.storeId).not.toBe(secretRecord.storeId);
    }
    expect((await owner.find(secretRecord)).json).toEqual(secretRecord);
  });

  test("is visible to the region's admins, in all stores or by store", async () => {
    const client = open(await portal.signInOnce('nuk', 'admin'));
    const findStoreIds = async (query: Record<string, string> = {}) =>
      new Set((await client.list({ limit: '500', ...query })).json.items.map(({ storeId }) => storeId));
    expect(await findStoreIds()).toEqual(new Set(['UK-1001', 'UK-1002']));
    expect(await findStoreIds({ storeId: 'UK-1002' })).toEqual(new Set(['UK-1002']));
    for (const storeId of ['DE-2001', 'FR-3001', 'UK-9999', 'UK 1001'])
      expect(await findStoreIds({ storeId })).toEqual(new Set());
    for (const storeId of ['UK-1001#x', 'UK-1001/..', '%00', 'UK-1001\u001F'])
      for (const response of [await client.list({ storeId }), await client.find({ ...secretRecord, storeId })])
        expect(response).toMatchObject({ status: 400, code: 'InvalidParameterException' });
    expect((await client.find(secretRecord)).json).toEqual(secretRecord);
    expect((await client.find({ ...secretRecord, storeId: 'UK-1002' })).status).toBe(404);
  });

  test('is denied to staff without the role', async () => {
    const client = open(await portal.signInOnce('nuk', staffWithoutRole));
    for (const response of [
      await client.list(),
      await client.find(secretRecord),
      await findByDevice(client),
      await client.correctToVariant(secretRecord, 1),
      await client.withdraw(secretRecord),
      await client.book(),
    ])
      expect(response).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  });

  /** Lists what follows a position, which replaces the one in the cursor of another list. */
  const listWithForgedCursor = async (query: Record<string, string>, position: object) => {
    const client = open(await portal.signInOnce('nuk', 'both'));
    const { cursor = '' } = (await client.list({ limit: '1', ...query })).json;
    const [cursorQuery] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string];
    return client.list({
      limit: '100',
      ...query,
      cursor: Buffer.from(JSON.stringify([cursorQuery, position])).toString('base64url'),
    });
  };

  test('stays hidden with a forged cursor', async () => {
    const position = {
      createdAt: '2999-01-01T00:00:00.000Z',
      storeId: 'UK-1001',
      reference: `${mark}-ref`.toLowerCase(),
    };
    const { status, json } = await listWithForgedCursor({}, position);
    expect(status).toBe(200);
    expect(new Set(json.items.map(({ storeId }) => storeId))).toEqual(new Set(['UK-1002']));
    expect(
      await listWithForgedCursor({ from: '2026-01-01' }, { ...position, createdAt: '2025-01-01T00:00:00.000Z' }),
    ).toMatchObject(validationErrorAt('cursor'));
  });
});

test('a repair and a return may share a reference', async () => {
  const browser = await portal.signInOnce('nuk', 'both');
  const [, returns] = kinds;
  const { json } = await returns.open(browser).book();
  expect(await browser.send(routes.repairs.findRepair, 'nuk', { query: toIdentity(json) })).toMatchObject(
    notFoundError,
  );
});

test.each(['admin', 'repairs', 'nothing'])(
  'denies every returns call in a region without returns to %s',
  async (name) => {
    const [, returns] = kinds;
    const client = returns.open(await portal.signInOnce('nfr', name), 'nfr');
    const identity = { id: randomUUID(), storeId: 'FR-3001', storeRefNo: 'R', version: 1 };
    for (const response of [
      await client.list(),
      await client.find(identity),
      await client.findSerialNumbers(['X1']),
      await client.book({ ...(name === 'admin' && { storeId: 'FR-3001' }) }),
      await client.correctToVariant(identity, 1),
      await client.withdraw(identity),
      await client.presign(),
      await client.read('uploads/x'),
    ])
      expect(response).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  },
);

test.each(regionIds)('%s: an admin lists each store once, and staff see their own', async (region) => {
  const stores = demoStores[region].map(({ id, name }) => ({ storeId: id, storeName: name }));
  const admin = await portal.signInOnce(region, 'admin');
  const { items } = (await admin.send(routes.stores.listStores, region)).json;
  // Other test files add stores.
  expect(items).toEqual(expect.arrayContaining(stores));
  const ids = items.map(({ storeId }) => storeId);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  const staff = await portal.signInOnce(region, 'repairs');
  const { store } = demoAccounts.find(({ email }) => email === `repairs@${region}.example`) ?? {};
  const ownStore = (await staff.send(routes.stores.ownStore, region)).json;
  expect(ownStore).toEqual({ storeId: store?.id, storeName: store?.name });
});
