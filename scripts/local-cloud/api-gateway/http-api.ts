import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Account } from '../iam/iam.ts';
import type { Functions } from '../lambda/functions.ts';
import { waitScaledByLoad } from '../load.ts';
import { toRequestListener, readBody } from '../servers.ts';
import type { HttpResponse } from '../servers.ts';
import { decodePercent } from '../text.ts';
import { toHttpResponse, createProxyEvent, gatewayErrorResponses } from './payload.ts';

/** Parsed route key such as `GET /repairs/{region}`. */
type RoutePattern = {
  readonly routeKey: string;
  readonly method: string;
  readonly path: string;
  /** Captures each path parameter in a named group. */
  readonly pattern: RegExp;
};

/**
 * Parses a route key. Throws for unsupported keys (`$default`, `ANY /x`, `GET /{rest+}`) with an error that names the
 * key.
 */
export const parseRouteKey = (routeKey: string): RoutePattern => {
  const [, method, path] = /^(?!ANY )([A-Z]+) (\/(?:[\w/-]|\{\w+\})*)$/.exec(routeKey) ?? [];
  if (method === undefined || path === undefined) throw new Error(`the local cloud does not do the route ${routeKey}`);
  return { routeKey, method, path, pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
};

/** Returns the most specific route for a request; `path` is encoded and starts with a slash. */
export const matchRoute = <R extends RoutePattern>(routes: readonly R[], method: string, path: string) => {
  // Segments sort before parameters because `{` sorts after every letter.
  const [route] = routes
    .filter((candidate) => candidate.method === method && candidate.pattern.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (!route) return undefined;
  const pathGroups = Object.entries(route.pattern.exec(path)?.groups ?? {});
  return {
    route,
    parameters: Object.fromEntries(pathGroups.map(([name, part]) => [name, decodePercent(part) ?? part])),
  };
};

export type ApiOptions = Account & {
  readonly apiId: string;
  readonly functions: Pick<Functions, 'invokeFor'>;
  readonly now: () => Date;
  /** Enables the throttling limits of stages and routes; defaults to false. */
  readonly isThrottling?: () => boolean;
  readonly warn: (message: string) => void;
  /** Function timeout in milliseconds; defaults to API Gateway's 30 seconds. */
  readonly timeoutMs?: number;
  /** Returns the factor by which the timeout is extended; defaults to the current load of this machine. */
  readonly getLoad?: () => number;
};

/** `rate` in requests per second; `burst` is the number of requests allowed at once. */
type Throttle = { readonly rate: number; readonly burst: number };

/** Token bucket as in API Gateway: each call takes a token and returns false when the bucket is empty. `now` in ms. */
const createTokenBucket = ({ rate, burst }: Throttle, now: () => number): (() => boolean) => {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const calledAt = now();
    tokens = Math.min(burst, tokens + ((calledAt - filledAt) / 1000) * rate);
    filledAt = calledAt;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

type StageThrottles = {
  readonly otherRoutes?: Throttle | undefined;
  readonly routes?: Readonly<Record<string, Throttle>>;
};

/** Creates a function that counts a request for a route and returns whether it is within the throttling limits. */
const createLimitCheck = ({ otherRoutes, routes = {} }: StageThrottles, now: () => number) => {
  const sharedBucket = otherRoutes && createTokenBucket(otherRoutes, now);
  const routeBuckets = new Map(
    Object.entries(routes).map(([key, throttle]) => [key, createTokenBucket(throttle, now)]),
  );
  return (routeKey: string): boolean => (routeBuckets.get(routeKey) ?? sharedBucket)?.() ?? true;
};

const maxBodyBytes = 10 * 1024 * 1024;
const maxHeaderBytes = 10_240;

// The AWS quota counts the request line and the header values.
const countHeaderBytes = ({ method = '', url = '', rawHeaders }: IncomingMessage) =>
  Buffer.byteLength(`${method} ${url} HTTP/1.1`) +
  rawHeaders.reduce((sum, text, index) => sum + (index % 2 === 1 ? Buffer.byteLength(text) : 0), 0);

/** Creates an HTTP API whose routes and stages are added as the template is deployed. */
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
    getLoad,
  } = options;
  const routes: (RoutePattern & { readonly functionArn: string })[] = [];
  const limitCheckByStage = new Map<string, ReturnType<typeof createLimitCheck>>();
  const domainName = `${apiId}.execute-api.${region}.amazonaws.com`;

  const findStage = (path: string): { stage: string; routePath: string } | undefined => {
    const [, stage = ''] = path.split('/');
    return limitCheckByStage.has(stage) ? { stage, routePath: path.slice(stage.length + 1) || '/' } : undefined;
  };

  const invoke = async (
    functionArn: string,
    route: RoutePattern,
    stage: string,
    event: unknown,
  ): Promise<HttpResponse> => {
    const sourceArn = `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${route.method}${route.path}`;
    const timeout = new AbortController();
    try {
      const outcome = await Promise.race([
        functions.invokeFor({ principal: 'apigateway.amazonaws.com', sourceArn }, functionArn, event),
        waitScaledByLoad(timeoutMs, timeout.signal, getLoad).then(() => 'late' as const),
      ]);
      if (outcome === 'late' || outcome === 'throttled') return gatewayErrorResponses.unavailable;
      if ('payload' in outcome) return toHttpResponse(outcome.payload);
      warn(`${route.routeKey}: ${outcome.error.errorType}: ${outcome.error.errorMessage}`);
    } catch (error) {
      warn(`${route.routeKey}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      timeout.abort();
    }
    return gatewayErrorResponses.functionFailed;
  };

  const serve = async (req: IncomingMessage): Promise<HttpResponse> => {
    if (countHeaderBytes(req) > maxHeaderBytes) return gatewayErrorResponses.headersTooLarge;
    const [path = '/'] = (req.url ?? '/').split('?', 1);
    const stageMatch = findStage(path);
    const routeMatch = stageMatch && matchRoute(routes, req.method ?? '', stageMatch.routePath);
    if (!routeMatch) return gatewayErrorResponses.notFound;
    const isWithinLimits = limitCheckByStage.get(stageMatch.stage);
    if (isThrottling() && !isWithinLimits?.(routeMatch.route.routeKey)) return gatewayErrorResponses.tooMany;
    const body = await readBody(req, maxBodyBytes);
    if (!body) return gatewayErrorResponses.tooLarge;
    const { route, parameters } = routeMatch;
    const { stage } = stageMatch;
    const context = { routeKey: route.routeKey, stage, apiId, domainName, accountId, requestId: randomUUID() };
    return invoke(route.functionArn, route, stage, createProxyEvent(req, body, parameters, now(), context));
  };

  const listener = toRequestListener(
    async (req) => {
      const { headers, ...response } = await serve(req);
      return { ...response, headers: { ...headers, 'apigw-requestid': randomUUID() } };
    },
    (error) => {
      warn(`API ${apiId}: ${String(error)}`);
      return gatewayErrorResponses.functionFailed;
    },
  );

  return {
    listener,
    domainName,
    addRoute: (routeKey: string, functionArn: string): void =>
      void routes.push({ ...parseRouteKey(routeKey), functionArn }),
    addStage: (name: string, throttles: StageThrottles = {}): void =>
      void limitCheckByStage.set(
        name,
        createLimitCheck(throttles, () => now().getTime()),
      ),
  };
};

export type HttpApi = ReturnType<typeof createHttpApi>;
