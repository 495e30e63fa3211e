import * as z from 'zod/mini';
import { apiStage, webConfigPath } from '#shared/http.ts';
import { regionIds } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { features, routes } from '#shared/routes/table.ts';
import { webConfig } from '#shared/web-config.ts';

/** Looks at one part of the portal, and fails where it isn't as it should be. */
export type Probe = () => Promise<void>;

type Options = {
  /** The origin of the site, such as https://portal.example. */
  readonly site: string;
  readonly stage: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
};

const script = /<script type="module"[^>]*\ssrc="(\/[^"]+)"/;
const refusal = z.object({ error: z.object({ code: z.string() }) });

const isToldApart = (route: Route) => route.method === 'GET' && route.audience !== 'anyone';

/** What a browser that nobody has signed in on asks for: the page, its configuration, and each feature's function, which has to refuse it. */
export const probesOf = ({ site, stage, fetch: ask, timeoutMs }: Options): Readonly<Record<string, Probe>> => {
  const get = async (path: string, status: number, type: string) => {
    const answer = await ask(new URL(path, site), {
      headers: { 'user-agent': 'retailer-support-portal-canary' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    const isOfType = answer.headers.get('content-type')?.includes(type) ?? false;
    if (answer.status !== status || !isOfType) throw new Error(`${path} answered ${answer.status}`);
    return text;
  };

  const page = async () => {
    const [, source] = script.exec(await get('/', 200, 'text/html')) ?? [];
    if (source === undefined) throw new Error('the page names no script');
    await get(source, 200, 'javascript');
  };

  const configuration = async () => {
    const told = webConfig.parse(JSON.parse(await get(webConfigPath, 200, 'application/json')));
    if (told.stage !== stage) throw new Error('the configuration is of another stage');
  };

  const refusing = (path: string) => async () => {
    const text = await get(`/${apiStage}${path.replace('{region}', regionIds[0])}`, 401, 'application/json');
    if (refusal.parse(JSON.parse(text)).error.code !== 'MissingCookie')
      throw new Error('the API refused for another reason');
  };

  const ofFeatures = features.flatMap((feature) => {
    const route = Object.values<Route>(routes[feature]).find(isToldApart);
    return route ? [[feature, refusing(route.path)] as const] : [];
  });
  return { page, configuration, ...Object.fromEntries(ofFeatures) };
};
