import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Account } from '../iam/iam.ts';
import type { Functions } from '../lambda/functions.ts';
import { waitByLoad } from '../patience.ts';
import { answering, readUpTo } from '../servers.ts';
import type { Answer } from '../servers.ts';
import { decoded } from '../text.ts';
import { answerOf, eventOf, gatewayError } from './payload.ts';

/** A route's key taken apart: `GET /repairs/{region}`. */
type RoutePattern = {
  readonly routeKey: string;
  readonly method: string;
  readonly path: string;
  /** Names the path's parameters. */
  readonly pattern: RegExp;
};

/** Throws, by name, for what else a key can be: `$default`, `ANY /x`, `GET /{rest+}`. */
export const parseRouteKey = (routeKey: string): RoutePattern => {
  const [, method, path] = /^(?!ANY )([A-Z]+) (\/(?:[\w/-]|\{\w+\})*)$/.exec(routeKey) ?? [];
  if (method === undefined || path === undefined) throw new Error(`the local cloud does not do the route ${routeKey}`);
  return { routeKey, method, path, pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
};

/** The most specific route for a request; `path` is encoded and begins with a slash. */
export const matchRoute = <R extends RoutePattern>(routes: readonly R[], method: string, path: string) => {
  // A fixed segment wins over a parameter: no letter comes after a brace.
  const [route] = routes
    .filter((each) => each.method === method && each.pattern.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (!route) return undefined;
  const found = Object.entries(route.pattern.exec(path)?.groups ?? {});
  return { route, parameters: Object.fromEntries(found.map(([name, part]) => [name, decoded(part) ?? part])) };
};

export type ApiOptions = Account & {
  readonly apiId: string;
  readonly functions: Pick<Functions, 'invokeFor'>;
  readonly now: () => Date;
  /** Whether the limits of stages and routes hold; absent: they don't. */
  readonly isThrottling?: () => boolean;
  readonly warn: (message: string) => void;
  /** How long a function may take; absent: as long as AWS waits. */
  readonly timeoutMs?: number;
  /** How much longer than on AWS a function may take; absent: as this machine is loaded. */
  readonly load?: () => number;
};

/** Requests a second, and how many may come at once. */
type Throttle = { readonly rate: number; readonly burst: number };

/** A token bucket, as API Gateway counts: says whether one more request fits. `now` in ms. */
const tokenBucket = ({ rate, burst }: Throttle, now: () => number): (() => boolean) => {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

type StageThrottles = {
  readonly others?: Throttle | undefined;
  readonly routes?: Readonly<Record<string, Throttle>>;
};

const stageLimits = ({ others, routes = {} }: StageThrottles, now: () => number) => {
  const shared = others && tokenBucket(others, now);
  const own = new Map(Object.entries(routes).map(([key, throttle]) => [key, tokenBucket(throttle, now)]));
  return (routeKey: string): boolean => (own.get(routeKey) ?? shared)?.() ?? true;
};

const largestBody = 10 * 1024 * 1024;
const largestHeaders = 10_240;

// Request line and header values, as the quota is worded.
const headerBytes = ({ method = '', url = '', rawHeaders }: IncomingMessage) =>
  Buffer.byteLength(`${method} ${url} HTTP/1.1`) +
  rawHeaders.reduce((sum, text, index) => sum + (index % 2 === 1 ? Buffer.byteLength(text) : 0), 0);

/** An HTTP API: its routes, stages and integrations are added as the template has them. */
export const createHttpApi = (options: ApiOptions) => {
  const {
    apiId,
    region,
    accountId,
    functions,
    now,
    isThrottling = () => false,
    timeoutMs = 30_000,
    warn,
    load,
  } = options;
  const routes: (RoutePattern & { readonly functionArn: string })[] = [];
  const stages = new Map<string, ReturnType<typeof stageLimits>>();
  const domainName = `${apiId}.execute-api.${region}.amazonaws.com`;

  const stageOf = (path: string): { stage: string; rest: string } | undefined => {
    const [, first = ''] = path.split('/');
    return stages.has(first) ? { stage: first, rest: path.slice(first.length + 1) || '/' } : undefined;
  };

  const invoke = async (functionArn: string, route: RoutePattern, stage: string, event: unknown): Promise<Answer> => {
    const sourceArn = `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${route.method}${route.path}`;
    const patience = new AbortController();
    try {
      const outcome = await Promise.race([
        functions.invokeFor({ principal: 'apigateway.amazonaws.com', sourceArn }, functionArn, event),
        waitByLoad(timeoutMs, patience.signal, load).then(() => 'late' as const),
      ]);
      if (outcome === 'late' || outcome === 'throttled') return gatewayError.unavailable;
      if ('payload' in outcome) return answerOf(outcome.payload);
      warn(`${route.routeKey}: ${outcome.error.errorType}: ${outcome.error.errorMessage}`);
    } catch (error) {
      warn(`${route.routeKey}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      patience.abort();
    }
    return gatewayError.functionFailed;
  };

  const serve = async (req: IncomingMessage): Promise<Answer> => {
    if (headerBytes(req) > largestHeaders) return gatewayError.headersTooLarge;
    const [path = '/'] = (req.url ?? '/').split('?', 1);
    const staged = stageOf(path);
    const matched = staged && matchRoute(routes, req.method ?? '', staged.rest);
    if (!matched) return gatewayError.notFound;
    if (isThrottling() && !stages.get(staged.stage)?.(matched.route.routeKey)) return gatewayError.tooMany;
    const body = await readUpTo(req, largestBody);
    if (!body) return gatewayError.tooLarge;
    const { route, parameters } = matched;
    const { stage } = staged;
    const facts = { routeKey: route.routeKey, stage, apiId, domainName, accountId, requestId: randomUUID() };
    return invoke(route.functionArn, route, stage, eventOf(req, body, parameters, now(), facts));
  };

  const listener = answering(
    async (req) => {
      const { headers, ...answer } = await serve(req);
      return { ...answer, headers: { ...headers, 'apigw-requestid': randomUUID() } };
    },
    (error) => {
      warn(`API ${apiId}: ${String(error)}`);
      return gatewayError.functionFailed;
    },
  );

  return {
    listener,
    domainName,
    addRoute: (routeKey: string, functionArn: string): void =>
      void routes.push({ ...parseRouteKey(routeKey), functionArn }),
    addStage: (name: string, throttles: StageThrottles = {}): void =>
      void stages.set(
        name,
        stageLimits(throttles, () => now().getTime()),
      ),
  };
};

export type HttpApi = ReturnType<typeof createHttpApi>;
