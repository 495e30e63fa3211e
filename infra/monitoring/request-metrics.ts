import { Duration } from 'aws-cdk-lib';
import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Feature } from '#shared/routes/table.ts';
import { features, routes } from '#shared/routes/table.ts';
import { minutes15, minutes5 } from './alarms.ts';
import type { Lines } from './metrics.ts';
import { metricOf, routeKeyOf } from './metrics.ts';
import type { Watched } from './watched.ts';

/** The routes on which people wait, and how many milliseconds one of a hundred may take: two tries of a database that is slow. */
const waitedFor = {
  'sign-in': { feature: 'auth', route: routes.auth.login, mostMs: 5000 },
  'repair-booking': { feature: 'repairs', route: routes.repairs.bookRepair, mostMs: 3000 },
  'repair-list': { feature: 'repairs', route: routes.repairs.listRepairs, mostMs: 3000 },
  'return-booking': { feature: 'returns', route: routes.returns.bookReturn, mostMs: 5000 },
  'return-list': { feature: 'returns', route: routes.returns.listReturns, mostMs: 3000 },
  'return-file': { feature: 'return-files', route: routes['return-files'].readReturnFile, mostMs: 10_000 },
} as const;

const ofAccess = (scope: Construct, name: string, lines: Lines, { stage, api }: Pick<Watched, 'stage' | 'api'>) =>
  metricOf(scope, name, { stage, group: api.accessLog, period: minutes15, lines });

export const refusedOf = (scope: Construct, watched: Watched) => ofAccess(scope, 'refused', { status: '403' }, watched);

/** `serve()` answers every error, so that a function's own "errors" count crashes only. */
export const requestMetrics = (scope: Construct, { stage, api, functions }: Watched) => {
  const ofFeature = (feature: Feature) => ({ stage, group: functions[feature].logGroup });
  const request = { message: 'request' };
  const signIn = { ...request, route: routeKeyOf(routes.auth.login) };
  const auth = { ...ofFeature('auth'), period: minutes15 };

  const byFeature = <T>(of: (feature: Feature) => T) =>
    Object.fromEntries(features.map((feature) => [feature, of(feature)])) as Record<Feature, T>;

  return {
    signIns: metricOf(scope, 'sign-ins', { ...auth, lines: signIn }),
    signInsRefused: metricOf(scope, 'sign-ins-refused', {
      ...auth,
      lines: { ...signIn, code: 'NotAuthorizedException' },
    }),
    captchasFailed: metricOf(scope, 'captchas-failed', { ...auth, lines: { ...signIn, code: 'CaptchaFailed' } }),
    lockedOut: metricOf(scope, 'locked-out', { ...auth, lines: { ...request, code: 'LimitExceededException' } }),
    /** Answers of the sign-in's function to people who are signed in: an open page renews its session every ten minutes. */
    people: metricOf(scope, 'people', {
      ...auth,
      lines: { ...request, status: { is: '< 300' }, sub: '*' },
      period: Duration.hours(1),
      countsNone: true,
    }),
    limited: ofAccess(scope, 'limited', { status: '429' }, { stage, api }),
    /** Calls that ended without an answer of the function: API Gateway then says why, and a dash otherwise. */
    unanswered: ofAccess(scope, 'unanswered', { integrationError: { is: '!= "-"' } }, { stage, api }),
    /** Calls that Cognito has turned away five times. Its own count is a metric for each pool and kind. */
    cognitoBusy: metricOf(scope, 'cognito-busy', {
      ...auth,
      lines: { message: 'failed', 'error.name': 'TooManyRequestsException' },
    }),
    failed: byFeature((feature) =>
      metricOf(scope, `${feature}-failed`, {
        ...ofFeature(feature),
        lines: { ...request, status: { is: '>= 500' } },
        period: minutes15,
      }),
    ),
    slowest: Object.entries(waitedFor).map(([name, { feature, route, mostMs }]) => ({
      name: name as keyof typeof waitedFor,
      mostMs,
      metric: metricOf(scope, `${name}-ms`, {
        ...ofFeature(feature),
        lines: { ...request, route: routeKeyOf(route) },
        value: 'durationMs',
        statistic: 'p99',
        period: minutes5,
      }) as cloudwatch.IMetric,
    })),
  };
};

export type RequestMetrics = ReturnType<typeof requestMetrics>;
