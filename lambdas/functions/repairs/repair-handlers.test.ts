import { describe, expect, test } from '@jest/globals';
import type { Caller } from '#lambdas/lib/http/caller.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { admin, buildContext, now, staff } from '#lambdas/testing/callers.ts';
import { createInMemoryRepairs, buildStaffRepair } from '#lambdas/testing/repairs.ts';
import { routes } from '#shared/api/routes/table.ts';
import { validate } from '#shared/api/validation.ts';
import { limits } from '#shared/config/limits.ts';
import { addDays } from '#shared/dates/dates.ts';
import { toSearchTerm } from '#shared/records/search.ts';
import type { DeadlineFilter } from '#shared/repairs/deadlines.ts';
import type { ProviderState } from '#shared/repairs/lifecycle.ts';
import { createRepairHandlers } from './repair-handlers.ts';

type Collaborators = Parameters<typeof createRepairHandlers>[0];

const today = '2026-11-21';
/** Builds a repair whose status, reported yesterday or on the earlier `dueAt`, has its next deadline on `dueAt`. */
const buildRepairWithStatus = (name: string, status: ProviderState, dueAt: string, storeId = 'UK-1') => {
  const row = buildStaffRepair({ id: crypto.randomUUID(), storeRefNo: name, storeId });
  const yesterday = addDays(today, -1);
  const at = `${dueAt < yesterday ? dueAt : yesterday}T12:00:00.000Z`;
  return buildStaffRepair({ ...row, timeline: [...row.timeline, { type: 'status', at, eventId: 'e', status, dueAt }] });
};

/** Builds a repair that the store can send from a day on. */
const buildRepairToSend = (name: string, day: string, storeId = 'UK-1') => {
  const row = buildStaffRepair({ id: crypto.randomUUID(), storeRefNo: name, storeId });
  const at = `${day}T12:00:00.000Z`;
  return buildStaffRepair({
    ...row,
    timeline: [...row.timeline, { type: 'rmaAssigned', at, eventId: 'r', rma: 'R1' }],
  });
};

const rows = [
  buildStaffRepair({ storeRefNo: 'pending' }),
  buildRepairWithStatus('in a week', 'received', addDays(today, 7)),
  buildRepairWithStatus('late', 'quoted', addDays(today, -1)),
  buildRepairWithStatus('very late', 'received', addDays(today, -90)),
  buildRepairWithStatus('in six days', 'quoted', addDays(today, 6)),
  buildRepairWithStatus('today', 'received', today),
  buildRepairWithStatus('of another store', 'received', today, 'UK-2'),
  buildRepairWithStatus('parcel of today', 'dispatched', today),
  buildRepairWithStatus('parcel of yesterday', 'dispatched', addDays(today, -1)),
  buildRepairWithStatus('parcel of long ago', 'dispatched', addDays(today, -limits.complaintDays - 1)),
  buildRepairWithStatus('unrepaired of yesterday', 'returnedUnrepaired', addDays(today, -1)),
  buildRepairWithStatus('not received', 'confirmed', addDays(today, -1)),
  buildRepairWithStatus('done', 'repaired', today),
  buildRepairToSend('registered today', today),
  buildRepairToSend('registered last month', addDays(today, -30)),
  buildRepairToSend('registered elsewhere', today, 'UK-2'),
];
const { listRepairs, findRepair } = createRepairHandlers(createInMemoryRepairs(...rows) as unknown as Collaborators);

const listDue = async (due: DeadlineFilter, caller: Caller = staff, query: { limit?: number; cursor?: string } = {}) =>
  (await listRepairs({ region: 'nuk', limit: 25, due, ...query }, buildContext(caller))).body;
const listNames = async (...args: Parameters<typeof listDue>) =>
  (await listDue(...args)).items.map(({ storeRefNo }) => storeRefNo);

describe('listRepairs by deadline', () => {
  test.each<[DeadlineFilter, string[]]>([
    ['overdue', ['very late', 'late']],
    ['today', ['today']],
    ['week', ['today', 'in six days']],
    ['all', ['very late', 'late', 'today', 'in six days', 'in a week']],
    ['complaint', ['parcel of yesterday', 'unrepaired of yesterday']],
    ['send', ['registered last month', 'registered today']],
  ])('lists %s, soonest first', async (due, expected) => {
    expect(await listNames(due)).toEqual(expected);
  });

  test('lists the whole region with deadlines for admins', async () => {
    const { items } = await listDue('today', admin);
    expect(items).toMatchObject([
      { storeRefNo: 'today', next: { promise: 'target', by: today, who: ['provider'] } },
      { storeRefNo: 'of another store', storeId: 'UK-2' },
    ]);
  });

  test('lists each repair once, at any page size', async () => {
    for (const limit of [1, 2, 4, 5]) {
      const pagedNames: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listDue('all', staff, { limit, ...(cursor !== undefined && { cursor }) });
        pagedNames.push(...page.items.map(({ storeRefNo }) => storeRefNo));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(pagedNames).toEqual(await listNames('all'));
    }
  });

  test('rejects a cursor of another list', async () => {
    const { cursor = '' } = await listDue('all', staff, { limit: 1 });
    for (const result of [listDue('week', staff, { cursor }), listDue('all', admin, { cursor })])
      await expect(result).rejects.toMatchObject({ problems: [{ path: 'cursor' }] });
    const { cursor: overdueCursor = '' } = await listDue('overdue', staff, { limit: 1 });
    const [queryHash] = JSON.parse(Buffer.from(overdueCursor, 'base64url').toString()) as [string];
    const forgedCursor = Buffer.from(JSON.stringify([queryHash, { term: 'text\u001Fanything' }])).toString('base64url');
    await expect(listDue('overdue', staff, { cursor: forgedCursor })).rejects.toMatchObject({
      problems: [{ path: 'cursor' }],
    });
  });

  test.each([{ state: 'quoted' }, { from: today }, { to: today }, { search: 'a' }, { order: 'oldest' }])(
    'rejects a deadline filter combined with %j',
    (otherFilter) => {
      const context = { today, isAdmin: false, returnPeriodDays: 30 };
      expect(
        validate(routes.repairs.listRepairs, { region: 'nuk', due: 'today', ...otherFilter }, context),
      ).toMatchObject({
        ok: false,
        problems: [{ path: 'due', rule: 'pattern' }],
      });
    },
  );
});

test('findRepair returns the deadlines as of the current day', async () => {
  const lateRepair = rows.find(({ storeRefNo }) => storeRefNo === 'late') ?? buildStaffRepair();
  const { id, storeId, storeRefNo } = lateRepair;
  const findDeadlines = async (day: string) => {
    const context = { ...buildContext(staff), now: new Date(`${day}T12:00:00.000Z`) };
    return (await findRepair({ region: 'nuk', id, storeId, storeRefNo }, context)).body.promises;
  };
  expect(await findDeadlines('2026-11-20')).toContainEqual({
    name: 'feeAnswer',
    who: ['customer'],
    from: '2026-11-20',
    by: '2026-11-20',
    state: 'running',
  });
  expect(await findDeadlines(now.toISOString().slice(0, 10))).toContainEqual(
    expect.objectContaining({ name: 'feeAnswer', state: 'broken' }),
  );
});

test('findRepair recomputes the next deadline from current rules', async () => {
  const row = buildRepairWithStatus('outdated', 'received', today);
  const outdatedRow: RepairRow = { ...row, next: { promise: 'target', by: '2026-01-01', who: ['provider'] } };
  const handlers = createRepairHandlers(createInMemoryRepairs(outdatedRow) as unknown as Collaborators);
  const { id, storeId, storeRefNo } = row;
  const { body } = await handlers.findRepair({ region: 'nuk', id, storeId, storeRefNo }, buildContext(staff));
  expect(body.next).toEqual(row.next);
});

test('search ignores stale index entries', async () => {
  const items = ['ref 1', 'ref 9'].map((reference) => ({
    store: 'nuk#UK-1',
    reference,
    term: toSearchTerm('serial', 'OLD', { storeId: 'UK-1', reference }),
  }));
  const { repairs } = createInMemoryRepairs(buildStaffRepair({ serialNumber: 'NEW' }));
  const search = { find: async () => ({ items, hasMore: false }) };
  const staleHandlers = createRepairHandlers({ repairs, search } as unknown as Collaborators);
  const { body } = await staleHandlers.listRepairs({ region: 'nuk', limit: 25, search: 'old' }, buildContext(staff));
  expect(body.items).toEqual([]);
});
