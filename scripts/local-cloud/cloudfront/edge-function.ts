import { createContext, Script } from 'node:vm';
import * as z from 'zod/mini';
import type { Answer } from '../servers.ts';
import type { ViewerRequest } from './message.ts';

/** The event of CloudFront Functions (structure version 1.0), and back. */

const value = z.object({ value: z.string(), multiValue: z.optional(z.array(z.object({ value: z.string() }))) });
const values = z.record(z.string(), value);

const requestShape = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: values,
  headers: values,
  cookies: values,
});
const answerShape = z.strictObject({
  statusCode: z.number(),
  statusDescription: z.optional(z.string()),
  headers: z._default(values, {}),
});

type Values = z.output<typeof values>;

const collect = (pairs: readonly (readonly [string, string])[]): Values => {
  const collected: Record<string, { value: string; multiValue?: { value: string }[] }> = {};
  for (const [name, text] of pairs) {
    const known = Object.hasOwn(collected, name) ? collected[name] : undefined;
    if (!known) collected[name] = { value: text };
    else (known.multiValue ??= [{ value: known.value }]).push({ value: text });
  }
  return collected;
};

// Names and values stay encoded as they were sent.
const pairsOf = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', rest = ''] = pair.split(/=(.*)/s, 2);
      return [name, rest] as const;
    });

export const requestEvent = ({ method, path, query, headers }: ViewerRequest) => {
  const { cookie = '', ...others } = headers;
  return {
    method,
    uri: path,
    querystring: collect(pairsOf(query, /&/)),
    headers: collect(Object.entries(others)),
    cookies: collect(pairsOf(cookie, /;\s*/)),
  };
};

const headersOf = (all: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, { value: text }]) => [name.toLowerCase(), text]));

/** What a function returned: the request to go on with, or an answer of its own. Throws where it has changed the query or the cookies. */
export const readResult = (result: unknown, request: ViewerRequest): ViewerRequest | Answer => {
  const answer = answerShape.safeParse(result).data;
  if (answer) return { status: answer.statusCode, headers: headersOf(answer.headers), body: Buffer.alloc(0) };
  const { uri, headers, ...others } = requestShape.parse(result);
  const { uri: _, headers: __, ...sent } = requestEvent(request);
  if (JSON.stringify(others) !== JSON.stringify(sent))
    throw new Error('the local cloud lets functions change the address and headers only');
  const { cookie } = request.headers;
  return { ...request, path: uri, headers: { ...headersOf(headers), ...(cookie && { cookie }) } };
};

export type EdgeFunction = (event: unknown) => Promise<unknown>;

/** Compiles a CloudFront Function (cloudfront-js). It sees nothing but its event: there are no modules, and no log. */
export const edgeFunction = (name: string, code: string): EdgeFunction => {
  const context = createContext();
  new Script(code, { filename: name }).runInContext(context);
  // Without the time limit of `runInContext`: a thread that watches each call costs more than all the rest of a request.
  const call: (event: string) => Promise<string> = new Script(
    '(event) => (async () => JSON.stringify(await handler(JSON.parse(event))))()',
    { filename: name },
  ).runInContext(context);
  return async (event) => JSON.parse(await call(JSON.stringify(event)));
};
