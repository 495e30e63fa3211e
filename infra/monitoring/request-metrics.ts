import { Duration } from 'aws-cdk-lib';
import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Feature } from '#shared/api/routes/table.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import { fifteenMinutes, fiveMinutes } from './alarms.ts';
import type { LogLinePattern } from './metrics.ts';
import { createLogMetric, toRouteKey } from './metrics.ts';
import type { MonitoredResources } from './monitored-resources.ts';

/** Routes that users wait for, with the maximum p99 latency in milliseconds: two attempts on a slow database. */
const interactiveRoutes = {
  'sign-in': { feature: 'auth', route: routes.auth.login, maxMs: 5000 },
  'repair-booking': { feature: 'repairs', route: routes.repairs.bookRepair, maxMs: 3000 },
  'repair-list': { feature: 'repairs', route: routes.repairs.listRepairs, maxMs: 3000 },
  'return-booking': { feature: 'returns', route: routes.returns.bookReturn, maxMs: 5000 },
  'return-list': { feature: 'returns', route: routes.returns.listReturns, maxMs: 3000 },
  'return-file': { feature: 'return-files', route: routes['return-files'].readReturnFile, maxMs: 10_000 },
} as const;

const createAccessLogMetric = (
  scope: Construct,
  name: string,
  pattern: LogLinePattern,
  { stage, api }: Pick<MonitoredResources, 'stage' | 'api'>,
) => createLogMetric(scope, name, { stage, logGroup: api.accessLog, period: fifteenMinutes, pattern });

/** Counts log lines of all features into one metric. */
const createFeaturesMetric = (
  scope: Construct,
  metricName: string,
  pattern: LogLinePattern,
  { stage, functions }: Pick<MonitoredResources, 'stage' | 'functions'>,
): cloudwatch.IMetric => {
  const metrics = features.map((feature) =>
    createLogMetric(scope, `${feature}-${metricName}`, {
      stage,
      logGroup: functions[feature].logGroup,
      metricName,
      pattern,
      period: fifteenMinutes,
    }),
  );
  // The filters of all features count into one metric, so the first object represents it.
  const [metric] = metrics;
  if (!metric) throw new Error('There is no feature.');
  return metric;
};

/**
 * Creates the metrics of requests with a valid session, and of those among them that were rejected with 403. A log line
 * has a `sub` only if the session is valid, so that anonymous requests don't count.
 */
export const createSignedInMetrics = (scope: Construct, resources: MonitoredResources) => {
  const signedInPattern: LogLinePattern = { message: 'request', sub: '*' };
  return {
    requestsWithSession: createFeaturesMetric(scope, 'signed-in', signedInPattern, resources),
    refusedRequests: createFeaturesMetric(
      scope,
      'refused',
      { ...signedInPattern, status: { comparison: '= 403' } },
      resources,
    ),
  };
};

export type SignedInMetrics = ReturnType<typeof createSignedInMetrics>;

/**
 * Creates the request metrics from the logs, because `serve()` handles every error and Lambda's Errors metric counts only
 * crashes.
 */
export const createRequestMetrics = (scope: Construct, { stage, api, functions }: MonitoredResources) => {
  const toFeatureLog = (feature: Feature) => ({ stage, logGroup: functions[feature].logGroup });
  const requestPattern = { message: 'request' };
  const signInPattern = { ...requestPattern, route: toRouteKey(routes.auth.login) };
  const authLog = { ...toFeatureLog('auth'), period: fifteenMinutes };

  const createPerFeature = <T>(createMetric: (feature: Feature) => T) =>
    Object.fromEntries(features.map((feature) => [feature, createMetric(feature)])) as Record<Feature, T>;

  return {
    signIns: createLogMetric(scope, 'sign-ins', { ...authLog, pattern: signInPattern }),
    rejectedSignIns: createLogMetric(scope, 'sign-ins-refused', {
      ...authLog,
      pattern: { ...signInPattern, code: 'NotAuthorizedException' },
    }),
    failedCaptchas: createLogMetric(scope, 'captchas-failed', {
      ...authLog,
      pattern: { ...signInPattern, code: 'CaptchaFailed' },
    }),
    lockedOutRequests: createLogMetric(scope, 'locked-out', {
      ...authLog,
      pattern: { ...requestPattern, code: 'LimitExceededException' },
    }),
    /** Requests of signed-in users to the auth function: an open page refreshes its session every ten minutes. */
    authRequestsWithSession: createLogMetric(scope, 'people', {
      ...authLog,
      pattern: { ...requestPattern, status: { comparison: '< 300' }, sub: '*' },
      period: Duration.hours(1),
      defaultsToZero: true,
    }),
    limitedRequests: createAccessLogMetric(scope, 'limited', { status: '429' }, { stage, api }),
    /** Requests without a response from the function: API Gateway logs the integration error, and a dash otherwise. */
    unansweredRequests: createAccessLogMetric(
      scope,
      'unanswered',
      { integrationError: { comparison: '!= "-"' } },
      { stage, api },
    ),
    /**
     * Requests that Cognito has throttled five times, in one metric; Cognito itself has a metric per pool and operation.
     */
    cognitoThrottles: createLogMetric(scope, 'cognito-busy', {
      ...authLog,
      pattern: { message: 'failed', 'error.name': 'TooManyRequestsException' },
    }),
    failedRequestsByFeature: createPerFeature((feature) =>
      createLogMetric(scope, `${feature}-failed`, {
        ...toFeatureLog(feature),
        pattern: { ...requestPattern, status: { comparison: '>= 500' } },
        period: fifteenMinutes,
      }),
    ),
    /** The 99th percentile of each interactive route's duration. */
    latencies: Object.entries(interactiveRoutes).map(([name, { feature, route, maxMs }]) => ({
      name: name as keyof typeof interactiveRoutes,
      maxMs,
      metric: createLogMetric(scope, `${name}-ms`, {
        ...toFeatureLog(feature),
        pattern: { ...requestPattern, route: toRouteKey(route) },
        valueField: 'durationMs',
        statistic: 'p99',
        period: fiveMinutes,
      }) as cloudwatch.IMetric,
    })),
  };
};

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;
