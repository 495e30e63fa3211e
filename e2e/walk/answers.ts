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

type Complain = (words: string) => void;

/** Answers requests as told. What fails is the page's no longer when it has closed meanwhile; otherwise it is told. */
export const answerRequests = (
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => Promise<void>,
  complain: Complain,
) =>
  page.route(address, (route) =>
    answer(route).catch((error: unknown) => {
      if (!page.isClosed()) complain(String(error));
    }),
  );

/** Answers a call so, whatever answered it until now. */
const answerCall = (page: Page, region: RegionId, { route: { method, path }, reply }: Answer, complain: Complain) =>
  answerRequests(
    page,
    new RegExp(`/${apiStage}${path.replace('{region}', region)}(\\?|$)`),
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const { searchParams: query, origin } = new URL(route.request().url());
      const answer = reply?.({ region, query, origin });
      if (answer) await route.fulfill({ status: answer.status, json: answer.body });
    },
    complain,
  );

/** From now on a call is answered otherwise: somebody else has done something meanwhile. */
export const answerOtherwise =
  (answer: Answer) =>
  ({ page, place: { region } }: { readonly page: Page; readonly place: { readonly region: RegionId } }) =>
    answerCall(page, region, answer, (words) => {
      throw new Error(words);
    });

/** Answers every call that the page makes of the API; the first one that is known for a route counts. No server of ours sees one. */
export const answerCalls = async (page: Page, region: RegionId, known: readonly Answer[], complain: Complain) => {
  const unknown = (route: Route) => {
    complain(`The walk has no answer to ${route.request().method()} ${route.request().url()}`);
    return route.fulfill({ status: 404, json: { message: 'Not Found' } });
  };
  await answerRequests(page, `**/${apiStage}/**`, unknown, complain);
  await answerRequests(page, `**${uploadPath}`, (route) => route.fulfill({ status: 204 }), complain);
  for (const answer of known.toReversed()) await answerCall(page, region, answer, complain);
  // Returns everywhere, so that each language is walked in a region of its own.
  const configure = async (route: Route) => {
    const config = webConfig.parse(await (await route.fetch()).json());
    for (const one of Object.values(config.regions)) one.returnsAvailable = true;
    return route.fulfill({ json: config });
  };
  await answerRequests(page, `**${webConfigPath}`, configure, complain);
};
