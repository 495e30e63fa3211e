import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Page } from '#lambdas/aws/dynamodb.ts';
import { admin, by, staff } from '#lambdas/testing/callers.ts';
import { kinds } from '#lambdas/testing/kinds.ts';

const list = jest.fn<(...args: unknown[]) => Promise<Page<object>>>();
const badCursor = { code: 'InvalidParameterException', problems: [{ path: 'cursor', rule: 'pattern' }] };

describe.each(kinds)('listing $name', ({ name, handlers, rowWith }) => {
  const row = rowWith();
  const handler = handlers({ [name]: { list } }).list;
  const ask = async (query: object = {}, caller = staff) =>
    (await handler({ region: 'nuk', limit: 25, ...query }, by(caller))).body;

  beforeEach(() => {
    list.mockReset();
    list.mockResolvedValue({ items: [row], hasMore: true });
  });

  test.each([
    ['staff: their own store', staff, {}, { region: 'nuk', storeId: 'UK-1' }],
    ['an admin: the region', admin, {}, { region: 'nuk' }],
    ['an admin: the store they name', admin, { storeId: 'UK-9' }, { region: 'nuk', storeId: 'UK-9' }],
  ])('is for %s', async (_, caller, query, owner) => {
    await ask(query, caller);
    expect(list.mock.lastCall?.[0]).toEqual(owner);
  });

  test('by days and state asks for the region’s days, in that state', async () => {
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

  test.each([[[row]], [[]]])('has no cursor on its last page', async (items) => {
    list.mockResolvedValue({ items, hasMore: false });
    expect(await ask()).not.toHaveProperty('cursor');
  });

  test.each<[string, Parameters<typeof ask>]>([
    ['another region', [{ region: 'nfr' }]],
    ['another store', [{}, { ...staff, storeId: 'UK-2' }]],
    ['another filter', [{ state: 'submitted' }]],
    ['another period', [{ to: '2026-11-21' }]],
    ['a search', [{ search: 'ref' }]],
  ])('has a cursor that says nothing to %s', async (_, [query, caller]) => {
    const { cursor } = await ask();
    list.mockClear();
    await expect(ask({ ...query, cursor }, caller)).rejects.toMatchObject(badCursor);
    expect(list).not.toHaveBeenCalled();
  });

  test('refuses a cursor made up to begin outside the period before DynamoDB does', async () => {
    const { cursor = '' } = await ask({ from: '2026-11-20' });
    const [question, end] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, object];
    const made = JSON.stringify([question, { ...end, createdAt: '2026-11-19T23:59:59.999Z' }]);
    await expect(ask({ from: '2026-11-20', cursor: Buffer.from(made).toString('base64url') })).rejects.toMatchObject(
      badCursor,
    );
  });
});
