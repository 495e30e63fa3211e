import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { createEmailsAlarm } from '#infra/functions/emails.ts';
import { toGlobalName, toStackName } from '#infra/outputs.ts';
import { createDeadLetterMetric } from '#infra/queues.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import { regionIds } from '#shared/config/regions.ts';
import { Alarms, createIteratorAgeMetric, fiveMinutes } from './alarms.ts';
import { toRouteKey } from './metrics.ts';
import type { MonitoredResources } from './monitored-resources.ts';
import { createRequestMetrics, createSignedInMetrics } from './request-metrics.ts';
import type { RequestMetrics, SignedInMetrics } from './request-metrics.ts';
import { addErrorAlarms, addRequestAlarms, addServiceAlarms } from './stage-alarms.ts';

const toRouteCondition = (route: Parameters<typeof toRouteKey>[0]) => `route = "${toRouteKey(route)}"`;
const signInRoutes = [routes.auth.login, routes.auth.answerCode, routes.auth.requestCode, routes.auth.resetPassword];

const saveQueries = (scope: Construct, { stage, api, functions, backOffice, canary }: MonitoredResources): void => {
  const featureLogGroups = features.map((feature) => functions[feature].logGroup);
  const saveQuery = (name: string, logGroups: logs.ILogGroup[], ...lines: string[]) =>
    new logs.CfnQueryDefinition(scope, `Query ${name}`, {
      name: `${toStackName(stage.name)}/${name}`,
      logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
      queryString: lines.join('\n| '),
    });

  saveQuery(
    'Why did a booking of this store fail',
    featureLogGroups,
    'fields @timestamp, route, status, code, problems, durationMs, sub, requestId, traceId, cloudFrontId',
    'filter message = "request" and store = "UK-1001" and status >= 400',
    'sort @timestamp desc',
    'limit 200',
  );
  saveQuery(
    'What happened to this request',
    [...featureLogGroups, api.accessLog],
    'fields @timestamp, @message',
    'filter requestId = "…" or cloudFrontId = "…"',
    'sort @timestamp asc',
  );
  saveQuery(
    'Who was locked out',
    [functions.auth.logGroup],
    'filter message = "request" and code = "LimitExceededException"',
    'stats count() as refusals, min(@timestamp) as first, max(@timestamp) as last by region, route, address, sub',
    'sort refusals desc',
  );
  saveQuery(
    'Why can this address not sign in',
    [functions.auth.logGroup],
    'fields @timestamp, region, route, code, requestId, cloudFrontId',
    `filter message = "request" and address = "…" and (${signInRoutes.map(toRouteCondition).join(' or ')})`,
    'sort @timestamp desc',
  );
  saveQuery(
    'Who has signed in',
    [functions.auth.logGroup],
    'fields @timestamp, region, sub, route, requestId',
    `filter message = "request" and status < 300 and ispresent(sub) and (${[routes.auth.login, routes.auth.answerCode, routes.auth.setPassword].map(toRouteCondition).join(' or ')})`,
    'sort @timestamp desc',
  );
  saveQuery(
    'Is the provider silent',
    [backOffice.recordStream.logGroup, backOffice.providerEvents.logGroup, canary.fn.logGroup],
    'filter message in ["published", "report applied", "report not applied", "waiting for RMA"]',
    'stats count() as times, max(@timestamp) as last, max(counts.hours) as hoursWithoutRma by message, event, region',
    'sort last desc',
  );
  saveQuery(
    'Which routes fail or are slow',
    featureLogGroups,
    'filter message = "request"',
    'stats count() as requests, pct(durationMs, 50) as p50, pct(durationMs, 99) as p99 by route, status, code',
    'sort status desc, p99 desc',
  );
};

const createGraph = (title: string, metrics: cloudwatch.IMetric[]) =>
  new cloudwatch.GraphWidget({ title, left: metrics, width: 8 });

const createDashboard = (
  scope: Construct,
  resources: MonitoredResources,
  metrics: RequestMetrics & SignedInMetrics,
): void => {
  const { stage, api, backOffice, jobs, codes } = resources;
  const period = fiveMinutes;
  const deadLetters = [
    backOffice.recordStreamDeadLetters,
    backOffice.providerEventDeadLetters,
    jobs.sliceDeadLetters,
    jobs.revocationDeadLetters,
    codes.deadLetters,
  ].map(createDeadLetterMetric);
  new cloudwatch.Dashboard(scope, 'Dashboard', {
    dashboardName: toGlobalName(stage, 'dashboard'),
    widgets: [
      [
        createGraph('Requests', [api.stage.metricCount({ period })]),
        createGraph('Refused and failed', [
          api.stage.metricClientError({ period, statistic: 'Sum' }),
          api.stage.metricServerError({ period, statistic: 'Sum' }),
          metrics.refusedRequests,
          metrics.limitedRequests,
          metrics.unansweredRequests,
          lambda.Function.metricAllThrottles({ period }),
        ]),
        createGraph(
          'Failed, by feature',
          features.map((feature) => metrics.failedRequestsByFeature[feature]),
        ),
      ],
      [
        createGraph('Signing in', [
          metrics.signIns,
          metrics.rejectedSignIns,
          metrics.failedCaptchas,
          metrics.lockedOutRequests,
        ]),
        createGraph(
          'Slowest of a hundred (ms)',
          metrics.latencies.map(({ metric }) => metric),
        ),
        createGraph('Latency', [
          api.stage.metricLatency({ period, statistic: 'p50' }),
          api.stage.metricLatency({ period, statistic: 'p99' }),
        ]),
      ],
      [
        createGraph('Changes told late (ms)', [createIteratorAgeMetric(backOffice.recordStream)]),
        createGraph("The provider's reports waiting (s)", [
          backOffice.providerEventQueue.metricApproximateAgeOfOldestMessage({ period }),
        ]),
        createGraph('Lost changes, reports, slices, revocations and codes', deadLetters),
      ],
    ],
  });
};

export class Monitoring extends Construct {
  readonly rollbackAlarms: readonly string[];

  constructor(scope: Construct, id: string, resources: MonitoredResources) {
    super(scope, id);
    const { stage } = resources;
    const alarms = new Alarms(this, 'Alarms', { stage });
    const signedInMetrics = createSignedInMetrics(this, resources);
    addErrorAlarms(alarms, resources, signedInMetrics);
    for (const alarm of resources.canary.createAlarms(this, stage)) alarms.addAlarm(alarm);
    for (const { alarms: groupAlarms } of [resources.backOffice, ...resources.background])
      for (const alarm of groupAlarms) alarms.addAlarm(alarm);
    for (const region of regionIds)
      alarms.addAlarm(createEmailsAlarm(region, resources.identity.pools[region].emailsFunction));
    this.rollbackAlarms = alarms.rollbackAlarms.map(({ alarmArn }) => alarmArn);
    if (stage.alarms === 'all') {
      const metrics = createRequestMetrics(this, resources);
      addRequestAlarms(alarms, resources, metrics);
      addServiceAlarms(alarms, resources, metrics);
      alarms.addUserImpactAlarm();
      createDashboard(this, resources, { ...metrics, ...signedInMetrics });
    }
    saveQueries(this, resources);
  }
}
