import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { recordKinds } from '#shared/records/record.ts';
import type { Index } from '#shared/tables.ts';
import { tableNames, tables } from '#shared/tables.ts';
import type { Alarms } from './alarms.ts';
import { minutes5 } from './alarms.ts';
import { sumOf } from './metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { Watched } from './watched.ts';

export const ringForServices = (
  alarms: Alarms,
  { data, hearsOfBounces }: Watched,
  metrics: Pick<RequestMetrics, 'cognitoBusy'>,
): void => {
  // Reads that are turned away are asked again, and show as `slow` and `failing`: an alarm pays for each metric, and adds up ten at most.
  const ofTables = tableNames.map((name) =>
    data.tables[name].metric('WriteThrottleEvents', { period: minutes5, statistic: 'Sum' }),
  );
  alarms.addAlarm({
    name: 'database-throttled',
    harm: 'Users wait, and some read that the service is not available: DynamoDB turns calls away.',
    metric: sumOf('Writes that DynamoDB turned away', ofTables, minutes5),
    threshold: 10,
  });

  // Counted apart from their tables: all stores of a region are one key there. That of states takes most writes.
  const ofIndexes = recordKinds.flatMap((table) =>
    Object.entries<Index>(tables[table].indexes)
      .filter(([, { kind, sort }]) => kind === 'global' && sort === 'stateAt')
      .map(
        ([index]) =>
          new cloudwatch.Metric({
            namespace: 'AWS/DynamoDB',
            metricName: 'WriteThrottleEvents',
            dimensionsMap: { TableName: data.tables[table].tableName, GlobalSecondaryIndexName: index },
            period: minutes5,
            statistic: 'Sum',
          }),
      ),
  );
  alarms.addAlarm({
    name: 'lists-database-throttled',
    section: 'database-throttled',
    harm: 'Users wait until a repair or return is booked: the list of a whole region takes no more at a time.',
    metric: sumOf('Writes that lists of regions turned away', ofIndexes, minutes5),
    threshold: 10,
  });

  alarms.addAlarm({
    name: 'cognito-throttled',
    harm: 'Staff cannot sign in, or are signed out while they work: Cognito turns calls away.',
    metric: metrics.cognitoBusy,
    hurts: true,
  });

  // SES counts in its own region, and an alarm looks at its own.
  if (!hearsOfBounces) return;
  const reputation = (metricName: string) =>
    new cloudwatch.Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });
  alarms.addAlarm({
    name: 'bounce-rate',
    harm: 'Users soon get no email at all: one in thirty comes back, and SES stops senders of whom one in ten does.',
    metric: reputation('Reputation.BounceRate'),
    threshold: 0.03,
  });
  alarms.addAlarm({
    name: 'complaint-rate',
    harm: 'Users soon get no email at all: too many are reported as spam, and SES stops such senders.',
    metric: reputation('Reputation.ComplaintRate'),
    threshold: 0.001,
  });
};
