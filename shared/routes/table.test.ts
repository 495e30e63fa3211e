import { describe, expect, test } from '@jest/globals';
import type { Route } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import { routes } from './table.ts';

const all: [string, Route][] = Object.values(routes).flatMap((feature) =>
  Object.values<Route>(feature).map((route): [string, Route] => [`${route.method} ${route.path}`, route]),
);

const problemsOf = (route: Route, input: unknown) => {
  const checked = check(route, input, { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 });
  return checked.ok ? [] : checked.problems.map(({ path }) => path);
};

describe('the route table', () => {
  test('no two routes share method and path', () => {
    expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  });

  test.each(all)('%s names its region in the path', (_, { path }) => {
    expect(path).toMatch(/^\/[a-z-]+(\/[a-z-]+)*\/\{region\}(\/|$)/);
  });

  test.each(all)('%s refuses fields it does not know, __proto__ among them', (_, route) => {
    const input: unknown = JSON.parse('{"region":"nuk","unknownField":1,"__proto__":{"admin":true},"constructor":{}}');
    expect(problemsOf(route, input)).toEqual(expect.arrayContaining(['unknownField', '__proto__', 'constructor']));
  });

  test.each(all)('%s gives every text a maximum', (_, route) => {
    const fields = Object.keys(route.input.shape);
    const input = Object.fromEntries(fields.map((name) => [name, 'x'.repeat(100_000)]));
    expect(problemsOf(route, input)).toEqual(expect.arrayContaining(fields));
  });

  test.each(all)('%s refuses an unknown region', (_, route) => {
    expect(problemsOf(route, { region: 'mars' })).toContain('region');
  });
});

test('whatever books, changes what was booked, has a file read or sends emails counts against what a person may do in a day', () => {
  const counted = all.flatMap(([name, { daily }]) => (daily === undefined ? [] : [[name, daily]]));
  expect(Object.fromEntries(counted)).toEqual({
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

test('an input full of unknown fields is refused in few words', () => {
  const input = {
    region: 'nuk',
    ...Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}${'x'.repeat(100)}`, 0])),
  };
  const problems = problemsOf(routes.auth.login, input);
  expect(problems.length).toBeLessThanOrEqual(20);
  expect(Math.max(...problems.map((path) => path.length))).toBeLessThanOrEqual(60);
});
