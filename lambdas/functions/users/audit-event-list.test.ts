import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { transact } from '#lambdas/lib/aws/dynamodb.ts';
import { buildAuditItem } from '#lambdas/lib/users/audit.ts';
import { toUserId } from '#lambdas/lib/users/user-row.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import type { Parsed } from '#shared/api/route.ts';
import type { users } from '#shared/api/routes/users.ts';
import { createAuditEventLister } from './list-users.ts';
import { createAuditPages } from './user-pages-store.ts';

const now = new Date('2026-11-22T10:00:00.000Z');
let database: TemporaryDatabase;
let list: ReturnType<typeof createAuditEventLister>;

const buildSub = (index: number) => `0b0f1a52-9f8e-4a3c-8d59-${String(index).padStart(12, '0')}`;

/** Audit events, oldest first, with sixteen per instant as in a job. Each email belonged to two users, one after the other. */
const events = Array.from({ length: 640 }, (_, index) => ({
  id: String(index).padStart(4, '0'),
  sub: buildSub(index % 20),
  email: `user${index % 10}@store.example`,
  at: new Date(Date.UTC(2026, 9, 1) + Math.floor(index / 16) * 86_400_000),
  by: index % 3 === 0 ? 'operator' : 'boss@store.example',
  action: index % 20 === 1 ? ('deleted' as const) : ('enabled' as const),
}));

beforeAll(async () => {
  database = await startTemporaryDatabase(['audit']);
  list = createAuditEventLister(createAuditPages(database.db, 'audit'));
  const items = events.map(({ sub, email, at, by, ...event }) =>
    buildAuditItem('audit', {
      ...event,
      user: { region: 'nuk', sub, email, id: toUserId('nuk', sub) },
      actor: { by, requestId: 'job' },
      now: at,
    }),
  );
  for (const chunk of splitIntoChunks(items, 100)) await transact(database.db, chunk);
}, 60_000);
afterAll(() => database.stop());

type Query = Partial<Parsed<typeof users.listAuditEvents>>;

const findExpectedIds = ({ sub, action, by, person, from, to }: Query) =>
  events
    .filter(
      (event) =>
        (sub === undefined || event.sub === sub) &&
        (action === undefined || event.action === action) &&
        (by === undefined || event.by === by) &&
        (person === undefined || event.email === person) &&
        (from === undefined || event.at.toISOString() >= from) &&
        (to === undefined || event.at.toISOString().slice(0, 10) <= to),
    )
    .map(({ id }) => id)
    .toReversed();

const filters: Query[] = [undefined, 'deleted' as const].flatMap((action) =>
  [undefined, 'operator' as const, 'boss@store.example'].flatMap((by) =>
    [undefined, 'user1@store.example'].flatMap((person) =>
      [{}, { sub: buildSub(11) }, { from: '2026-11-01', to: '2026-11-05' }].map((otherFilters) => ({
        action,
        by,
        person,
        ...otherFilters,
      })),
    ),
  ),
);

test.each(filters)('lists each event that matches %j once, newest first', async (filter) => {
  for (const limit of [60, 500]) {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ region: 'nuk', limit, ...filter, ...(cursor !== undefined && { cursor }) }, now);
      ids.push(...page.items.map(({ id }) => id));
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(ids).toEqual(findExpectedIds(filter));
  }
});
