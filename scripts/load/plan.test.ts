import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Route } from '#shared/route.ts';
import { features, routes } from '#shared/routes/table.ts';
import { artilleryScript } from './plan.ts';
import * as hooks from './processor.ts';

const script = artilleryScript(
  {
    processor: 'processor.mjs',
    site: 'https://portal.example',
    region: 'nuk',
    storeId: 'LOAD-1',
    users: [{ email: 'load@load.example', password: 'Portal-Load-2026!' }],
    rate: 250,
    seconds: 360,
  },
  new Date('2026-11-25T10:00:00Z'),
);

/** What stands in the places that Artillery fills in. */
const filledIn: Readonly<Record<string, string>> = {
  region: 'nuk',
  id: randomUUID(),
  reference: 'LOAD-1b9d6bcd-bbfd',
  serial: 'XTW70012345678',
  key: `uploads/returns/${randomUUID()}`,
  ticked: 'token',
  'user.email': 'load@load.example',
  'user.password': 'Portal-Load-2026!',
};
const fill = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value ?? {}).replaceAll(/\{\{ ([\w.]+) \}\}/g, (_, name: string) => filledIn[name] ?? '?'));

const table = features.flatMap((feature) => Object.values<Route>(routes[feature]));

test('each call of a journey is a route of the table, with what it takes', () => {
  const calls = script.scenarios.flatMap(({ flow }) => flow).flatMap((step) => Object.entries(step));
  const asked = calls.filter(([method]) => ['get', 'post'].includes(method));
  expect(asked.length).toBeGreaterThan(15);
  for (const [method, step] of asked) {
    const { url, json, qs, headers } = step as Record<'url' | 'json' | 'qs', unknown> & { headers: object };
    const route = table.find(
      (each) => each.method.toLowerCase() === method && url === `/api${each.path.replace('{region}', '{{ region }}')}`,
    );
    expect(headers).toMatchObject({ 'x-expected-status': String(route?.status) });
    const parsed = route?.input.safeParse({ region: 'nuk', ...fill(qs), ...fill(json) });
    expect([url, parsed?.error?.issues ?? []]).toEqual([url, []]);
  }
});

test('what else Artillery is told to run is there', () => {
  const named = script.scenarios.flatMap(({ beforeRequest, afterResponse, flow }) => [
    ...beforeRequest,
    ...afterResponse,
    ...flow.flatMap((step) => step['function'] ?? []),
  ]);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(hooks).toSorted());
});

test.each([
  [201, undefined],
  [503, 'POST /api/repairs/nuk: 503'],
])('an answer %s of a booking is counted as %s', (statusCode, says) => {
  const vars = { cookies: {} };
  let told: Error | undefined;
  hooks.judge(
    { method: 'POST', url: 'https://portal.example/api/repairs/nuk', headers: { 'x-expected-status': '201' } },
    { statusCode, headers: { 'set-cookie': ['__Host-a=b=c; Secure; Path=/'] } },
    { vars },
    undefined,
    (error?: Error) => (told = error),
  );
  expect(told?.message).toBe(says);
  expect(vars.cookies).toEqual({ '__Host-a': 'b=c' });
});
