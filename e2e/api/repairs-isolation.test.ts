import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Repair } from '#shared/repairs/repair.ts';
import { routes } from '#shared/routes/table.ts';
import { content, deskOf, eventually, identityOf } from './bookings.ts';
import { portalForTests } from './portal.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { listRepairs, findRepair, correctRepair, withdrawRepair } = routes.repairs;

type Desk = ReturnType<typeof deskOf>;

/** Of the first store of nuk; looked for by everybody who may not see it. */
let secret: Repair;
let owner: Desk;
const mark = randomUUID().slice(0, 8).toUpperCase();

beforeAll(async () => {
  owner = deskOf(await portal.signedIn('nuk', 'repairs'));
  secret = (await owner.book({ storeRefNo: `${mark}-ref`, serialNumber: `${mark}-SER` })).json;
  // From now on the index could give it away.
  await eventually(
    () => owner.references({ search: mark }),
    (found) => found?.length === 1,
  );
});

const outsiders = [
  ['staff of another store', 'nuk', 'both'],
  ['an admin of another region', 'ndach', 'admin'],
  ['staff of another region', 'nfr', 'repairs'],
] as const;

const withoutRequestId = ({ error }: { readonly error?: object }) => ({ ...error, requestId: '' });

describe.each(outsiders)('%s', (_, region, name) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = deskOf(await portal.signedIn(region, name), region);
  });

  test('reads no repair of others by its identity, nor learns that it exists', async () => {
    const unknown = await desk.find({ ...secret, id: randomUUID() });
    expect([unknown.status, unknown.code]).toEqual([404, 'NotFound']);
    for (const storeId of [secret.storeId, 'UK-1002', 'DE-2001', 'FR-3001']) {
      const answer = await desk.find({ ...secret, storeId });
      expect([answer.status, withoutRequestId(answer.json)]).toEqual([404, withoutRequestId(unknown.json)]);
    }
  });

  test('corrects and withdraws none', async () => {
    for (const storeId of [secret.storeId, 'UK-1002', 'DE-2001', 'FR-3001']) {
      expect(await desk.correct({ ...secret, storeId }, { serialNumber: 'MINE' })).toMatchObject({
        status: 404,
        code: 'NotFound',
      });
      expect(await desk.withdraw({ ...secret, storeId })).toMatchObject({ status: 404, code: 'NotFound' });
    }
    expect((await owner.find(secret)).json).toEqual(secret);
  });

  test('lists, searches and guesses none', async () => {
    expect(await desk.references()).not.toContain(secret.storeRefNo);
    expect(await desk.references({ state: 'submitted' })).not.toContain(secret.storeRefNo);
    for (const search of [mark, `${mark}-ref`, `${mark}-SER`]) expect(await desk.references({ search })).toEqual([]);
    expect((await desk.device(secret.serialNumber)).json.repairs).toEqual([]);
  });

  test('gets no further by naming the store in a filter', async () => {
    for (const answer of [
      await desk.list({ storeId: secret.storeId }),
      await desk.list({ storeId: secret.storeId, search: mark }),
      await desk.device(secret.serialNumber, { storeId: secret.storeId }),
    ]) {
      const nothing = 'repairs' in answer.json ? { repairs: [], returns: [] } : { items: [] };
      if (name === 'admin') expect(answer).toMatchObject({ status: 200, json: nothing });
      else
        expect(answer).toMatchObject({
          status: 400,
          code: 'InvalidParameterException',
          json: { error: { problems: [{ path: 'storeId' }] } },
        });
    }
  });

  test('gets no further with the owner’s cursor', async () => {
    for (const query of [{ limit: '1' }, { limit: '1', search: '1001' }] as Record<string, string>[]) {
      const { cursor } = (await owner.list(query)).json;
      expect(cursor).toBeDefined();
      expect(await desk.list({ ...query, cursor: cursor ?? '' })).toMatchObject({
        status: 400,
        code: 'InvalidParameterException',
        json: { error: { problems: [{ path: 'cursor' }] } },
      });
    }
  });

  test('reaches no other region by the path', async () => {
    const browser = await portal.signedIn(region, name);
    const other = region === 'nuk' ? 'ndach' : 'nuk';
    const body = { ...identityOf(secret), version: 1 };
    expect((await browser.send(listRepairs, other)).status).toBe(401);
    expect((await browser.send(findRepair, other, { query: identityOf(secret) })).status).toBe(401);
    expect((await browser.send(correctRepair, other, { body: { ...body, ...content } })).status).toBe(401);
    expect((await browser.send(withdrawRepair, other, { body })).status).toBe(401);
  });

  test('names no region beside the path’s', async () => {
    const browser = await portal.signedIn(region, name);
    expect(await browser.send(listRepairs, region, { query: { region: 'nuk' } })).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
    });
    expect(
      await browser.send(withdrawRepair, region, { body: { ...identityOf(secret), version: 1, region: 'nuk' } }),
    ).toMatchObject({ status: 400 });
  });
});

describe('a cursor', () => {
  const forged = async (query: Record<string, string>, end: object) => {
    const desk = deskOf(await portal.signedIn('nuk', 'both'));
    const { cursor = '' } = (await desk.list({ limit: '1', ...query })).json;
    const [question] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string];
    return desk.list({
      limit: '100',
      ...query,
      cursor: Buffer.from(JSON.stringify([question, end])).toString('base64url'),
    });
  };

  test('made up to begin in another store begins in one’s own', async () => {
    const { status, json } = await forged(
      {},
      { createdAt: '2999-01-01T00:00:00.000Z', storeId: 'UK-1001', reference: `${mark}-ref`.toLowerCase() },
    );
    expect(status).toBe(200);
    expect(new Set(json.items.map(({ storeId }) => storeId))).toEqual(new Set(['UK-1002']));
  });

  test.each([
    ['no instant', {}, { createdAt: 'x', storeId: 'UK-1002', reference: 'r' }],
    [
      'an instant outside the period',
      { from: '2026-01-01' },
      { createdAt: '2025-01-01T00:00:00.000Z', storeId: 'UK-1002', reference: 'r' },
    ],
    ['a term outside the search', { search: '1' }, { term: 'text\u001F2' }],
    ['an empty key', {}, { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'UK-1002', reference: '' }],
  ])('with %s is refused at its field', async (_, query: Record<string, string>, end) => {
    expect(await forged(query, end)).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
      json: { error: { problems: [{ path: 'cursor' }] } },
    });
  });

  test('of a list by time serves no search, no other filter and no other period', async () => {
    const { cursor = '' } = (await owner.list({ limit: '1' })).json;
    for (const query of [{ search: mark }, { state: 'submitted' }, { from: '2026-01-01' }] as Record<
      string,
      string
    >[]) {
      expect(await owner.list({ ...query, cursor })).toMatchObject({
        status: 400,
        json: { error: { problems: [{ path: 'cursor' }] } },
      });
    }
    expect((await owner.list({ cursor, limit: '5' })).status).toBe(200);
  });
});

describe('an admin', () => {
  test('sees the region’s repairs, all of them, or one store’s, and none of another region', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'admin'));
    const stores = async (query: Record<string, string> = {}) =>
      new Set((await desk.list({ limit: '500', ...query })).json.items.map(({ storeId }) => storeId));
    expect(await stores()).toEqual(new Set(['UK-1001', 'UK-1002']));
    expect(await stores({ storeId: 'UK-1002' })).toEqual(new Set(['UK-1002']));
    for (const storeId of ['DE-2001', 'FR-3001', 'UK-9999']) expect(await stores({ storeId })).toEqual(new Set());
    expect((await desk.find(secret)).json).toEqual(secret);
    expect((await desk.find({ ...secret, storeId: 'UK-1002' })).status).toBe(404);
  });

  test.each(['UK-1001#x', 'UK-1001/..', 'UK 1001', '%00', 'UK-1001\u001F'])(
    'names no store like %j',
    async (storeId) => {
      const desk = deskOf(await portal.signedIn('nuk', 'admin'));
      expect(await desk.list({ storeId })).toMatchObject({ status: 400, code: 'InvalidParameterException' });
      expect(await desk.find({ ...secret, storeId })).toMatchObject({ status: 400, code: 'InvalidParameterException' });
    },
  );
});

test('who books no repairs sees none', async () => {
  const desk = deskOf(await portal.signedIn('nuk', 'returns'));
  for (const answer of [
    await desk.list(),
    await desk.find(secret),
    await desk.device(secret.serialNumber),
    await desk.correct(secret),
    await desk.withdraw(secret),
    await desk.book(),
  ]) {
    expect(answer).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  }
});
