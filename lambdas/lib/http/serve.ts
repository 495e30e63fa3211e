import middy from '@middy/core';
import type { MiddlewareObj } from '@middy/core';
import { isTransient } from '#lambdas/lib/aws/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { AppError, errorStatus } from '#shared/api/errors.ts';
import { originSecretHeader, viewerIpHeader } from '#shared/api/headers.ts';
import { isAdmin } from '#shared/api/policies.ts';
import type { Output, Parsed, Route } from '#shared/api/route.ts';
import { validate } from '#shared/api/validation.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { isRegionId, regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { requireAudience } from './caller.ts';
import type { Authenticate, Caller } from './caller.ts';
import type { CountForDay } from './daily-limits.ts';
import type { Log } from './log.ts';
import { errorFields } from './log.ts';
import { hashForLogs, findTraceIds, formatProblems, readInput, requireSameOrigin, toViewerOrigin } from './request.ts';
import type { Request } from './request.ts';
import type { ApiResponse } from './response.ts';
import { createJsonResponse, createErrorResponse, ErrorWithCookies } from './response.ts';
import { isSameText } from './secrets.ts';

type HandlerContext<R extends Route> = {
  readonly now: Date;
  readonly cookies: readonly string[];
  /** Origin that the browser requested, for links in emails. */
  readonly site: string;
  readonly requestId: string;
  /** Untrusted: sent by the client. */
  readonly userAgent: string;
  /** Attributes the log line to a user (sub) on routes without a signed-in caller. */
  readonly setLogSubject: (sub: string) => void;
} & (R['audience'] extends 'anyone' ? unknown : { readonly caller: Caller });

type Handler<R extends Route> = (
  input: Parsed<R>,
  context: HandlerContext<R>,
) => Promise<{ readonly body: Output<R>; readonly cookies?: readonly string[] }>;

/** One handler per route; a missing one is a type error. */
export type Handlers<Routes extends Record<string, Route>> = { readonly [Name in keyof Routes]: Handler<Routes[Name]> };

type Collaborators = {
  /** Accepted origin secrets: the current one and, during rotation, the previous one. Read again when older than `maxAgeMs`. */
  readonly originSecrets: (maxAgeMs?: number) => Promise<readonly string[]>;
  readonly authenticate: Authenticate;
  readonly countForDay?: CountForDay;
  readonly settings: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable' | 'returnPeriodDays'>>>;
  readonly now: () => Date;
  readonly log: Log;
  readonly traceHeader?: () => string | undefined;
  /** Key for hashing email and IP addresses in logs; without it no hashes are logged. */
  readonly logHashKey?: () => Promise<string>;
};

type Target = { readonly route: Route; readonly handler: Handler<Route>; readonly region: RegionId };

type Event = Request & {
  /** State of the request, filled in by the middlewares. */
  call: {
    readonly startedAt: number;
    target?: Target;
    caller?: Caller;
    sub?: string;
    input?: Readonly<Record<string, unknown>>;
  };
};

/** Returns the target of a request. Only for middlewares after `findTarget`. */
const requireTarget = ({ call: { target } }: Event): Target => {
  if (!target) throw new Error('The route of the request has not been looked up.');
  return target;
};

const createMiddleware = (runBefore: (event: Event) => void | Promise<void>): MiddlewareObj<Event, ApiResponse> => ({
  before: ({ event }) => runBefore(event),
});

const toErrorCode = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  return isTransient(error) ? 'ServiceUnavailable' : 'InternalServerError';
};

/** Returns the amount by which a request counts against a daily limit: its lines, or 1. */
const countRequestUnits = (input: Event['call']['input']) => {
  const lines = input?.['lines'];
  return Array.isArray(lines) ? lines.length : 1;
};

/** Creates the Middy handler of a feature. Each middleware may reject the request; otherwise the route's handler runs. */
export const serve = <Routes extends Record<string, Route>>(
  routes: Routes,
  handlers: Handlers<Routes>,
  { originSecrets, authenticate, countForDay, settings, now, log, traceHeader, logHashKey }: Collaborators,
) => {
  if (!countForDay && Object.values(routes).some(({ daily }) => daily !== undefined))
    throw new Error('A route has a daily limit, and nothing counts.');
  const handlersByRouteKey = new Map(
    Object.entries(routes).map(([name, route]) => [
      `${route.method} ${route.path}`,
      // TypeScript loses the route–handler pairing here; `Handlers<Routes>` guarantees it.
      { route, handler: handlers[name] as unknown as Handler<Route> },
    ]),
  );

  const logRequest = (event: Event, { statusCode }: ApiResponse, extra: Parameters<Log>[2] = {}) => {
    const { requestContext, routeKey, call } = event;
    const sub = call.caller?.sub ?? call.sub;
    const store = call.input?.['storeId'] ?? call.caller?.storeId;
    log('info', 'request', {
      requestId: requestContext.requestId,
      ...findTraceIds(event, traceHeader?.()),
      route: routeKey,
      status: statusCode,
      durationMs: now().getTime() - call.startedAt,
      ...(call.target && { region: call.target.region }),
      ...(typeof store === 'string' && { store }),
      ...(sub !== undefined && { sub }),
      ...extra,
    });
  };

  /** Returns keyed hashes for auditing sign-in attempts: of the source IP and, on failure, of the email address. */
  const createAuditHashes = async ({ headers, call: { target, input = {} } }: Event, isRejected: boolean) => {
    const hasCredentials = Object.keys(input).length > 1;
    if (target?.route.audience !== 'anyone' || !hasCredentials || !logHashKey) return {};
    // If the key cannot be read, the request is logged without hashes.
    const key = await logHashKey().catch(() => undefined);
    if (key === undefined) return {};
    const source = headers[viewerIpHeader];
    const email = isRejected ? input['email'] : undefined;
    return {
      ...(source && { source: hashForLogs(key, target.region, source) }),
      ...(typeof email === 'string' && { address: hashForLogs(key, target.region, email) }),
    };
  };

  const respondAndLog: MiddlewareObj<Event, ApiResponse> = {
    before: ({ event }) => {
      event.call = { startedAt: now().getTime() };
    },
    after: async ({ event, response }) => {
      if (response) logRequest(event, response, await createAuditHashes(event, false));
    },
    onError: async (request) => {
      const { event, error } = request;
      const { requestId } = event.requestContext;
      const code = toErrorCode(error);
      const problems = error instanceof AppError ? error.problems : [];
      if (errorStatus[code] >= 500)
        log('error', 'failed', { requestId, route: event.routeKey, code, error: errorFields(error) });
      request.response = createErrorResponse(
        code,
        requestId,
        problems,
        error instanceof ErrorWithCookies ? error.cookies : [],
      );
      const hashes = await createAuditHashes(event, true);
      const { target } = event.call;
      logRequest(event, request.response, {
        code,
        ...(target && problems.length > 0 && { problems: formatProblems(target.route, problems) }),
        ...hashes,
      });
    },
  };

  const requireOriginSecret = async ({ headers }: Event) => {
    const sentSecret = headers[originSecretHeader] ?? '';
    // Compares with every secret (no early exit) to keep the comparison constant time.
    const isAccepted = (secrets: readonly string[]) =>
      secrets.map((secret) => isSameText(sentSecret, secret)).includes(true);
    // On a mismatch, refreshes at most once a minute so that attackers can't force Secrets Manager calls.
    if (!isAccepted(await originSecrets()) && !isAccepted(await originSecrets(60_000)))
      throw new AppError('InsufficientAccess');
  };

  const findTarget = ({ routeKey, pathParameters, call }: Event) => {
    const entry = handlersByRouteKey.get(routeKey);
    const region = pathParameters?.['region'] ?? '';
    if (!entry || !isRegionId(region)) throw new AppError('NotFound');
    call.target = { ...entry, region };
  };

  const authenticateCaller = async (event: Event) => {
    const { route, region } = requireTarget(event);
    if (route.audience !== 'anyone') {
      // The caller is stored before the role is checked, so that the log line of a rejected request contains the user.
      event.call.caller = await authenticate(region, event.cookies, now());
      requireAudience(event.call.caller, region, route.audience);
    }
    if (route.needsReturns && !settings[region].returnsAvailable) throw new AppError('InsufficientAccess');
  };

  /** Refuses changes of signed-in callers during a maintenance; signing in and out stays possible. */
  const refuseDuringMaintenance = ({ call: { caller, target } }: Event) => {
    if (caller?.maintenanceUntil === undefined || target === undefined) return;
    if (target.route.method !== 'GET' && !target.route.isRevocation) throw new AppError('Maintenance');
  };

  const validateInput = (event: Event) => {
    const { route, region } = requireTarget(event);
    const { caller } = event.call;
    const context = {
      today: toCalendarDate(now(), regions[region].timeZone),
      isAdmin: caller !== undefined && isAdmin(caller),
      returnPeriodDays: settings[region].returnPeriodDays,
    };
    const result = validate(route, readInput(route, event), context);
    if (!result.ok) throw new AppError('InvalidParameterException', { problems: result.problems });
    event.call.input = result.data;
  };

  const countAgainstDailyLimit = async (event: Event) => {
    const { route, region } = requireTarget(event);
    const { caller, input } = event.call;
    if (route.daily === undefined || !caller) return;
    await countForDay?.(route.daily, { region, sub: caller.sub }, countRequestUnits(input), now());
  };

  return middy<Event, ApiResponse>()
    .use(respondAndLog)
    .use(createMiddleware(requireOriginSecret))
    .use(createMiddleware(findTarget))
    .use(createMiddleware((event) => requireSameOrigin(requireTarget(event).route, event)))
    .use(createMiddleware(authenticateCaller))
    .use(createMiddleware(refuseDuringMaintenance))
    .use(createMiddleware(validateInput))
    .use(createMiddleware(countAgainstDailyLimit))
    .handler(async (event) => {
      const { route, handler } = requireTarget(event);
      const { caller, input } = event.call;
      const context = {
        now: now(),
        cookies: event.cookies ?? [],
        site: toViewerOrigin(event),
        requestId: event.requestContext.requestId,
        userAgent: event.headers['user-agent'] ?? '',
        setLogSubject: (sub: string) => void (event.call.sub = sub),
        caller,
      } as HandlerContext<Route>;
      const result = await handler(input as Parsed<Route>, context);
      return createJsonResponse(route.status, route.output.parse(result.body), result.cookies);
    });
};
