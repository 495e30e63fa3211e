import middy from '@middy/core';
import type { MiddlewareObj } from '@middy/core';
import { isTransient } from '#lambdas/aws/errors.ts';
import { calendarDate } from '#shared/dates.ts';
import type { RegionSettings } from '#shared/env.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError, errorStatus } from '#shared/errors.ts';
import { originSecretHeader, viewerAddressHeader } from '#shared/http.ts';
import { isAdmin } from '#shared/policies.ts';
import type { RegionId } from '#shared/regions.ts';
import { isRegionId, regions } from '#shared/regions.ts';
import type { Output, Parsed, Route } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import type { Answer } from './answer.ts';
import { answer, errorAnswer, ErrorWithCookies } from './answer.ts';
import type { Authenticate, Caller } from './caller.ts';
import type { CountForDay } from './daily-limits.ts';
import type { Log } from './log.ts';
import { errorFields } from './log.ts';
import { addressInLogs, awsIdsOf, failedRules, inputOf, refuseForgery, siteOf } from './request.ts';
import type { Request } from './request.ts';
import { isSameText } from './secrets.ts';

type HandlerContext<R extends Route> = {
  readonly now: Date;
  readonly cookies: readonly string[];
  readonly site: string;
  readonly requestId: string;
  /** The header as it came: nothing to rely on. */
  readonly userAgent: string;
  /** Tells the log which user (sub) the request turned out to be about, where nobody is signed in yet. */
  readonly setLogSubject: (sub: string) => void;
} & (R['audience'] extends 'anyone' ? unknown : { readonly caller: Caller });

type Handler<R extends Route> = (
  input: Parsed<R>,
  circumstances: HandlerContext<R>,
) => Promise<{ readonly body: Output<R>; readonly cookies?: readonly string[] }>;

/** A handler for every route of a feature: a missing one does not compile. */
export type Handlers<Routes extends Record<string, Route>> = { readonly [Name in keyof Routes]: Handler<Routes[Name]> };

type Collaborators = {
  /** What CloudFront may send: the secret and, while it is being rotated, the one before. */
  readonly originSecrets: (oldestMs?: number) => Promise<readonly string[]>;
  readonly authenticate: Authenticate;
  readonly countForDay?: CountForDay;
  readonly settings: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable' | 'returnPeriodDays'>>>;
  readonly now: () => Date;
  readonly log: Log;
  readonly traceHeader?: () => string | undefined;
  /** The key of the hashes by which logs name addresses; a function without it names none. */
  readonly addressKey?: () => Promise<string>;
};

type Event = Request & {
  call: {
    startedAt: number;
    route: Route;
    handler: Handler<Route>;
    region: RegionId;
    caller?: Caller;
    sub?: string;
    input?: Readonly<Record<string, unknown>>;
  };
};

const step = (before: (event: Event) => void | Promise<void>): MiddlewareObj<Event, Answer> => ({
  before: ({ event }) => before(event),
});

const codeOf = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  return isTransient(error) ? 'ServiceUnavailable' : 'InternalServerError';
};

const amountOf = (input: Event['call']['input']) => {
  const lines = input?.['lines'];
  return Array.isArray(lines) ? lines.length : 1;
};

/** Each step may refuse, and a handler is reached last. */
export const serve = <Routes extends Record<string, Route>>(
  routes: Routes,
  handlers: Handlers<Routes>,
  { originSecrets, authenticate, countForDay, settings, now, log, traceHeader, addressKey }: Collaborators,
) => {
  if (!countForDay && Object.values(routes).some(({ daily }) => daily !== undefined))
    throw new Error('A route has a daily limit, and nothing counts.');
  const served = new Map(
    Object.entries(routes).map(([name, route]) => [
      `${route.method} ${route.path}`,
      // The table's loop forgets which handler belongs to which route; `Handlers` has held them together.
      { route, handler: handlers[name] as unknown as Handler<Route> },
    ]),
  );

  const logAnswer = (event: Event, { statusCode }: Answer, more: Parameters<Log>[2] = {}) => {
    const { requestContext, routeKey, call } = event;
    const sub = call.caller?.sub ?? call.sub;
    const store = call.input?.['storeId'] ?? call.caller?.storeId;
    log('info', 'request', {
      requestId: requestContext.requestId,
      ...awsIdsOf(event, traceHeader?.()),
      route: routeKey,
      status: statusCode,
      durationMs: now().getTime() - call.startedAt,
      ...(call.region && { region: call.region }),
      ...(typeof store === 'string' && { store }),
      ...(sub !== undefined && { sub }),
      ...more,
    });
  };

  /** Of whoever signs in, or tries to: where from, and of who was refused the address that they typed. */
  const hashes = async ({ headers, call: { route, region, input = {} } }: Event, isRefused: boolean) => {
    const typed = Object.keys(input).length > 1;
    if (route?.audience !== 'anyone' || !typed || !addressKey) return {};
    // A line without them is better than no answer.
    const key = await addressKey().catch(() => undefined);
    if (key === undefined) return {};
    const [source, email] = [headers[viewerAddressHeader], isRefused ? input['email'] : undefined];
    return {
      ...(source && { source: addressInLogs(key, region, source) }),
      ...(typeof email === 'string' && { address: addressInLogs(key, region, email) }),
    };
  };

  const answerAndLog: MiddlewareObj<Event, Answer> = {
    before: ({ event }) => {
      event.call = { startedAt: now().getTime() } as Event['call'];
    },
    after: async ({ event, response }) => {
      if (response) logAnswer(event, response, await hashes(event, false));
    },
    onError: async (request) => {
      const { event, error } = request;
      const { requestId } = event.requestContext;
      const code = codeOf(error);
      const problems = error instanceof AppError ? error.problems : [];
      if (errorStatus[code] >= 500)
        log('error', 'failed', { requestId, route: event.routeKey, code, error: errorFields(error) });
      request.response = errorAnswer(code, requestId, problems, error instanceof ErrorWithCookies ? error.cookies : []);
      const named = await hashes(event, true);
      logAnswer(event, request.response, {
        code,
        ...(problems.length > 0 && { problems: failedRules(event.call.route, problems) }),
        ...named,
      });
    },
  };

  const comeThroughCloudFront = async ({ headers }: Event) => {
    const sent = headers[originSecretHeader] ?? '';
    const areSame = (texts: readonly string[]) => texts.map((text) => isSameText(sent, text)).includes(true);
    // What CloudFront sends anew is looked up within a minute; strangers have it read no oftener.
    if (!areSame(await originSecrets()) && !areSame(await originSecrets(60_000)))
      throw new AppError('InsufficientAccess');
  };

  const findRoute = ({ routeKey, pathParameters, call }: Event) => {
    const found = served.get(routeKey);
    const region = pathParameters?.['region'] ?? '';
    if (!found || !isRegionId(region)) throw new AppError('NotFound');
    Object.assign(call, found, { region });
  };

  const tellCaller = async ({ cookies, call }: Event) => {
    const { route, region } = call;
    if (route.audience !== 'anyone') call.caller = await authenticate(region, cookies, route.audience, now());
    if (route.needsReturns && !settings[region].returnsAvailable) throw new AppError('InsufficientAccess');
  };

  const checkInput = (event: Event) => {
    const { route, region, caller } = event.call;
    const context = {
      today: calendarDate(now(), regions[region].timeZone),
      isAdmin: caller !== undefined && isAdmin(caller),
      returnPeriodDays: settings[region].returnPeriodDays,
    };
    const checked = check(route, inputOf(route, event), context);
    if (!checked.ok) throw new AppError('InvalidParameterException', { problems: checked.problems });
    event.call.input = checked.data;
  };

  const countOnce = async ({ call: { route, region, caller, input } }: Event) => {
    if (route.daily === undefined || !caller) return;
    await countForDay?.(route.daily, { region, sub: caller.sub }, amountOf(input), now());
  };

  return middy<Event, Answer>()
    .use(answerAndLog)
    .use(step(comeThroughCloudFront))
    .use(step(findRoute))
    .use(step((event) => refuseForgery(event.call.route, event)))
    .use(step(tellCaller))
    .use(step(checkInput))
    .use(step(countOnce))
    .handler(async (event) => {
      const { route, handler, caller, input } = event.call;
      const circumstances = {
        now: now(),
        cookies: event.cookies ?? [],
        site: siteOf(event),
        requestId: event.requestContext.requestId,
        userAgent: event.headers['user-agent'] ?? '',
        setLogSubject: (sub: string) => void (event.call.sub = sub),
        caller,
      } as HandlerContext<Route>;
      const done = await handler(input as Parsed<Route>, circumstances);
      return answer(route.status, route.output.parse(done.body), done.cookies);
    });
};
