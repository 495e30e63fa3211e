import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { User } from '#lambdas/directory/user-row.ts';
import { now, userWith } from '#lambdas/testing/callers.ts';
import { users as routes } from '#shared/routes/users.ts';
import { listAuditEvents, listUsers } from './list.ts';
import type { UserPages } from './store.ts';

const configuredGroups = ['dev-admin', 'dev-register-repairs'];

const everybody = fc
  .array(fc.record({ isRepairer: fc.boolean(), enabled: fc.boolean(), isIdle: fc.boolean() }), {
    maxLength: 1200,
    size: 'max',
  })
  .map((people) =>
    people.map(({ isRepairer, enabled, isIdle }, index) =>
      userWith({
        sub: `0b0f1a52-9f8e-4a3c-8d59-${String(index).padStart(12, '0')}`,
        email: `${String(index).padStart(4, '0')}@store.example`,
        groups: isRepairer ? ['dev-register-repairs'] : [],
        enabled,
        createdAt: '2026-06-01T10:00:00.000Z',
        ...(!isIdle && { lastSignInAt: '2026-11-01T10:00:00.000Z' }),
      }),
    ),
  );

/** The indexes by email and of the disabled, of which a Query reads so many rows; DynamoDB may end it earlier. */
const pagesOf =
  (users: readonly User[], endsAfter: number): UserPages =>
  async ({ crowd, limit, after }) => {
    const rest = users.filter(
      ({ email, enabled }) => (crowd.index === 'byEmail' || !enabled) && (after === undefined || email > after.email),
    );
    const most = Math.min(limit, endsAfter);
    return { items: rest.slice(0, most), hasMore: rest.length > most };
  };

/** At 1 MB, however many rows that is. */
const endings = fc.constantFrom(400, Number.POSITIVE_INFINITY);

test('pages of any filter hold together exactly whom it lets through, each as many as it may', () =>
  fc.assert(
    fc.asyncProperty(
      everybody,
      fc.constantFrom(undefined, 'register-repairs' as const),
      fc.constantFrom(undefined, 'true' as const, 'false' as const),
      fc.record({
        // Of the address, and of the store's name.
        search: fc.constantFrom(undefined, '*7@sto', '*one'),
        idleDays: fc.constantFrom(undefined, '90' as const, '180' as const),
      }),
      fc.constantFrom(10, 25, 500),
      endings,
      async (users, role, enabled, { search, idleDays }, limit, endsAfter) => {
        const list = listUsers(pagesOf(users, endsAfter), configuredGroups);
        const found: string[] = [];
        let calls = 0;
        let cursor: string | undefined;
        do {
          const page = await list(
            { region: 'nuk', limit, role, enabled, search, idleDays, cursor } as Parameters<typeof list>[0],
            now,
          );
          expect(page.items.length).toBeLessThanOrEqual(limit);
          found.push(...page.items.map(({ email }) => email));
          cursor = page.cursor;
          calls += 1;
        } while (cursor !== undefined);
        const wanted = users.filter(
          ({ groups, enabled: isEnabled, email, lastSignInAt }) =>
            (search !== '*7@sto' || email.includes('7@sto')) &&
            // Half a year ago nobody was there yet.
            (idleDays === undefined || (idleDays === '90' && lastSignInAt === undefined)) &&
            (role === undefined || groups.length > 0) &&
            (enabled === undefined || String(isEnabled) === enabled),
        );
        expect(found).toEqual(wanted.map(({ email }) => email));
        // Hardly anybody matches: the region is gone through in steps of the most that one call reads.
        expect(calls).toBeLessThanOrEqual(
          Math.ceil(wanted.length / limit) + Math.ceil(users.length / Math.min(500, endsAfter)) + 1,
        );
      },
    ),
    { numRuns: 30, endOnFailure: true },
  ));

test.each(['*müller', '*MÜLLER.example', '*@müller.example', '*xn--mller', '*oxford street'])(
  'finds somebody at an international domain by %s',
  async (typed) => {
    const anna = userWith({ email: 'anna@xn--mller-kva.example', storeName: 'Oxford\u00A0Street' });
    const list = listUsers(pagesOf([anna, userWith({ email: 'ben@store.example' })], 400), configuredGroups);
    const search = routes.listUsers.input.shape.search.parse(typed);
    const { items } = await list({ region: 'nuk', limit: 25, search }, now);
    expect(items.map(({ email }) => email)).toEqual([anna.email]);
  },
);

const who = ['anna@store.example', 'ben@store.example', 'operator', 'reconciliation'] as const;

const history = fc
  .array(
    fc.record({
      action: fc.constantFrom('invited' as const, 'deleted' as const),
      by: fc.constantFrom(...who),
      // An address may be registered again after it was deleted: another sub.
      email: fc.constantFrom(who[0], who[1]),
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

test('pages of any filter of the history hold together exactly what it lets through, of deleted people, too', () =>
  fc.assert(
    fc.asyncProperty(
      history,
      fc.record({
        action: fc.constantFrom(undefined, 'deleted' as const),
        by: fc.constantFrom(undefined, ...who),
        person: fc.constantFrom(undefined, who[0]),
      }),
      fc.constantFrom(10, 25, 500),
      endings,
      async (events, filter, limit, endsAfter) => {
        const list = listAuditEvents(async ({ limit: asked, after }) => {
          const most = Math.min(asked, endsAfter);
          const rest = events.filter(({ event }) => after === undefined || event < after.event);
          return { items: rest.slice(0, most), hasMore: rest.length > most };
        });
        const found: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await list({ region: 'nuk', limit, ...filter, cursor } as Parameters<typeof list>[0], now);
          found.push(...page.items.map(({ id }) => id));
          // What was gone through is told where a filter thins it out, so that whoever waits can see it.
          expect(page.read !== undefined).toBe(Object.values(filter).some((value) => value !== undefined));
          cursor = page.cursor;
        } while (cursor !== undefined);
        const wanted = events.filter(
          ({ action, by, email, expiresAt }) =>
            expiresAt > 0 &&
            (filter.action === undefined || action === filter.action) &&
            (filter.by === undefined || by === filter.by) &&
            (filter.person === undefined || email === filter.person),
        );
        expect(found).toEqual(wanted.map(({ id }) => id));
      },
    ),
    { numRuns: 30, endOnFailure: true },
  ));
