import * as z from 'zod/mini';
import type { EdgeAnswer, ViewerRequest } from './message.ts';

/** The event of CloudFront Functions (structure version 1.0), and back. */

const value = z.object({ value: z.string(), multiValue: z.optional(z.array(z.object({ value: z.string() }))) });
const values = z.record(z.string(), value);

const requestShape = z.looseObject({
  method: z.string(),
  uri: z.string(),
  querystring: values,
  headers: values,
  cookies: values,
});
const answerShape = z.looseObject({
  statusCode: z.number(),
  headers: z.optional(values),
  cookies: z.optional(z.record(z.string(), z.object({ value: z.string(), attributes: z.optional(z.string()) }))),
  body: z.optional(z.union([z.string(), z.object({ encoding: z.enum(['text', 'base64']), data: z.string() })])),
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

const spread = (all: Values): [string, string][] =>
  Object.entries(all).flatMap(([name, { value: single, multiValue }]) =>
    (multiValue ?? [{ value: single }]).map((each): [string, string] => [name, each.value]),
  );

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

const headersOf = (all: Values | undefined): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(all ?? {}).map(([name, { value: single, multiValue }]) => [
      name.toLowerCase(),
      multiValue?.map((each) => each.value) ?? single,
    ]),
  );

export const answerEvent = ({ status, headers }: EdgeAnswer) => ({
  statusCode: status,
  headers: collect(
    Object.entries(headers).flatMap(([name, texts]) =>
      name === 'set-cookie' ? [] : [texts].flat().map((text) => [name, text] as const),
    ),
  ),
  cookies: {},
});

/** What a viewer-request function returned: the request to go on with, or an answer of its own. */
export const readRequestResult = (result: unknown, request: ViewerRequest): ViewerRequest | EdgeAnswer => {
  if (typeof result === 'object' && result !== null && 'statusCode' in result)
    return readAnswerResult(result, { status: 200, headers: {}, body: Buffer.alloc(0) });
  const { uri, querystring, headers, cookies } = requestShape.parse(result);
  const cookie = spread(cookies)
    .map(([name, text]) => `${name}=${text}`)
    .join('; ');
  return {
    ...request,
    path: uri,
    query: spread(querystring)
      .map(([name, text]) => (text === '' ? name : `${name}=${text}`))
      .join('&'),
    headers: {
      ...Object.fromEntries(spread(headers).map(([name, text]) => [name.toLowerCase(), text])),
      ...(cookie && { cookie }),
    },
  };
};

/** What a viewer-response function returned; it cannot change the origin's cookies away, nor its body unless it gives one. */
export const readAnswerResult = (result: unknown, answer: EdgeAnswer): EdgeAnswer => {
  const { statusCode, headers, cookies = {}, body } = answerShape.parse(result);
  const ownCookies = Object.entries(cookies).map(
    ([name, { value: text, attributes }]) => `${name}=${text}${attributes ? `; ${attributes}` : ''}`,
  );
  const setCookie = [...[answer.headers['set-cookie'] ?? []].flat(), ...ownCookies];
  const text = typeof body === 'string' ? { encoding: 'text', data: body } : body;
  return {
    status: statusCode,
    headers: { ...headersOf(headers), ...(setCookie.length > 0 && { 'set-cookie': setCookie }) },
    body: text ? Buffer.from(text.data, text.encoding === 'base64' ? 'base64' : 'utf8') : answer.body,
  };
};
