import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ReturnRecord } from '#shared/returns/return.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import { eventually, identityOf } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { linesOf, newSerial, returnBooking, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { bookReturn, correctReturn, findReturn, findSerialNumbers, listReturns, withdrawReturn } = routes.returns;
const { readReturnFile, requestUpload } = routes['return-files'];

type Desk = ReturnType<typeof returnsDeskOf>;

/** Of the first store of nuk; looked for by everybody who may not see it. */
let secret: ReturnRecord;
let owner: Desk;
const mark = newSerial().slice(0, 9);
const serial = `${mark}-1`;

beforeAll(async () => {
  owner = returnsDeskOf(await portal.signedIn('nuk', 'returns'));
  secret = (await owner.book({ storeRefNo: `${mark}-ref`, lines: linesOf(2, mark) })).json;
  // From now on the index could give it away.
  await eventually(
    () => owner.references({ search: mark }),
    (found) => found?.length === 1,
  );
});

const withoutRequestId = ({ error }: { readonly error?: object }) => ({ ...error, requestId: '' });
const refusedAt = (path: string) => ({
  status: 400,
  code: 'InvalidParameterException',
  json: { error: { problems: [{ path }] } },
});

describe.each([
  ['staff of another store', 'nuk', 'both'],
  ['staff of another region', 'ndach', 'returns'],
  ['an admin of another region', 'ndach', 'admin'],
] as const)('%s', (_, region, name) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = returnsDeskOf(await portal.signedIn(region, name), region);
  });

  test('reads no return of others by its identity, nor learns that it exists', async () => {
    const unknown = await desk.find({ ...secret, id: randomUUID() });
    expect([unknown.status, unknown.code]).toEqual([404, 'NotFound']);
    for (const storeId of [secret.storeId, 'UK-1002', 'DE-2001', 'FR-3001']) {
      const answer = await desk.find({ ...secret, storeId });
      expect([answer.status, withoutRequestId(answer.json)]).toEqual([404, withoutRequestId(unknown.json)]);
    }
  });

  test('corrects and withdraws none, nor learns that it exists', async () => {
    for (const storeId of [secret.storeId, 'UK-1002', 'DE-2001']) {
      expect(await desk.correct({ ...secret, storeId }, linesOf(1))).toMatchObject({ status: 404, code: 'NotFound' });
      expect(await desk.withdraw({ ...secret, storeId })).toMatchObject({ status: 404, code: 'NotFound' });
    }
    expect((await owner.find(secret)).json).toEqual(secret);
  });

  test('lists, searches and guesses none', async () => {
    for (const query of [{}, { state: 'submitted' }])
      expect(await desk.references(query)).not.toContain(secret.storeRefNo);
    for (const search of [mark, `${mark}-ref`, serial]) expect(await desk.references({ search })).toEqual([]);
    expect((await desk.serials([serial])).json.items).toEqual([]);
  });

  test('gets no further by naming the store', async () => {
    for (const answer of [
      await desk.list({ storeId: secret.storeId }),
      await desk.list({ storeId: secret.storeId, search: mark }),
      await desk.serials([serial], { storeId: secret.storeId }),
    ]) {
      if (name === 'admin') expect(answer).toMatchObject({ status: 200, json: { items: [] } });
      else expect(answer).toMatchObject(refusedAt('storeId'));
    }
    expect(await desk.book({ storeId: secret.storeId })).toMatchObject(refusedAt('storeId'));
    expect(await desk.read('uploads/x', { storeId: secret.storeId })).toMatchObject(
      name === 'admin' ? { status: 404, code: 'NotFound' } : refusedAt('storeId'),
    );
  });

  test('gets nowhere with the owner’s cursor', async () => {
    for (const query of [{ limit: '1' }, { limit: '1', search: 'RET' }] as Record<string, string>[]) {
      const { cursor } = (await owner.list(query)).json;
      expect(cursor).toBeDefined();
      expect(await desk.list({ ...query, cursor: cursor ?? '' })).toMatchObject(refusedAt('cursor'));
    }
  });

  test('reaches no other region by the path, and names none beside it', async () => {
    const browser = await portal.signedIn(region, name);
    const other = region === 'nuk' ? 'ndach' : 'nuk';
    const calls: [Route, object][] = [
      [listReturns, {}],
      [findReturn, { query: identityOf(secret) }],
      [bookReturn, { body: returnBooking() }],
      [correctReturn, { body: { ...identityOf(secret), version: 1, lines: linesOf(1) } }],
      [withdrawReturn, { body: { ...identityOf(secret), version: 1 } }],
      [findSerialNumbers, { body: { serialNumbers: [serial] } }],
      [requestUpload, { body: { bytes: 1 } }],
      [readReturnFile, { body: { key: 'uploads/x' } }],
    ];
    for (const [route, call] of calls) expect((await browser.send(route, other, call)).status).toBe(401);
    expect(await browser.send(listReturns, region, { query: { region: 'nuk' } })).toMatchObject({ status: 400 });
    expect(await browser.send(requestUpload, region, { body: { bytes: 1, region: 'nuk' } })).toMatchObject({
      status: 400,
    });
  });
});

test('a reference belongs to nobody but its store: others may use the same, in their own', async () => {
  for (const [region, name, more] of [
    ['nuk', 'both', {}],
    ['ndach', 'returns', {}],
    ['ndach', 'admin', { storeId: 'AT-2002' }],
  ] as const) {
    const { status, json } = await returnsDeskOf(await portal.signedIn(region, name), region).book({
      storeRefNo: secret.storeRefNo,
      ...more,
    });
    expect(status).toBe(201);
    expect(json.storeId).not.toBe(secret.storeId);
  }
  expect((await owner.find(secret)).json).toEqual(secret);
});

test('a cursor made up to begin in another store begins in one’s own', async () => {
  const desk = returnsDeskOf(await portal.signedIn('nuk', 'both'));
  const { cursor = '' } = (await desk.list({ limit: '1' })).json;
  const [question] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string];
  const end = { createdAt: '2999-01-01T00:00:00.000Z', storeId: 'UK-1001', reference: `${mark}-ref`.toLowerCase() };
  const { status, json } = await desk.list({
    limit: '100',
    cursor: Buffer.from(JSON.stringify([question, end])).toString('base64url'),
  });
  expect(status).toBe(200);
  expect(new Set(json.items.map(({ storeId }) => storeId))).toEqual(new Set(['UK-1002']));
});

test('an admin sees the region’s returns, all of them or one store’s, and none of another region', async () => {
  const desk = returnsDeskOf(await portal.signedIn('nuk', 'admin'));
  const stores = async (query: Record<string, string> = {}) =>
    new Set((await desk.list({ limit: '500', ...query })).json.items.map(({ storeId }) => storeId));
  expect(await stores()).toEqual(new Set(['UK-1001', 'UK-1002']));
  expect(await stores({ storeId: 'UK-1002' })).toEqual(new Set(['UK-1002']));
  for (const storeId of ['DE-2001', 'FR-3001', 'UK-9999']) expect(await stores({ storeId })).toEqual(new Set());
  expect((await desk.find(secret)).json).toEqual(secret);
  expect((await desk.find({ ...secret, storeId: 'UK-1002' })).status).toBe(404);
});

test('who books no returns sees none', async () => {
  const desk = returnsDeskOf(await portal.signedIn('nuk', 'repairs'));
  for (const answer of [
    await desk.list(),
    await desk.find(secret),
    await desk.serials([serial]),
    await desk.book(),
    await desk.correct(secret, linesOf(1)),
    await desk.withdraw(secret),
    await desk.presign(),
    await desk.read('uploads/x'),
  ]) {
    expect(answer).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  }
});

test('a repair and a return may have one reference, and neither shows as the other', async () => {
  const { findRepair } = routes.repairs;
  const browser = await portal.signedIn('nuk', 'both');
  const { json } = await returnsDeskOf(browser).book();
  expect(await browser.send(findRepair, 'nuk', { query: identityOf(json) })).toMatchObject({
    status: 404,
    code: 'NotFound',
  });
});

describe('where the region has no returns', () => {
  test.each(['admin', 'repairs', 'nothing'])('every call is refused, however right it is (%s)', async (name) => {
    const desk = returnsDeskOf(await portal.signedIn('nfr', name), 'nfr');
    const answers = [
      await desk.list(),
      await desk.find({ ...secret, storeId: 'FR-3001' }),
      await desk.serials([serial]),
      await desk.book({ ...(name === 'admin' && { storeId: 'FR-3001' }) }),
      await desk.correct({ ...secret, storeId: 'FR-3001' }, linesOf(1)),
      await desk.withdraw({ ...secret, storeId: 'FR-3001' }),
      await desk.presign(),
      await desk.read('uploads/x'),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  });
});
