import * as z from 'zod/mini';

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

const rule = z.looseObject({ Statement: z.looseObject({ RateBasedStatement: z.optional(rateBased) }) });
const webAcl = z.looseObject({ Rules: z._default(z.array(rule), []) });

/** Counts a request of an address of the internet, and says whether it is one too many. `path` is encoded. */
export type CountRequest = (source: string, path: string) => boolean;

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
): CountRequest => {
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
  const rates = webAcl
    .parse(properties)
    .Rules.flatMap(({ Statement: { RateBasedStatement: rate } }) => (rate ? [rateOf(rate, now)] : []));
  // Each counts, also what another one has blocked.
  return (source, path) => rates.map((count) => count(source, path)).includes(true);
};
