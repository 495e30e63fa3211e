import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Route } from '#shared/api/route.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import { createArtilleryScript } from './plan.ts';
import * as functions from './processor.ts';

const script = createArtilleryScript(
  {
    processor: 'processor.mjs',
    site: 'https://portal.example',
    region: 'nuk',
    users: [{ email: 'load@load.example', password: 'Portal-Load-2026!', storeId: 'LOAD-0' }],
    visitorCount: 3000,
    durationSeconds: 120,
  },
  new Date('2026-11-25T10:00:00Z'),
);

/** Values for the variables in the script. */
const variables: Readonly<Record<string, string>> = {
  region: 'nuk',
  id: randomUUID(),
  reference: 'LOAD-1b9d6bcd-bbfd',
  serial: 'XKW10012345678',
  key: `uploads/returns/${randomUUID()}`,
  token: 'token',
  'user.email': 'load@load.example',
  'user.password': 'Portal-Load-2026!',
};
const fillVariables = (value: unknown): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(value ?? {}).replaceAll(/\{\{ ([\w.]+) \}\}/g, (_, name: string) => variables[name] ?? '?'),
  );

const allRoutes = features.flatMap((feature) => Object.values<Route>(routes[feature]));
const steps = script.scenarios.flatMap(({ flow }) => flow);

test('each call of a scenario has a valid input for a route, and expects its status', () => {
  const calls = steps.flatMap((step) => Object.entries(step)).filter(([name]) => ['get', 'post'].includes(name));
  expect(calls.length).toBeGreaterThan(15);
  for (const [method, step] of calls) {
    const { url, json, qs, headers } = step as Record<'url' | 'json' | 'qs', unknown> & { headers: object };
    const route = allRoutes.find(
      (candidate) =>
        candidate.method.toLowerCase() === method &&
        url === `/api${candidate.path.replace('{region}', '{{ region }}')}`,
    );
    expect(headers).toMatchObject({ 'x-expected-status': String(route?.status) });
    const parsed = route?.input.safeParse({ region: 'nuk', ...fillVariables(qs), ...fillVariables(json) });
    expect([url, parsed?.error?.issues ?? []]).toEqual([url, []]);
  }
});

test('the processor exports exactly the functions that the scenarios name', () => {
  const names = script.scenarios.flatMap(({ beforeRequest, afterResponse }) => [...beforeRequest, ...afterResponse]);
  const calledFunctions = steps.flatMap((step) => step['function'] ?? []);
  expect([...new Set([...names, ...calledFunctions])].toSorted()).toEqual(Object.keys(functions).toSorted());
});

test('25 people sign in and 3.5 book each second of a Monday morning', () => {
  const [{ duration, arrivalCount } = { duration: 1, arrivalCount: 0 }] = script.config.phases;
  const arrivalsPerSecond = arrivalCount / duration;
  expect(arrivalsPerSecond).toBe(25);
  const totalWeight = script.scenarios.reduce((sum, { weight }) => sum + weight, 0);
  const bookingWeight = script.scenarios
    .filter(({ name }) => name.startsWith('books'))
    .reduce((sum, { weight }) => sum + weight, 0);
  expect((arrivalsPerSecond * bookingWeight) / totalWeight).toBe(3.5);
});

test.each([
  ['accepts', 201, undefined],
  ['fails the visit after', 503, 'POST /api/repairs/nuk: 503'],
])('%s a booking with status %i, and stores its cookie', (_, statusCode, message) => {
  const vars = { cookies: {} };
  let failure: Error | undefined;
  functions.checkResponse(
    { method: 'POST', url: 'https://portal.example/api/repairs/nuk', headers: { 'x-expected-status': '201' } },
    { statusCode, headers: { 'set-cookie': ['__Host-a=b=c; Secure; Path=/'] } },
    { vars },
    undefined,
    (error?: Error) => (failure = error),
  );
  expect(failure?.message).toBe(message);
  expect(vars.cookies).toEqual({ '__Host-a': 'b=c' });
});
