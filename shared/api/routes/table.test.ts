import { describe, expect, test } from '@jest/globals';
import type { Route } from '#shared/api/route.ts';
import { validate } from '#shared/api/validation.ts';
import { routes } from './table.ts';

const allRoutes: [string, Route][] = Object.values(routes).flatMap((feature) =>
  Object.values<Route>(feature).map((route): [string, Route] => [`${route.method} ${route.path}`, route]),
);

const findInvalidPaths = (route: Route, input: unknown) => {
  const result = validate(route, input, { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 });
  return result.ok ? [] : result.problems.map(({ path }) => path);
};

describe('route table', () => {
  test('has unique combinations of method and path', () => {
    expect(new Set(allRoutes.map(([name]) => name)).size).toBe(allRoutes.length);
  });

  test.each(allRoutes)('%s has the region in its path', (_, { path }) => {
    expect(path).toMatch(/^\/[a-z-]+(\/[a-z-]+)*\/\{region\}(\/|$)/);
  });

  test.each(allRoutes)('%s rejects unknown fields, including __proto__', (_, route) => {
    const input: unknown = JSON.parse('{"region":"nuk","unknownField":1,"__proto__":{"admin":true},"constructor":{}}');
    expect(findInvalidPaths(route, input)).toEqual(
      expect.arrayContaining(['unknownField', '__proto__', 'constructor']),
    );
  });

  test.each(allRoutes)('%s limits the length of every text', (_, route) => {
    const fields = Object.keys(route.input.shape);
    const input = Object.fromEntries(fields.map((name) => [name, 'x'.repeat(100_000)]));
    expect(findInvalidPaths(route, input)).toEqual(expect.arrayContaining(fields));
  });

  test.each(allRoutes)('%s rejects an unknown region', (_, route) => {
    expect(findInvalidPaths(route, { region: 'mars' })).toContain('region');
  });
});

test('applies daily limits to bookings, corrections, files and emails', () => {
  const limitsByRoute = allRoutes.flatMap(([name, { daily }]) => (daily === undefined ? [] : [[name, daily]]));
  expect(Object.fromEntries(limitsByRoute)).toEqual({
    'POST /repairs/{region}': 'repairs',
    'PUT /repairs/{region}/repair': 'repairs',
    'POST /returns/{region}': 'returnLines',
    'PUT /returns/{region}/return': 'returnLines',
    'POST /returns/{region}/files': 'files',
    'POST /user-files/{region}': 'files',
    'POST /users/{region}': 'emails',
    'POST /users/{region}/resend-invitation': 'emails',
    'POST /users/{region}/add-to-group': 'emails',
  });
});

test('accepts only revocations during maintenance', () => {
  expect(allRoutes.flatMap(([name, { isRevocation }]) => (isRevocation ? [name] : []))).toEqual([
    'POST /auth/{region}/end-session',
    'POST /auth/{region}/stop-daily-email',
    'POST /users/{region}/disable',
    'POST /users/{region}/delete',
    'POST /users/{region}/remove-from-group',
    'POST /users/{region}/end-sessions',
  ]);
});

test('limits the number and length of problems for unknown fields', () => {
  const input = {
    region: 'nuk',
    ...Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}${'x'.repeat(100)}`, 0])),
  };
  const problems = findInvalidPaths(routes.auth.login, input);
  expect(problems.length).toBeLessThanOrEqual(20);
  expect(Math.max(...problems.map((path) => path.length))).toBeLessThanOrEqual(60);
});

test('accepts forms from other sites only for unsubscribing', () => {
  expect(allRoutes.flatMap(([name, { isOneClick }]) => (isOneClick ? [name] : []))).toEqual([
    'POST /auth/{region}/unsubscribe',
  ]);
});
