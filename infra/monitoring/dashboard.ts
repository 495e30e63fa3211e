import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { globalName } from '#infra/global-name.ts';
import { inDeadLetters } from '#infra/queues.ts';
import { features } from '#shared/routes/table.ts';
import { iteratorAge, minutes5 } from './alarms.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { Watched } from './watched.ts';

const graph = (title: string, left: cloudwatch.IMetric[]) => new cloudwatch.GraphWidget({ title, left, width: 8 });

/** One page on which a stage is seen, of fifty metrics at most, for which an account's first three are free: what people ask, how they are answered, and what waits. */
export const showStage = (
  scope: Construct,
  watched: Watched,
  metrics: RequestMetrics & { readonly refused: cloudwatch.IMetric },
): void => {
  const { stage, api, events, backOffice, jobs, codes } = watched;
  const period = minutes5;
  const deadLetters = [
    events.changeDeadLetters,
    events.reportDeadLetters,
    jobs.sliceDeadLetters,
    codes.deadLetters,
  ].map(inDeadLetters);
  new cloudwatch.Dashboard(scope, 'Dashboard', {
    dashboardName: globalName(stage, 'dashboard'),
    widgets: [
      [
        graph('Requests', [api.stage.metricCount({ period })]),
        graph('Refused and failed', [
          api.stage.metricClientError({ period, statistic: 'Sum' }),
          api.stage.metricServerError({ period, statistic: 'Sum' }),
          metrics.refused,
          metrics.limited,
          metrics.unanswered,
          lambda.Function.metricAllThrottles({ period }),
        ]),
        graph(
          'Failed, by feature',
          features.map((feature) => metrics.failed[feature]),
        ),
      ],
      [
        graph('Signing in', [metrics.signIns, metrics.signInsRefused, metrics.captchasFailed, metrics.lockedOut]),
        graph(
          'Slowest of a hundred (ms)',
          metrics.slowest.map(({ metric }) => metric),
        ),
        graph('Latency', [
          api.stage.metricLatency({ period, statistic: 'p50' }),
          api.stage.metricLatency({ period, statistic: 'p99' }),
        ]),
      ],
      [
        graph('Changes told late (ms)', [iteratorAge(backOffice.changes)]),
        graph("The provider's reports waiting (s)", [events.reports.metricApproximateAgeOfOldestMessage({ period })]),
        graph('Lost changes, reports, slices and codes', deadLetters),
      ],
    ],
  });
};
