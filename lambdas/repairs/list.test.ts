import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { admin, by, staff } from '#lambdas/testing/callers.ts';
import { repairRowWith } from '#lambdas/testing/repairs.ts';
import { repairHandlers } from './repairs.ts';
import type { RepairsStore } from './store.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const row = repairRowWith();
const list = jest.fn<RepairsStore['list']>();
const { listRepairs } = repairHandlers({ repairs: { list } } as unknown as Collaborators);
const ask = async (query: Partial<Parameters<typeof listRepairs>[0]> = {}, caller = staff) =>
  (await listRepairs({ region: 'nuk', limit: 25, ...query }, by(caller))).body;

beforeEach(() => {
  list.mockReset();
  list.mockResolvedValue({ items: [row], hasMore: true });
});

describe('listing repairs', () => {
  test.each([
    ['staff: their own store', staff, {}, { region: 'nuk', storeId: 'UK-1' }],
    ['an admin: the region', admin, {}, { region: 'nuk' }],
    ['an admin: the store they name', admin, { storeId: 'UK-9' }, { region: 'nuk', storeId: 'UK-9' }],
  ])('is for %s', async (_, caller, query, owner) => {
    await ask(query, caller);
    expect(list.mock.lastCall?.[0]).toEqual(owner);
  });

  test('by days asks for the region’s days', async () => {
    await ask({ region: 'nfr', from: '2026-03-29', to: '2026-03-29', state: 'submitted' });
    expect(list.mock.lastCall?.[1]).toEqual({
      state: 'submitted',
      period: { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T21:59:59.999Z' },
    });
  });

  test('goes on where the last page ended', async () => {
    const { cursor } = await ask();
    await ask({ cursor });
    expect(list.mock.lastCall?.[3]).toEqual({ createdAt: row.createdAt, storeId: 'UK-1', reference: 'ref 1' });
  });

  test.each([
    ['the last page', { items: [row], hasMore: false }],
    ['an empty list', { items: [], hasMore: false }],
  ])('%s has no cursor', async (_, page) => {
    list.mockResolvedValue(page);
    expect(await ask()).not.toHaveProperty('cursor');
  });

  test.each<[string, Parameters<typeof ask>]>([
    ['another region', [{ region: 'nfr' }]],
    ['another store', [{}, { ...staff, storeId: 'UK-2' }]],
    ['another filter', [{ state: 'submitted' }]],
    ['another period', [{ to: '2026-11-21' }]],
    ['a search', [{ search: 'ref' }]],
  ])('a cursor says nothing to %s', async (_, [query, caller]) => {
    const { cursor } = await ask();
    list.mockClear();
    await expect(ask({ ...query, cursor }, caller)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      problems: [{ path: 'cursor', rule: 'pattern' }],
    });
    expect(list).not.toHaveBeenCalled();
  });

  test('a cursor made up to begin outside the period is refused before DynamoDB refuses it', async () => {
    const { cursor = '' } = await ask({ from: '2026-11-20' });
    const [question, end] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, object];
    const made = Buffer.from(JSON.stringify([question, { ...end, createdAt: '2026-11-19T23:59:59.999Z' }])).toString(
      'base64url',
    );
    await expect(ask({ from: '2026-11-20', cursor: made })).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });
  });
});
