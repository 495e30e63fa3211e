import * as z from 'zod/mini';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { apiStage, webConfigPath } from '#shared/api/headers.ts';
import type { Route } from '#shared/api/route.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import { regionIds } from '#shared/config/regions.ts';
import { webConfig } from '#shared/config/web-config.ts';
import { recordKinds } from '#shared/records/record.ts';
import type { PendingStore } from './pending-records-store.ts';

type Probe = () => Promise<void>;

type Options = {
  readonly site: string;
  readonly stage: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
};

const scriptPattern = /<script type="module"[^>]*\ssrc="(\/[^"]+)"/;

/** Returns true for a GET route that rejects a caller without a session. */
const requiresSession = (route: Route) => route.method === 'GET' && route.audience !== 'anyone';

export const createProbes = ({ site, stage, fetch: fetchFn, timeoutMs }: Options): Readonly<Record<string, Probe>> => {
  const get = async (path: string, status: number, type: string) => {
    const response = await fetchFn(new URL(path, site), {
      headers: { 'user-agent': 'retailer-support-portal-canary' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const isOfType = response.headers.get('content-type')?.includes(type) ?? false;
    if (response.status !== status || !isOfType) throw new Error(`${path} answered ${response.status}`);
    return text;
  };

  const checkPage = async () => {
    const [, source] = scriptPattern.exec(await get('/', 200, 'text/html')) ?? [];
    if (source === undefined) throw new Error('the page names no script');
    await get(source, 200, 'javascript');
  };

  const checkConfiguration = async () => {
    const config = webConfig.parse(JSON.parse(await get(webConfigPath, 200, 'application/json')));
    if (config.stage !== stage) throw new Error('the configuration is of another stage');
  };

  /** Checks that a feature's function answers, by the error of a request without a session. */
  const createFeatureProbe = (path: string) => async () => {
    const text = await get(`/${apiStage}${path.replace('{region}', regionIds[0])}`, 401, 'application/json');
    if (z.object({ error: z.object({ code: z.string() }) }).parse(JSON.parse(text)).error.code !== 'MissingCookie')
      throw new Error('the API refused for another reason');
  };

  const featureProbes = features.flatMap((feature) => {
    const route = Object.values<Route>(routes[feature]).find(requiresSession);
    return route ? [[feature, createFeatureProbe(route.path)] as const] : [];
  });
  return { page: checkPage, configuration: checkConfiguration, ...Object.fromEntries(featureProbes) };
};

type Collaborators = {
  readonly probes: Readonly<Record<string, Probe>>;
  readonly pending: PendingStore;
  readonly now: () => Date;
  readonly log: Log;
};

const hoursBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 3_600_000);

/** Runs all probes, and logs how many hours records have waited for an RMA number. The log names a probe in the field `look`. Throws at the end if any probe failed, which raises an alarm. */
export const createCanaryHandler = ({ probes, pending, now, log }: Collaborators) => {
  const logWaitingHours = async () => {
    for (const kind of recordKinds) {
      for (const region of regionIds) {
        const oldestBookingTime = await pending.findOldest(kind, region);
        log('info', 'waiting for RMA', {
          look: kind,
          region,
          counts: { hours: oldestBookingTime === undefined ? 0 : hoursBetween(oldestBookingTime, now()) },
        });
      }
    }
  };

  return async (): Promise<void> => {
    const allProbes = Object.entries({ ...probes, 'waiting for RMA': logWaitingHours });
    const results = await Promise.all(
      allProbes.map(async ([name, runProbe]) => {
        try {
          await runProbe();
          return [];
        } catch (error) {
          log('error', 'look failed', { look: name, error: errorFields(error) });
          return [name];
        }
      }),
    );
    const failedProbes = results.flat();
    if (failedProbes.length > 0) throw new Error(`not as it should be: ${failedProbes.join(', ')}`);
  };
};
