import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { receivesBounces } from '#infra/functions/bounces.ts';
import { featureFunctions } from '#infra/functions/features.ts';
import { features } from '#shared/api/routes/table.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { Index } from '#shared/config/tables.ts';
import { tableNames, tables } from '#shared/config/tables.ts';
import { calendars } from '#shared/dates/calendars.ts';
import holidays from '#shared/dates/public-holidays.json' with { type: 'json' };
import { recordKinds } from '#shared/records/record.ts';
import type { Alarms } from './alarms.ts';
import { fifteenMinutes, fiveMinutes } from './alarms.ts';
import { createPercentageMetric, createSumMetric } from './metrics.ts';
import type { MonitoredResources } from './monitored-resources.ts';
import type { RequestMetrics, SignedInMetrics } from './request-metrics.ts';

const slowHarmByName: Record<RequestMetrics['latencies'][number]['name'], string> = {
  'sign-in': 'Staff wait long to be signed in, and some give up.',
  'repair-booking': 'Staff wait long at the counter until a repair is booked.',
  'repair-list': 'Staff wait long to see their repairs.',
  'return-booking': 'Staff wait long until a return is booked.',
  'return-list': 'Staff wait long to see their returns.',
  'return-file': 'Staff wait long until a file of returns is read.',
};

/** Options for the percentage of all requests to the API. */
const toRequestShareOptions = (api: MonitoredResources['api']) => ({
  total: api.stage.metricCount({ period: fifteenMinutes, statistic: 'Sum' }),
  // The canary alone sends about as many requests in the period.
  minRequests: 15,
  period: fifteenMinutes,
});

export const addErrorAlarms = (
  alarms: Alarms,
  { api }: MonitoredResources,
  { requestsWithSession, refusedRequests }: SignedInMetrics,
): void => {
  alarms.addAlarm({
    name: 'server-errors',
    harm: 'Users see "Oops, something went wrong", and what they sent may be lost.',
    metric: api.stage.metricServerError({ period: fiveMinutes, statistic: 'Sum' }),
    threshold: 5,
    affectsUsers: true,
    triggersRollback: true,
  });
  alarms.addAlarm({
    name: 'refused',
    harm: 'Users who are signed in are refused what they may do.',
    metric: createPercentageMetric('Answers 403 to users with a session (%)', {
      part: refusedRequests,
      total: requestsWithSession,
      // A single user, such as a tester who tries roles, sends fewer requests in the period.
      minRequests: 30,
      period: fifteenMinutes,
    }),
    threshold: 20,
    affectsUsers: true,
    triggersRollback: true,
  });
};

export const addRequestAlarms = (alarms: Alarms, { stage, api }: MonitoredResources, metrics: RequestMetrics): void => {
  for (const feature of features)
    alarms.addAlarm({
      name: `${feature}-failing`,
      section: 'failing',
      harm: featureFunctions[feature].harm,
      metric: metrics.failedRequestsByFeature[feature],
      threshold: 3,
      affectsUsers: true,
    });
  alarms.addAlarm({
    name: 'functions-failing',
    section: 'failing',
    harm: 'Users see "Oops, something went wrong": functions crash, or take too long.',
    metric: metrics.unansweredRequests,
    threshold: 3,
    affectsUsers: true,
  });
  alarms.addAlarm({
    name: 'throttled',
    harm: 'Users are turned away: more calls at once than the account or a function may have.',
    // Counts the whole account, which shares one limit.
    metric: lambda.Function.metricAllThrottles({ period: fiveMinutes }),
    affectsUsers: true,
  });
  for (const { name, maxMs, metric } of metrics.latencies)
    alarms.addAlarm({
      name: `${name}-slow`,
      section: 'slow',
      harm: slowHarmByName[name],
      metric,
      threshold: maxMs,
      // A single cold start must not raise the alarm.
      periods: [3, 3],
      affectsUsers: true,
    });

  const signInShareOptions = { total: metrics.signIns, minRequests: 20, period: fifteenMinutes };
  alarms.addAlarm({
    name: 'sign-in-failing',
    harm: 'Staff cannot sign in although they try again and again, or somebody is guessing passwords.',
    metric: createPercentageMetric('Sign-ins refused (%)', { ...signInShareOptions, part: metrics.rejectedSignIns }),
    threshold: 60,
    affectsUsers: true,
  });
  alarms.addAlarm({
    name: 'captcha-failing',
    harm: 'Staff cannot sign in: the captcha takes them for machines.',
    metric: createPercentageMetric('Captchas failed (%)', { ...signInShareOptions, part: metrics.failedCaptchas }),
    threshold: 40,
    affectsUsers: true,
  });
  alarms.addAlarm({
    name: 'locked-out',
    harm: 'Staff are locked out for a quarter of an hour after too many attempts, by themselves or by somebody else.',
    metric: metrics.lockedOutRequests,
    threshold: 25,
  });

  alarms.addAlarm({
    name: 'limited',
    harm: 'Users read "Attempt limit exceeded": the API is at its limit, or somebody keeps it there.',
    metric: createPercentageMetric('Answers 429 (%)', { ...toRequestShareOptions(api), part: metrics.limitedRequests }),
    threshold: 10,
    affectsUsers: true,
  });

  if (stage.businessHours)
    alarms.addAlarm({
      name: 'no-traffic',
      harm: 'Users are not there although stores are open: nobody has been signed in for an hour.',
      metric: limitToBusinessHours(metrics.authRequestsWithSession, stage.businessHours),
      firesBelow: true,
      onMissingData: 'alarm',
      affectsUsers: true,
    });
};

/** Weekdays (yyyymmdd) that are holidays in every region: New Year's Day, Easter Monday, Christmas Day. */
const commonHolidays = Object.entries(holidays.nuk).flatMap(([year, dates]) =>
  dates
    .split(' ')
    .map((day) => `${year}-${day}`)
    .filter((date) => regionIds.every((id) => calendars[id].isHoliday(date)))
    .map((date) => date.replaceAll('-', '')),
);

/**
 * Returns the metric during business hours, and 1 at other times, at weekends and on common holidays, so that an alarm on
 * values below 1 fires only while stores are open. The hours are in UTC.
 */
const limitToBusinessHours = (
  requestsWithSession: cloudwatch.IMetric,
  { from, to }: { readonly from: number; readonly to: number },
) =>
  new cloudwatch.MathExpression({
    label: 'People who are signed in',
    period: Duration.hours(1),
    expression: `IF(${[
      'DAY(people) > 5',
      `HOUR(people) < ${from}`,
      `HOUR(people) >= ${to}`,
      ...commonHolidays.map((day) => `date == ${day}`),
    ].join(' OR ')}, 1, people)`,
    usingMetrics: {
      people: requestsWithSession,
      date: new cloudwatch.MathExpression({
        period: Duration.hours(1),
        expression: 'YEAR(people) * 10000 + MONTH(people) * 100 + DATE(people)',
        usingMetrics: { people: requestsWithSession },
      }),
    },
  });

export const addServiceAlarms = (
  alarms: Alarms,
  { stage, data }: MonitoredResources,
  { cognitoThrottles }: RequestMetrics,
): void => {
  // Monitors only writes, since each metric of an alarm costs and an alarm allows ten: throttled reads are retried, and
  // the alarms `slow` and `failing` report them. Omits the table of subscriptions: it takes a few
  // writes a second, and the alarm `daily-emails-lost` reports its failures.
  const tableMetrics = tableNames
    .filter((name) => name !== 'subscriptions')
    .map((name) => data.tables[name].metric('WriteThrottleEvents', { period: fiveMinutes, statistic: 'Sum' }));
  alarms.addAlarm({
    name: 'database-throttled',
    harm: 'Users wait, and some read that the service is not available: DynamoDB turns calls away.',
    metric: createSumMetric('Writes that DynamoDB turned away', tableMetrics, fiveMinutes),
    threshold: 10,
  });

  // Indexes have their own throttles, and all stores of a region share one key there. The state indexes take the most
  // writes.
  const indexMetrics = recordKinds.flatMap((table) =>
    Object.entries<Index>(tables[table].indexes)
      .filter(([, { kind, sort }]) => kind === 'global' && sort === 'stateAt')
      .map(
        ([index]) =>
          new cloudwatch.Metric({
            namespace: 'AWS/DynamoDB',
            metricName: 'WriteThrottleEvents',
            dimensionsMap: { TableName: data.tables[table].tableName, GlobalSecondaryIndexName: index },
            period: fiveMinutes,
            statistic: 'Sum',
          }),
      ),
  );
  alarms.addAlarm({
    name: 'lists-database-throttled',
    section: 'database-throttled',
    harm: 'Users wait until a repair or return is booked: the list of a whole region takes no more at a time.',
    metric: createSumMetric('Writes that lists of regions turned away', indexMetrics, fiveMinutes),
    threshold: 10,
  });

  alarms.addAlarm({
    name: 'cognito-throttled',
    harm: 'Staff cannot sign in, or are signed out while they work: Cognito turns calls away.',
    metric: cognitoThrottles,
    affectsUsers: true,
  });

  // SES records metrics in the region that sends, and an alarm reads only metrics of its own region.
  if (!receivesBounces(stage)) return;
  const createReputationMetric = (metricName: string) =>
    new cloudwatch.Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });
  alarms.addAlarm({
    name: 'bounce-rate',
    harm: 'Users soon get no email at all: one in thirty comes back, and SES stops senders of whom one in ten does.',
    metric: createReputationMetric('Reputation.BounceRate'),
    threshold: 0.03,
  });
  alarms.addAlarm({
    name: 'complaint-rate',
    harm: 'Users soon get no email at all: too many are reported as spam, and SES stops such senders.',
    metric: createReputationMetric('Reputation.ComplaintRate'),
    threshold: 0.001,
  });
};
