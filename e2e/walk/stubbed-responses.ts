import type { Page, Route } from '@playwright/test';
import { errorStatus } from '#shared/api/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { apiStage, webConfigPath } from '#shared/api/headers.ts';
import type { Output, Route as ApiRoute } from '#shared/api/route.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { webConfig } from '#shared/config/web-config.ts';

export type ApiRequest = { readonly region: RegionId; readonly query: URLSearchParams; readonly origin: string };

type Reply = { readonly status: number; readonly body: unknown };

/** Response of an API route during the walk (docs/walk.md); without a reply the request never completes. */
export type StubbedResponse = {
  readonly route: ApiRoute;
  readonly reply: ((request: ApiRequest) => Reply) | undefined;
};

/** Creates a response whose body is checked against the route's schema, as on the server. */
export const stubResponse = <R extends ApiRoute>(
  route: R,
  createBody: (request: ApiRequest) => Output<R>,
): StubbedResponse => ({
  route,
  reply: (request) => ({ status: route.status, body: route.output.parse(createBody(request)) }),
});

export const stubError = (route: ApiRoute, code: ErrorCode = 'InternalServerError'): StubbedResponse => ({
  route,
  reply: () => ({
    status: errorStatus[code],
    body: { error: { code, message: '', requestId: '1f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11' } },
  }),
});

export const stubPending = (route: ApiRoute): StubbedResponse => ({ route, reply: undefined });

/** Upload URL for files chosen during the walk, whose content is discarded. */
export const uploadPath = `/${apiStage}/walk-upload`;

type ReportProblem = (message: string) => void;

/** Handles requests to a URL. Errors are reported unless the page has been closed in the meantime. */
export const routeRequests = (
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void>,
  reportProblem: ReportProblem,
) =>
  page.route(url, (route) =>
    handle(route).catch((error: unknown) => {
      if (!page.isClosed()) reportProblem(String(error));
    }),
  );

/** Sets the response of an API call; it replaces earlier ones. */
const stubRoute = (
  page: Page,
  region: RegionId,
  { route: { method, path }, reply }: StubbedResponse,
  reportProblem: ReportProblem,
) =>
  routeRequests(
    page,
    new RegExp(`/${apiStage}${path.replace('{region}', region)}(\\?|$)`),
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const { searchParams: query, origin } = new URL(route.request().url());
      const response = reply?.({ region, query, origin });
      if (response) await route.fulfill({ status: response.status, json: response.body });
    },
    reportProblem,
  );

/** Changes the response of an API call from now on, to simulate another user's change. */
export const changeResponse =
  (response: StubbedResponse) =>
  ({ page, place: { region } }: { readonly page: Page; readonly place: { readonly region: RegionId } }) =>
    stubRoute(page, region, response, (message) => {
      throw new Error(message);
    });

/**
 * Stubs every API call of the page with the first response listed for its route, so that no call reaches a server.
 * Unknown calls are reported.
 */
export const stubApi = async (
  page: Page,
  region: RegionId,
  responses: readonly StubbedResponse[],
  reportProblem: ReportProblem,
) => {
  const reportUnknown = (route: Route) => {
    reportProblem(`The walk has no response to ${route.request().method()} ${route.request().url()}`);
    return route.fulfill({ status: 404, json: { message: 'Not Found' } });
  };
  await routeRequests(page, `**/${apiStage}/**`, reportUnknown, reportProblem);
  await routeRequests(page, `**${uploadPath}`, (route) => route.fulfill({ status: 204 }), reportProblem);
  for (const response of responses.toReversed()) await stubRoute(page, region, response, reportProblem);
  // Returns are enabled in every region, because each language is walked in its own region.
  const configure = async (route: Route) => {
    const config = webConfig.parse(await (await route.fetch()).json());
    for (const regionConfig of Object.values(config.regions)) regionConfig.returnsAvailable = true;
    return route.fulfill({ json: config });
  };
  await routeRequests(page, `**${webConfigPath}`, configure, reportProblem);
};
