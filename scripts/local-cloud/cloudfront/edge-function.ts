import { createContext, Script } from 'node:vm';
import * as z from 'zod/mini';
import type { HttpResponse } from '../servers.ts';
import type { ViewerRequest } from './message.ts';

/** Event of CloudFront Functions (structure version 1.0), and its conversion back to a request or response. */

const value = z.object({ value: z.string(), multiValue: z.optional(z.array(z.object({ value: z.string() }))) });
const values = z.record(z.string(), value);

const requestShape = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: values,
  headers: values,
  cookies: values,
});
const responseShape = z.strictObject({
  statusCode: z.number(),
  statusDescription: z.optional(z.string()),
  headers: z._default(values, {}),
});

type Values = z.output<typeof values>;

const groupValuesByName = (pairs: readonly (readonly [string, string])[]): Values => {
  const valuesByName: Record<string, { value: string; multiValue?: { value: string }[] }> = {};
  for (const [name, text] of pairs) {
    const existing = Object.hasOwn(valuesByName, name) ? valuesByName[name] : undefined;
    if (!existing) valuesByName[name] = { value: text };
    else (existing.multiValue ??= [{ value: existing.value }]).push({ value: text });
  }
  return valuesByName;
};

// Names and values stay percent-encoded as they were sent.
const parsePairs = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', valueText = ''] = pair.split(/=(.*)/s, 2);
      return [name, valueText] as const;
    });

export const createRequestEvent = ({ method, path, query, headers }: ViewerRequest) => {
  const { cookie = '', ...otherHeaders } = headers;
  return {
    method,
    uri: path,
    querystring: groupValuesByName(parsePairs(query, /&/)),
    headers: groupValuesByName(Object.entries(otherHeaders)),
    cookies: groupValuesByName(parsePairs(cookie, /;\s*/)),
  };
};

const toHeaders = (entries: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([name, { value: text }]) => [name.toLowerCase(), text]));

/**
 * Converts a function's result into the request to forward, or into a response. Throws if the function changed the
 * query or the cookies.
 */
export const readResult = (result: unknown, request: ViewerRequest): ViewerRequest | HttpResponse => {
  const response = responseShape.safeParse(result).data;
  if (response) return { status: response.statusCode, headers: toHeaders(response.headers), body: Buffer.alloc(0) };
  const { uri, headers, ...changedFields } = requestShape.parse(result);
  const { uri: _, headers: __, ...originalFields } = createRequestEvent(request);
  if (JSON.stringify(changedFields) !== JSON.stringify(originalFields))
    throw new Error('the local cloud lets functions change the path and headers only');
  const { cookie } = request.headers;
  return { ...request, path: uri, headers: { ...toHeaders(headers), ...(cookie && { cookie }) } };
};

export type EdgeFunction = (event: unknown) => Promise<unknown>;

/** Compiles a CloudFront Function (cloudfront-js). Modules and logging are not available to it. */
export const compileEdgeFunction = (name: string, code: string): EdgeFunction => {
  const context = createContext();
  new Script(code, { filename: name }).runInContext(context);
  // The call has no time limit, because the watchdog thread of `runInContext` would take longer than the rest of a
  // request.
  const call: (event: string) => Promise<string> = new Script(
    '(event) => (async () => JSON.stringify(await handler(JSON.parse(event))))()',
    { filename: name },
  ).runInContext(context);
  return async (event) => JSON.parse(await call(JSON.stringify(event)));
};
