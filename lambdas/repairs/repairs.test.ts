import { describe, expect, test } from '@jest/globals';
import type { Caller } from '#lambdas/http/caller.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { admin, by, now, staff } from '#lambdas/testing/callers.ts';
import { memoryOf, repairRowWith } from '#lambdas/testing/repairs.ts';
import { addDays } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import { searchTerm } from '#shared/records/search.ts';
import type { ProviderState } from '#shared/repairs/lifecycle.ts';
import type { DueFilter } from '#shared/repairs/promises.ts';
import { routes } from '#shared/routes/table.ts';
import { check } from '#shared/validation.ts';
import { repairHandlers } from './repairs.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const today = '2026-11-21';
const reported = (name: string, status: ProviderState, dueAt: string, storeId = 'UK-1') => {
  const row = repairRowWith({ id: crypto.randomUUID(), storeRefNo: name, storeId });
  const yesterday = addDays(today, -1);
  const at = `${dueAt < yesterday ? dueAt : yesterday}T12:00:00.000Z`;
  return repairRowWith({ ...row, timeline: [...row.timeline, { type: 'status', at, eventId: 'e', status, dueAt }] });
};

const rows = [
  repairRowWith({ storeRefNo: 'pending' }),
  reported('in a week', 'received', addDays(today, 7)),
  reported('late', 'quoted', addDays(today, -1)),
  reported('very late', 'received', addDays(today, -90)),
  reported('in six days', 'quoted', addDays(today, 6)),
  reported('today', 'received', today),
  reported('of others', 'received', today, 'UK-2'),
  reported('parcel of today', 'dispatched', today),
  reported('parcel of yesterday', 'dispatched', addDays(today, -1)),
  reported('parcel of long ago', 'dispatched', addDays(today, -limits.complaintDays - 1)),
  reported('unrepaired of yesterday', 'returnedUnrepaired', addDays(today, -1)),
  reported('not received', 'confirmed', addDays(today, -1)),
  reported('done', 'repaired', today),
];
const { listRepairs, findRepair } = repairHandlers(memoryOf(...rows) as unknown as Collaborators);

const ask = async (due: DueFilter, caller: Caller = staff, query: { limit?: number; cursor?: string } = {}) =>
  (await listRepairs({ region: 'nuk', limit: 25, due, ...query }, by(caller))).body;
const names = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).items.map(({ storeRefNo }) => storeRefNo);

describe('what is due', () => {
  test.each<[DueFilter, string[]]>([
    ['overdue', ['very late', 'late']],
    ['today', ['today']],
    ['week', ['today', 'in six days']],
    ['all', ['very late', 'late', 'today', 'in six days', 'in a week']],
    ['complaint', ['parcel of yesterday', 'unrepaired of yesterday']],
  ])('%s is listed soonest first', async (due, expected) => {
    expect(await names(due)).toEqual(expected);
  });

  test('of the region is an admin’s to see, with what each row is about', async () => {
    const { items } = await ask('today', admin);
    expect(items).toMatchObject([
      { storeRefNo: 'today', next: { promise: 'target', by: today, who: ['provider'] } },
      { storeRefNo: 'of others', storeId: 'UK-2' },
    ]);
  });

  test('is there once, on pages of any size', async () => {
    for (const limit of [1, 2, 4, 5]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ask('all', staff, { limit, ...(cursor !== undefined && { cursor }) });
        found.push(...page.items.map(({ storeRefNo }) => storeRefNo));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(found).toEqual(await names('all'));
    }
  });

  test('goes on from its own cursor only', async () => {
    const { cursor = '' } = await ask('all', staff, { limit: 1 });
    for (const asked of [ask('week', staff, { cursor }), ask('all', admin, { cursor })])
      await expect(asked).rejects.toMatchObject({ problems: [{ path: 'cursor' }] });
    const { cursor: late = '' } = await ask('overdue', staff, { limit: 1 });
    const [question] = JSON.parse(Buffer.from(late, 'base64url').toString()) as [string];
    const made = Buffer.from(JSON.stringify([question, { term: 'text\u001Fanything' }])).toString('base64url');
    await expect(ask('overdue', staff, { cursor: made })).rejects.toMatchObject({ problems: [{ path: 'cursor' }] });
  });

  test.each([{ state: 'quoted' }, { from: today }, { to: today }, { search: 'a' }])(
    'is not asked for together with %j',
    (other) => {
      const context = { today, isAdmin: false, returnPeriodDays: 30 };
      expect(check(routes.repairs.listRepairs, { region: 'nuk', due: 'today', ...other }, context)).toMatchObject({
        ok: false,
        problems: [{ path: 'due', rule: 'pattern' }],
      });
    },
  );
});

test('the details say what is promised, as of today', async () => {
  const { id, storeId, storeRefNo } = rows[2] ?? repairRowWith();
  const ofDay = async (day: string) => {
    const circumstances = { ...by(staff), now: new Date(`${day}T12:00:00.000Z`) };
    return (await findRepair({ region: 'nuk', id, storeId, storeRefNo }, circumstances)).body.promises;
  };
  expect(await ofDay('2026-11-20')).toContainEqual({
    name: 'feeAnswer',
    who: ['customer'],
    from: '2026-11-20',
    by: '2026-11-20',
    state: 'running',
  });
  expect(await ofDay(now.toISOString().slice(0, 10))).toContainEqual(
    expect.objectContaining({ name: 'feeAnswer', state: 'broken' }),
  );
});

test('the details have the next date of today’s rules, whatever is stored', async () => {
  const row = reported('outdated', 'received', today);
  const outdated: RepairRow = { ...row, next: { promise: 'target', by: '2026-01-01', who: ['provider'] } };
  const handlers = repairHandlers(memoryOf(outdated) as unknown as Collaborators);
  const { id, storeId, storeRefNo } = row;
  const { body } = await handlers.findRepair({ region: 'nuk', id, storeId, storeRefNo }, by(staff));
  expect(body.next).toEqual(row.next);
});

test('an index that is behind finds nothing that has gone or reads otherwise now', async () => {
  const items = ['ref 1', 'ref 9'].map((reference) => ({
    store: 'nuk#UK-1',
    reference,
    term: searchTerm('serial', 'OLD', { storeId: 'UK-1', reference }),
  }));
  const { repairs } = memoryOf(repairRowWith({ serialNumber: 'NEW' }));
  const search = { find: async () => ({ items, hasMore: false }) };
  const behind = repairHandlers({ repairs, search } as unknown as Collaborators);
  const { body } = await behind.listRepairs({ region: 'nuk', limit: 25, search: 'old' }, by(staff));
  expect(body.items).toEqual([]);
});
