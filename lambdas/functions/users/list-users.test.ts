import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { now, buildStoredUser } from '#lambdas/testing/callers.ts';
import { users as routes } from '#shared/api/routes/users.ts';
import { createAuditEventLister, createUserLister } from './list-users.ts';
import type { UserPages } from './user-pages-store.ts';

const configuredGroups = ['dev-admin', 'dev-register-repairs'];

const userLists = fc
  .array(fc.record({ isRepairer: fc.boolean(), enabled: fc.boolean(), isIdle: fc.boolean() }), {
    maxLength: 1200,
    size: 'max',
  })
  .map((people) =>
    people.map(({ isRepairer, enabled, isIdle }, index) =>
      buildStoredUser({
        sub: `0b0f1a52-9f8e-4a3c-8d59-${String(index).padStart(12, '0')}`,
        email: `${String(index).padStart(4, '0')}@store.example`,
        groups: isRepairer ? ['dev-register-repairs'] : [],
        enabled,
        createdAt: '2026-06-01T10:00:00.000Z',
        ...(!isIdle && { lastSignInAt: '2026-11-01T10:00:00.000Z' }),
      }),
    ),
  );

/** Simulates the index by email and the index of disabled users. A page ends after `pageSizeLimit` rows, since DynamoDB may end it before the limit. */
const createPages =
  (users: readonly User[], pageSizeLimit: number): UserPages =>
  async ({ subset, limit, after }) => {
    const remainingRows = users.filter(
      ({ email, enabled }) => (subset.index === 'byEmail' || !enabled) && (after === undefined || email > after.email),
    );
    const pageSize = Math.min(limit, pageSizeLimit);
    return { items: remainingRows.slice(0, pageSize), hasMore: remainingRows.length > pageSize };
  };

/** Numbers of rows after which DynamoDB ends a page, as it does at 1 MB. */
const pageSizeLimits = fc.constantFrom(400, Number.POSITIVE_INFINITY);

test('pages of any filter contain exactly the matching users', () =>
  fc.assert(
    fc.asyncProperty(
      userLists,
      fc.constantFrom(undefined, 'register-repairs' as const),
      fc.constantFrom(undefined, 'true' as const, 'false' as const),
      fc.record({
        // A text after an asterisk is searched within emails and store names.
        search: fc.constantFrom(undefined, '*7@sto', '*one'),
        idleDays: fc.constantFrom(undefined, '90' as const, '180' as const),
      }),
      fc.constantFrom(10, 25, 500),
      pageSizeLimits,
      async (users, role, enabled, { search, idleDays }, limit, pageSizeLimit) => {
        const list = createUserLister(createPages(users, pageSizeLimit), configuredGroups);
        const results: string[] = [];
        let callCount = 0;
        let cursor: string | undefined;
        do {
          const page = await list(
            { region: 'nuk', limit, role, enabled, search, idleDays, cursor } as Parameters<typeof list>[0],
            now,
          );
          expect(page.items.length).toBeLessThanOrEqual(limit);
          results.push(...page.items.map(({ email }) => email));
          cursor = page.cursor;
          callCount += 1;
        } while (cursor !== undefined);
        const expected = users.filter(
          ({ groups, enabled: isEnabled, email, lastSignInAt }) =>
            (search !== '*7@sto' || email.includes('7@sto')) &&
            // All users were created less than 180 days ago.
            (idleDays === undefined || (idleDays === '90' && lastSignInAt === undefined)) &&
            (role === undefined || groups.length > 0) &&
            (enabled === undefined || String(isEnabled) === enabled),
        );
        expect(results).toEqual(expected.map(({ email }) => email));
        // With few matches, each call still reads as many rows as it may.
        expect(callCount).toBeLessThanOrEqual(
          Math.ceil(expected.length / limit) + Math.ceil(users.length / Math.min(500, pageSizeLimit)) + 1,
        );
      },
    ),
    { numRuns: 30, endOnFailure: true },
  ));

test('lists a user after pages without matches', async () => {
  const sub = '0b0f1a52-9f8e-4a3c-8d59-000000000000';
  const otherUsers = Array.from({ length: 1200 }, (_, index) =>
    buildStoredUser({ sub, email: `${String(index).padStart(4, '0')}@store.example`, groups: [] }),
  );
  const lastUser = buildStoredUser({ sub, email: 'last@store.example', groups: ['dev-register-repairs'] });
  const list = createUserLister(createPages([...otherUsers, lastUser], 400), configuredGroups);
  const results: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ region: 'nuk', limit: 25, role: 'register-repairs', cursor }, now);
    results.push(...page.items.map(({ email }) => email));
    cursor = page.cursor;
  } while (cursor !== undefined);
  expect(results).toEqual([lastUser.email]);
});

test.each(['*müller', '*MÜLLER.example', '*@müller.example', '*xn--mller', '*oxford street'])(
  'finds a user with an internationalized domain by %s',
  async (input) => {
    const anna = buildStoredUser({ email: 'anna@xn--mller-kva.example', storeName: 'Oxford\u00A0Street' });
    const list = createUserLister(
      createPages([anna, buildStoredUser({ email: 'ben@store.example' })], 400),
      configuredGroups,
    );
    const search = routes.listUsers.input.shape.search.parse(input);
    const { items } = await list({ region: 'nuk', limit: 25, search }, now);
    expect(items.map(({ email }) => email)).toEqual([anna.email]);
  },
);

const actors = ['anna@store.example', 'ben@store.example', 'operator', 'reconciliation'] as const;

const eventLists = fc
  .array(
    fc.record({
      action: fc.constantFrom('invited' as const, 'deleted' as const),
      by: fc.constantFrom(...actors),
      // An email may be registered again after deletion, with another sub.
      email: fc.constantFrom(actors[0], actors[1]),
      isOld: fc.boolean(),
    }),
    { maxLength: 1200, size: 'max' },
  )
  .map((events) =>
    events.map(({ isOld, ...event }, index) => ({
      ...event,
      id: String(index),
      sub: `0b0f1a52-9f8e-4a3c-8d59-${String(index % 7).padStart(12, '0')}`,
      at: '2026-11-01T10:00:00.000Z',
      event: `2026-11-01T10:00:00.000Z#${String(9999 - index)}`,
      expiresAt: isOld ? 0 : now.getTime(),
    })),
  );

test('pages of any history filter contain exactly the matching events', () =>
  fc.assert(
    fc.asyncProperty(
      eventLists,
      fc.record({
        action: fc.constantFrom(undefined, 'deleted' as const),
        by: fc.constantFrom(undefined, ...actors),
        person: fc.constantFrom(undefined, actors[0]),
      }),
      fc.constantFrom(10, 25, 500),
      pageSizeLimits,
      async (events, filter, limit, pageSizeLimit) => {
        const list = createAuditEventLister(async ({ limit: queryLimit, after }) => {
          const pageSize = Math.min(queryLimit, pageSizeLimit);
          const remainingRows = events.filter(({ event }) => after === undefined || event < after.event);
          return { items: remainingRows.slice(0, pageSize), hasMore: remainingRows.length > pageSize };
        });
        const results: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await list({ region: 'nuk', limit, ...filter, cursor } as Parameters<typeof list>[0], now);
          results.push(...page.items.map(({ id }) => id));
          // `read` is only returned when a filter skips rows, so that the page can show progress.
          expect(page.read !== undefined).toBe(Object.values(filter).some((value) => value !== undefined));
          cursor = page.cursor;
        } while (cursor !== undefined);
        const expected = events.filter(
          ({ action, by, email, expiresAt }) =>
            expiresAt > 0 &&
            (filter.action === undefined || action === filter.action) &&
            (filter.by === undefined || by === filter.by) &&
            (filter.person === undefined || email === filter.person),
        );
        expect(results).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 30, endOnFailure: true },
  ));
