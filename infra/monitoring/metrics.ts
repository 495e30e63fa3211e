import type { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '#infra/stages.ts';
import type { Route } from '#shared/api/route.ts';

export const toRouteKey = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** Conditions on the fields of a JSON log line: an exact text, or a comparison such as `>= 500`. */
export type LogLinePattern = Readonly<Record<string, string | { readonly comparison: string }>>;

const toFilterPattern = (pattern: LogLinePattern) => {
  const conditions = Object.entries(pattern).map(([field, condition]) =>
    typeof condition === 'string' ? `($.${field} = "${condition}")` : `($.${field} ${condition.comparison})`,
  );
  return logs.FilterPattern.literal(`{ ${conditions.join(' && ')} }`);
};

export const toNamespace = (stage: Stage) => `RetailerSupportPortal/${stage.name}`;

type LogMetricOptions = {
  readonly stage: Stage;
  readonly logGroup: logs.ILogGroup;
  /** Conditions that a counted log line meets. */
  readonly pattern: LogLinePattern;
  readonly period: Duration;
  /** Name of the metric, if several filters count into it. */
  readonly metricName?: string;
  /** Numeric field of the log line to record, instead of counting lines. */
  readonly valueField?: string;
  readonly statistic?: string;
  /** Records zero for other lines of the log, so that data are missing only if nothing is logged. */
  readonly defaultsToZero?: boolean;
};

/** Creates a metric that counts the log lines that match a pattern, or records one of their fields. */
export const createLogMetric = (scope: Construct, name: string, options: LogMetricOptions): cloudwatch.Metric => {
  const { stage, logGroup, pattern, period, metricName = name, valueField, statistic = 'Sum' } = options;
  const { defaultsToZero = false } = options;
  const filter = new logs.MetricFilter(scope, name, {
    logGroup,
    filterPattern: toFilterPattern(pattern),
    metricNamespace: toNamespace(stage),
    metricName,
    metricValue: valueField === undefined ? '1' : `$.${valueField}`,
    ...(defaultsToZero && { defaultValue: 0 }),
  });
  return filter.metric({ period, statistic });
};

export const createSumMetric = (label: string, metrics: readonly cloudwatch.IMetric[], period: Duration) =>
  new cloudwatch.MathExpression({
    label,
    period,
    expression: metrics.map((_, index) => `FILL(m${index}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
  });

/** Creates the metric of `part` as a percentage of `total`; it is 0 below `minRequests`, where a percentage would mean little. */
export const createPercentageMetric = (
  label: string,
  {
    part,
    total,
    minRequests,
    period,
  }: { part: cloudwatch.IMetric; total: cloudwatch.IMetric; minRequests: number; period: Duration },
) =>
  new cloudwatch.MathExpression({
    label,
    period,
    expression: `IF(FILL(every, 0) >= ${minRequests}, 100 * FILL(some, 0) / every, 0)`,
    usingMetrics: { some: part, every: total },
  });
