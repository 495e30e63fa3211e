import type { Page, Route } from '@playwright/test';
import { errorStatus } from '#shared/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { apiStage, webConfigPath } from '#shared/http.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Output, Route as ApiRoute } from '#shared/route.ts';
import { webConfig } from '#shared/web-config.ts';

export type Asked = { readonly region: RegionId; readonly query: URLSearchParams; readonly origin: string };

type Reply = { readonly status: number; readonly body: unknown };

/** What a route of the table answers on the walk; no reply: the page waits for ever. */
export type Answer = { readonly route: ApiRoute; readonly reply: ((asked: Asked) => Reply) | undefined };

/** As the server could answer it: it goes through the route's schema. */
export const answers = <R extends ApiRoute>(route: R, bodyOf: (asked: Asked) => Output<R>): Answer => ({
  route,
  reply: (asked) => ({ status: route.status, body: route.output.parse(bodyOf(asked)) }),
});

export const refuses = (route: ApiRoute, code: ErrorCode = 'InternalServerError'): Answer => ({
  route,
  reply: () => ({
    status: errorStatus[code],
    body: { error: { code, message: '', requestId: '1f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11' } },
  }),
});

export const keepsWaiting = (route: ApiRoute): Answer => ({ route, reply: undefined });

/** Where files go that are chosen on the walk: nowhere. */
export const uploadPath = `/${apiStage}/walk-upload`;

type Options = {
  readonly region: RegionId;
  /** The first one for a route counts. */
  readonly known: readonly Answer[];
  /** Hears of calls that nothing is known for. */
  readonly complain: (words: string) => void;
};

/** Answers requests as told. What fails is the page's no longer when it has closed meanwhile; otherwise it is told. */
export const answerRequests = (
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void>,
  onFailed: (words: string) => void,
) =>
  page.route(address, (route) =>
    answer(route).catch((error: unknown) => {
      if (!page.isClosed()) onFailed(String(error));
    }),
  );

const everyCall = `**/${apiStage}/**`;

const answerCall = async (
  route: Route,
  { region, known }: Pick<Options, 'region' | 'known'>,
  otherwise: (called: string) => Promise<void>,
) => {
  const request = route.request();
  const { pathname, searchParams: query, origin } = new URL(request.url());
  const found = known.find(
    (one) =>
      one.route.method === request.method() && `/${apiStage}${one.route.path.replace('{region}', region)}` === pathname,
  );
  if (!found) return otherwise(`${request.method()} ${pathname}`);
  if (!found.reply) return undefined;
  const { status, body } = found.reply({ region, query, origin });
  return route.fulfill({ status, json: body });
};

/** From now on a call is answered otherwise: somebody else has done something meanwhile. */
export const answerOtherwise =
  (answer: Answer) =>
  ({ page, place: { region } }: { readonly page: Page; readonly place: { readonly region: RegionId } }) =>
    page.route(everyCall, (route) => answerCall(route, { region, known: [answer] }, () => route.fallback()));

/** Answers every call that the page makes of the API. No server of ours sees one. */
export const answerCalls = async (page: Page, { region, known, complain }: Options) => {
  const unknown = (route: Route, called: string) => {
    complain(`The walk has no answer to ${called}`);
    return route.fulfill({ status: 404, json: { message: 'Not Found' } });
  };
  const call = (route: Route) =>
    new URL(route.request().url()).pathname === uploadPath
      ? route.fulfill({ status: 204 })
      : answerCall(route, { region, known }, (called) => unknown(route, called));
  await answerRequests(page, everyCall, call, complain);
  // Returns everywhere, so that each language is walked in a region of its own.
  const configure = async (route: Route) => {
    const config = webConfig.parse(await (await route.fetch()).json());
    for (const one of Object.values(config.regions)) one.returnsAvailable = true;
    return route.fulfill({ json: config });
  };
  await answerRequests(page, `**${webConfigPath}`, configure, complain);
};
