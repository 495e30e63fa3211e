import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { createCloudFrontErrorResponse } from '../cloudfront/message.ts';
import type { HttpResponse } from '../servers.ts';
import type { ResourceType } from '../template/deploy.ts';
import { decodePercent } from '../text.ts';

/** Parts of a request that firewall rules examine. `path` is percent-encoded; `source` is the IP. */
type FirewallRequest = {
  readonly source: string;
  readonly path: string;
  readonly cookies?: Readonly<Record<string, string | undefined>>;
  readonly isDocument?: boolean;
};

const rateProperties = {
  Limit: z.number(),
  EvaluationWindowSec: z.number(),
  ScopeDownStatement: z.optional(
    z.strictObject({
      RegexMatchStatement: z.strictObject({
        RegexString: z.string(),
        FieldToMatch: z.strictObject({ UriPath: z.unknown() }),
        TextTransformations: z.tuple([z.looseObject({ Type: z.literal('URL_DECODE') })]),
      }),
    }),
  ),
};
const cookieKey = z.strictObject({
  Name: z.string(),
  TextTransformations: z.tuple([z.looseObject({ Type: z.literal('NONE') })]),
});
const rateBased = z.discriminatedUnion('AggregateKeyType', [
  z.strictObject({ ...rateProperties, AggregateKeyType: z.literal('IP') }),
  z.strictObject({
    ...rateProperties,
    AggregateKeyType: z.literal('CUSTOM_KEYS'),
    CustomKeys: z.tuple([z.strictObject({ IP: z.unknown() }), z.strictObject({ Cookie: cookieKey })]),
  }),
]);

const customResponse = z.strictObject({
  ResponseCode: z.coerce.number(),
  CustomResponseBodyKey: z.string(),
  ResponseHeaders: z._default(z.array(z.strictObject({ Name: z.string(), Value: z.string() })), []),
});

const rule = z.looseObject({
  Statement: z.looseObject({ RateBasedStatement: z.optional(rateBased) }),
  Action: z.optional(
    z.strictObject({
      Block: z.optional(z.strictObject({ CustomResponse: z.optional(customResponse) })),
      Challenge: z.optional(z.strictObject({})),
    }),
  ),
});

const customBody = z.strictObject({ ContentType: z.literal('APPLICATION_JSON'), Content: z.string() });

const webAcl = z.looseObject({
  Rules: z._default(z.array(rule), []),
  CustomResponseBodies: z._default(z.record(z.string(), customBody), {}),
});

/** Counts and evaluates a request; returns the response that blocks it, or undefined if it may pass. */
type EvaluateRequest = (request: FirewallRequest) => HttpResponse | undefined;

/** Creates a function that counts a request and returns whether the rate is exceeded. */
const createRateCheck = (rate: z.output<typeof rateBased>, now: () => number) => {
  const { RegexMatchStatement: pathMatch } = rate.ScopeDownStatement ?? {};
  const scopePattern = pathMatch && new RegExp(pathMatch.RegexString);
  const requestTimes = new Map<string, number[]>();
  return ({ source, path, cookies }: FirewallRequest): boolean => {
    const cookie = rate.AggregateKeyType === 'IP' ? '' : cookies?.[rate.CustomKeys[1].Cookie.Name];
    // A request without one of the keys is not counted.
    if (cookie === undefined || (scopePattern && !scopePattern.test(decodePercent(path) ?? path))) return false;
    const key = `${source} ${cookie}`;
    const windowStart = now() - rate.EvaluationWindowSec * 1000;
    const recentTimes = (requestTimes.get(key) ?? []).filter((time) => time > windowStart);
    recentTimes.push(now());
    requestTimes.set(key, recentTimes);
    return recentTimes.length > rate.Limit;
  };
};

const tokenCookie = 'aws-waf-token';

/** Challenge response to a request without a token: a document runs the script, which sets the token and reloads. */
const createChallengeResponse = (token: string, isDocument: boolean | undefined): HttpResponse => ({
  status: 202,
  headers: { 'x-amzn-waf-action': 'challenge', 'cache-control': 'no-store', 'content-type': 'text/html' },
  body: Buffer.from(
    isDocument
      ? `<!DOCTYPE html><title></title><script>document.cookie = '${tokenCookie}=${token}; Path=/; SameSite=Lax'; location.reload()</script>`
      : '',
  ),
});

/**
 * Creates the function that evaluates the rate-based rules of a web ACL; AWS managed rule groups are not emulated.
 * `now` in ms.
 */
export const createRateEvaluator = (properties: unknown, now: () => number): EvaluateRequest => {
  const { Rules, CustomResponseBodies } = webAcl.parse(properties);
  const tokens = new Set<string>();
  const toBlockResponse = (custom: z.output<typeof customResponse> | undefined): HttpResponse => {
    if (!custom) return createCloudFrontErrorResponse(403, 'Request blocked.');
    const body = CustomResponseBodies[custom.CustomResponseBodyKey];
    if (!body) throw new Error(`A web ACL has no response body ${custom.CustomResponseBodyKey}.`);
    const headers = custom.ResponseHeaders.map(({ Name, Value }) => [Name.toLowerCase(), Value] as const);
    return {
      status: custom.ResponseCode,
      headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
      body: Buffer.from(body.Content),
    };
  };
  const respondWithChallenge = ({ cookies, isDocument }: FirewallRequest): HttpResponse | undefined => {
    if (tokens.has(cookies?.[tokenCookie] ?? '')) return undefined;
    const token = randomUUID();
    if (isDocument) tokens.add(token);
    return createChallengeResponse(token, isDocument);
  };
  const rateRules = Rules.flatMap(({ Statement: { RateBasedStatement: rate }, Action }) => {
    if (!rate) return [];
    const blockResponse = toBlockResponse(Action?.Block?.CustomResponse);
    return [
      {
        isAboveRate: createRateCheck(rate, now),
        respond: Action?.Challenge ? respondWithChallenge : () => blockResponse,
      },
    ];
  });
  // The first rule that responds ends evaluation, so later rules don't count the request.
  return (request) => {
    for (const { isAboveRate, respond } of rateRules) {
      const response = isAboveRate(request) ? respond(request) : undefined;
      if (response) return response;
    }
    return undefined;
  };
};

/** Creates the template's web ACLs; they block requests only while `isOn` returns true. */
export const createFirewalls = (now: () => Date, isOn: () => boolean) => {
  const acls = new Map<string, EvaluateRequest>();
  const makeAcl: ResourceType = ({ logicalId, properties, stackContext }) => {
    const arn = `arn:aws:wafv2:${stackContext.region}:${stackContext.accountId}:global/webacl/${stackContext.stackName}/${logicalId}`;
    acls.set(
      arn,
      createRateEvaluator(properties, () => now().getTime()),
    );
    return { ref: logicalId, attributes: { Arn: arn } };
  };
  return {
    resourceTypes: { 'AWS::WAFv2::WebACL': makeAcl },
    /** Puts the web ACL with this ARN, if any, in front of a listener. */
    protect:
      (arn: string | undefined, listener: RequestListener): RequestListener =>
      (req, res) => {
        const { url = '', headers: requestHeaders, socket } = req;
        const request = {
          source: socket.remoteAddress ?? '',
          path: url.split('?')[0] ?? '',
          cookies: Object.fromEntries((requestHeaders.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/))),
          isDocument: requestHeaders.accept?.includes('text/html') ?? false,
        };
        const blockResponse = isOn() ? acls.get(arn ?? '')?.(request) : undefined;
        if (!blockResponse) return listener(req, res);
        const { status, headers, body } = blockResponse;
        res.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
        req.resume();
      },
  };
};
