import { jest } from '@jest/globals';
import * as z from 'zod/mini';
import type { CallerRows } from '#lambdas/lib/http/caller.ts';
import { createAuthenticate } from '#lambdas/lib/http/caller.ts';
import type { CountForDay } from '#lambdas/lib/http/daily-limits.ts';
import { serve } from '#lambdas/lib/http/serve.ts';
import { createSession } from '#lambdas/lib/sessions/sessions.ts';
import { AppError } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import type { RuleContext } from '#shared/api/route.ts';
import { route } from '#shared/api/route.ts';
import { now, buildStoredUser } from './callers.ts';
import { buildRequest, send, testSettings } from './request.ts';

/** Records the context of each call of the rules of the route `getWithRules`, the only route with rules. */
export const recordRuleContext = jest.fn<(context: RuleContext) => void>();

export const routes = {
  add: route({
    method: 'POST',
    path: '/things/{region}',
    audience: ['admin', 'register-repairs'],
    status: 201,
    input: z.strictObject({ region: field.region, name: field.requiredLine(10) }),
    output: z.object({ name: z.string() }),
  }),
  list: route({
    method: 'GET',
    path: '/things/{region}',
    audience: 'authenticated',
    input: z.strictObject({ region: field.region, limit: z.optional(z.coerce.number()) }),
    output: z.object({ limit: z.optional(z.number()) }),
  }),
  addMany: route({
    method: 'PUT',
    path: '/things/{region}',
    audience: 'authenticated',
    daily: 'returnLines',
    input: z.strictObject({ region: field.region, lines: z.array(field.requiredLine(10)) }),
    output: z.object({}),
  }),
  revoke: route({
    method: 'POST',
    path: '/things/{region}/revoke',
    audience: 'authenticated',
    isRevocation: true,
    input: z.strictObject({ region: field.region }),
    output: z.object({}),
  }),
  getWithRules: route({
    method: 'GET',
    path: '/things/{region}/with-rules',
    audience: 'anyone',
    input: z.strictObject({ region: field.region }),
    output: z.object({}),
    rules: (_, context) => {
      recordRuleContext(context);
      return [];
    },
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/things/{region}/unsubscribe',
    audience: 'anyone',
    isOneClick: true,
    input: z.strictObject({ region: field.region, name: z.string() }),
    output: z.object({ name: z.string() }),
  }),
  signIn: route({
    method: 'POST',
    path: '/things/{region}/sign-in',
    audience: 'anyone',
    input: z.strictObject({ region: field.region, email: field.email }),
    output: z.object({}),
  }),
};

export const user = buildStoredUser({ groups: ['x-register-repairs', 'x-NUK'] });
const session = createSession('nuk', 'jti-1', 'sub-1', now);
const createInitialState = () => ({
  now,
  rows: { user, session } as CallerRows,
  logLines: [] as string[],
  logHashKey: async () => 'key-of-tests',
});
/** State that `handler` reads. A test changes it, and `resetState` restores it. */
export const state = createInitialState();
export const countForDay = jest.fn<CountForDay>(async () => undefined);
export const addMany = jest.fn(async () => ({ body: {} }));
export const add = jest.fn(async ({ name }: { name: string }) => ({
  body: { name, secret: 'not in the output' } as { name: string },
}));

export const handler = serve(
  routes,
  {
    add: (input) => add(input),
    addMany: () => addMany(),
    list: async ({ limit }) => ({ body: { limit } }),
    revoke: async () => ({ body: {} }),
    getWithRules: async () => ({ body: {} }),
    unsubscribe: async ({ name }) => ({ body: { name } }),
    signIn: async ({ email }, { setLogSubject }) => {
      if (email !== 'ben@store.example') throw new AppError('NotAuthorizedException');
      setLogSubject('sub-2');
      return { body: {} };
    },
  },
  {
    originSecrets: async () => ['from-our-cloudfront'],
    authenticate: createAuthenticate({
      tokens: {
        verify: async () => ({ sub: 'sub-1', origin_jti: 'jti-1', exp: now.getTime() / 1000 + 60 }),
      },
      readRows: async () => state.rows,
      configuredGroups: ['x-register-repairs', 'x-NUK'],
      adminsNeedSecondFactor: false,
    }),
    countForDay: (...args) => countForDay(...args),
    settings: testSettings,
    now: () => state.now,
    log: (level, message, fields) => state.logLines.push(JSON.stringify({ level, message, ...fields })),
    logHashKey: () => state.logHashKey(),
  },
);

export const cookies = ['__Host-access-nuk=token-of-nuk'];
export const post = (overrides: Parameters<typeof buildRequest>[1] = {}) =>
  send(handler, buildRequest(routes.add, { cookies, body: { name: 'a' }, ...overrides }));

export const resetState = () => {
  Object.assign(state, createInitialState());
  for (const mock of [recordRuleContext, add, countForDay, addMany]) mock.mockClear();
};
