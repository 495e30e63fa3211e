import * as z from 'zod/mini';
import { edgeError } from '../cloudfront/message.ts';
import type { EdgeAnswer } from '../cloudfront/message.ts';

const rateBased = z.strictObject({
  AggregateKeyType: z.literal('IP'),
  Limit: z.coerce.number(),
  EvaluationWindowSec: z._default(z.coerce.number(), 300),
  ScopeDownStatement: z.optional(
    z.strictObject({
      RegexMatchStatement: z.strictObject({
        RegexString: z.string(),
        FieldToMatch: z.strictObject({ UriPath: z.unknown() }),
        TextTransformations: z.tuple([z.looseObject({ Type: z.literal('URL_DECODE') })]),
      }),
    }),
  ),
});

const customResponse = z.strictObject({
  ResponseCode: z.coerce.number(),
  CustomResponseBodyKey: z.string(),
  ResponseHeaders: z._default(z.array(z.strictObject({ Name: z.string(), Value: z.string() })), []),
});

const rule = z.looseObject({
  Statement: z.looseObject({ RateBasedStatement: z.optional(rateBased) }),
  Action: z.optional(
    z.looseObject({ Block: z.optional(z.strictObject({ CustomResponse: z.optional(customResponse) })) }),
  ),
});

const contentTypes = {
  APPLICATION_JSON: 'application/json',
  TEXT_HTML: 'text/html',
  TEXT_PLAIN: 'text/plain',
} as const;
const customBody = z.strictObject({
  ContentType: z.enum(['APPLICATION_JSON', 'TEXT_HTML', 'TEXT_PLAIN']),
  Content: z.string(),
});

const webAcl = z.looseObject({
  Rules: z._default(z.array(rule), []),
  CustomResponseBodies: z._default(z.record(z.string(), customBody), {}),
});

/** Counts a request of an address of the internet, and answers one that is too many. `path` is encoded. */
export type CountRequest = (source: string, path: string) => EdgeAnswer | undefined;
type IsTooMany = (source: string, path: string) => boolean;

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const rateOf = (
  { Limit, EvaluationWindowSec, ScopeDownStatement }: z.output<typeof rateBased>,
  now: () => number,
): IsTooMany => {
  const scope = ScopeDownStatement && new RegExp(ScopeDownStatement.RegexMatchStatement.RegexString);
  const seen = new Map<string, number[]>();
  return (source, path) => {
    if (scope && !scope.test(decoded(path))) return false;
    const begin = now() - EvaluationWindowSec * 1000;
    const recent = (seen.get(source) ?? []).filter((at) => at > begin);
    recent.push(now());
    seen.set(source, recent);
    return recent.length > Limit;
  };
};

/** What a web ACL says of rates; AWS's own lists of bad requests are not here. `now` in ms. */
export const ratesOf = (properties: unknown, now: () => number): CountRequest => {
  const { Rules, CustomResponseBodies } = webAcl.parse(properties);
  const blocked = (own: z.output<typeof customResponse> | undefined): EdgeAnswer => {
    if (!own) return edgeError(403, 'Request blocked.');
    const body = CustomResponseBodies[own.CustomResponseBodyKey];
    if (!body) throw new Error(`A web ACL has no response body ${own.CustomResponseBodyKey}.`);
    const headers = own.ResponseHeaders.map(({ Name, Value }) => [Name.toLowerCase(), Value] as const);
    return {
      status: own.ResponseCode,
      headers: { ...Object.fromEntries(headers), 'content-type': contentTypes[body.ContentType] },
      body: Buffer.from(body.Content),
    };
  };
  const rates = Rules.flatMap(({ Statement: { RateBasedStatement: rate }, Action }) =>
    rate ? [{ isTooMany: rateOf(rate, now), answer: blocked(Action?.Block?.CustomResponse) }] : [],
  );
  // Each counts, also what another one has blocked; the first that blocks answers.
  return (source, path) => rates.filter(({ isTooMany }) => isTooMany(source, path))[0]?.answer;
};
